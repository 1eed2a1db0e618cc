import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LateMails } from './Overview.tsx';

test('the overview warns of mails that do not leave', () => {
  expect(renderToStaticMarkup(<LateMails count={0} />)).toBe('');
  expect(renderToStaticMarkup(<LateMails count={1} />)).toContain('1 e-mail já devia ter saído');
  expect(renderToStaticMarkup(<LateMails count={4} />)).toContain('4 e-mails já deviam ter saído');
});
