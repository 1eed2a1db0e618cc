import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import Leave from './Leave.tsx';
import PinCard from './PinCard.tsx';

// The password of the account ends child mode: a phone that stores it would let the child out.

vi.mock('../../../web/call/api.ts', () => ({
  reader: () => () => ({ data: { hasPin: true, pinLocked: false }, error: null, isFetching: false, refetch: () => {} }),
  refresh: () => Promise.resolve(),
}));

test('the browser is asked neither to fill in nor to store the password that ends child mode', () => {
  const html = renderToStaticMarkup(<Leave onClose={() => {}} next="/" byPassword hasPasskey={false} />);
  expect(
    html.match(/<input[^>]*type="password"[^>]*>/g)?.map((input) => /autoComplete="(.*?)"/i.exec(input)?.[1]),
  ).toEqual(['off']);
});

test('the card of the PIN asks the parent not to store the password on this phone', () => {
  expect(renderToStaticMarkup(<PinCard online />)).toContain('Não guarde a senha da conta neste telemóvel.');
});
