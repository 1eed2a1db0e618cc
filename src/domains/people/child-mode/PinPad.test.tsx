import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PinPad } from './PinPad.tsx';

/** Returns what a screen reader announces about a PIN: the texts of the live regions. */
function announced(value: string, wrong = false): string[] {
  const html = renderToStaticMarkup(
    <PinPad value={value} onChange={() => {}} onDone={() => {}} done="Sair" wrong={wrong}>
      <p role="status">{wrong ? 'O PIN não está certo.' : '4 a 6 números'}</p>
    </PinPad>,
  );
  return [...html.matchAll(/role="status"[^>]*>([^<]*)</g)].map(([, text]) => text ?? '');
}

test('the number of digits is announced, never the digits', () => {
  expect(announced('8')).toEqual(['1 número escrito', '4 a 6 números']);
  expect(announced('8374')).toEqual(['4 números escritos', '4 a 6 números']);
});

test('an error is the only announcement', () => {
  expect(announced('', true)).toEqual(['', 'O PIN não está certo.']);
});
