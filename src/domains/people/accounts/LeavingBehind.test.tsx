import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { keepReading } from '../../../web/device/reading-store.ts';
import { keepWaiting } from '../../../web/device/waiting-store.ts';
import { leftBehind, WhatIsLeft } from './LeavingBehind.tsx';

// There is no IndexedDB here, so the device's store is in memory.

afterEach(() => vi.unstubAllGlobals());

const USER = 7;
const body = { clientId: 'c', childId: 1 };
const row = { lane: 'writing:1', order: 1, tries: 0, since: 1, childId: 1, words: 'ditado (Maria)', body };

test('whoever signs out is told of all that is only on this phone: what stays, and what is lost', async () => {
  await keepReading({ id: 'other', userId: 8, childId: 3, work: {} });
  await keepWaiting({ ...row, id: 'other', kind: 'dictation', userId: 8 });
  expect(await leftBehind(USER)).toBeUndefined();
  await keepReading({ id: 'sheet', userId: USER, childId: 1, work: {}, isForParent: true, isWriting: true });
  await keepReading({ id: 'voice', userId: USER, childId: 2, work: {} });
  await keepWaiting({ ...row, id: 'c', kind: 'dictation', userId: USER });
  const left = await leftBehind(USER);
  expect(left).toEqual({ unsent: ['um ditado (Maria)'], begun: [], unmarked: 2, photos: 0 });
  const text = renderToStaticMarkup(<WhatIsLeft {...(left as NonNullable<typeof left>)} />);
  expect(text).toContain('Por enviar: um ditado (Maria). Enviamos quando voltar a entrar neste telemóvel.');
  expect(text).toContain('Leituras, ditados ou textos por acabar de marcar: 2. Se sair, perdem-se.');
});

test('photographs of sheets that are not confirmed are told of', () => {
  const none = { unsent: [], begun: [], unmarked: 0, photos: 1 };
  expect(renderToStaticMarkup(<WhatIsLeft {...none} />)).toBe(
    '<p>Fotografias de folhas por conferir: 1. Se sair, são apagadas.</p>',
  );
});
