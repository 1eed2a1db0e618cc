import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { useVoices } from '../../../web/device/voices.ts';
import { Choice } from './Writing.tsx';
import type { Writer } from './writing-device.web.ts';

vi.mock('../../../web/device/voices.ts', async (original) => ({ ...(await original<object>()), useVoices: vi.fn() }));
afterEach(() => vi.unstubAllGlobals());

const child = { id: 1, firstName: 'Maria', schoolClass: '1º Ano', cover: 1, subject: 'A Maria' };
const writer = { child, writingClass: 1, limit: null, written: [], doneHere: [] } as unknown as Writer;
const shown = () =>
  renderToStaticMarkup(
    <Choice writer={writer} pack={{ dictations: [], texts: [], rulers: [], signs: [] } as never} left={undefined} />,
  );

test('a grown-up is asked to read the words of a dictation aloud where the phone has no voice', () => {
  vi.mocked(useVoices).mockReturnValue(false);
  expect(shown()).toContain('Leia as palavras em voz alta, aos poucos.');
  vi.mocked(useVoices).mockReturnValue(true);
  expect(shown()).toContain('O telemóvel ou um adulto lê as palavras em voz alta, aos poucos.');
});

test('a child whose phone has no voice is told that a dictation needs a grown-up', () => {
  const kept: Record<string, string> = { 'modo-crianca': '[1]' };
  vi.stubGlobal('localStorage', { getItem: (name: string) => kept[name] ?? null });
  const needsAdult = 'Para um ditado, entrega o telemóvel a um adulto';
  vi.mocked(useVoices).mockReturnValue(false);
  expect([shown().includes(needsAdult), shown().includes('Fazer um ditado')]).toEqual([true, false]);
  vi.mocked(useVoices).mockReturnValue(true);
  expect([shown().includes(needsAdult), shown().includes('Fazer um ditado')]).toEqual([false, true]);
});
