import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { WritingThanks } from './ChildWrites.tsx';

afterEach(() => vi.unstubAllGlobals());

test.each([
  [true, false],
  [false, true],
])('a child whose sheet the phone could not keep for the parent is told so: kept %s', (isKept, isTold) => {
  const kept: Record<string, string> = { 'modo-crianca': '[1]' };
  vi.stubGlobal('localStorage', { getItem: (name: string) => kept[name] ?? null });
  const text = renderToStaticMarkup(<WritingThanks firstName="Maria" isOnPaper isKept={isKept} />);
  expect(text).toContain('Entrega a folha e o telemóvel.');
  expect(text.includes('Falta espaço no telemóvel')).toBe(isTold);
});
