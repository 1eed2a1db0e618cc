import { afterEach, expect, test, vi } from 'vitest';
import { uploader } from './files.ts';

/** A fake of the browser's XMLHttpRequest, controlled by the test. */
class Sender {
  static sent: Sender[] = [];
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  status = 0;
  statusText = '';
  response = new Blob();
  opened = '';
  open(method: string, address: string) {
    this.opened = `${method} ${address}`;
  }
  send() {
    Sender.sent.push(this);
  }
  abort() {
    this.onabort?.();
  }
  answer(status: number, body: unknown) {
    Object.assign(this, { status, response: new Blob([JSON.stringify(body)]) });
    this.onload?.();
  }
}

vi.stubGlobal('XMLHttpRequest', Sender);
afterEach(() => {
  vi.useRealTimers();
  Sender.sent = [];
});

// biome-ignore lint/suspicious/noExplicitAny: any endpoint that takes a file.
const upload = uploader<any>('photo') as any;
const send = (onProgress: (share: number) => void) =>
  upload('POST /api/paper/scans', { file: new Blob(['photo']), onProgress }) as Promise<unknown>;

test('reports the progress of an upload, and returns the reply', async () => {
  const shares: number[] = [];
  const reply = send((share) => shares.push(share));
  const [call] = Sender.sent;
  expect(call?.opened).toBe('POST /api/paper/scans');
  for (const loaded of [10, 50, 100]) call?.upload.onprogress?.({ loaded, total: 100 });
  call?.answer(200, { attemptId: 7 });
  expect(await reply).toEqual({ attemptId: 7 });
  expect(shares).toEqual([0.1, 0.5, 1]);
});

test('a refusal comes from the server; a broken or stalled connection is reported as no network', async () => {
  const refused = send(() => {});
  Sender.sent[0]?.answer(422, { message: 'Está escuro demais.', code: 'dark' });
  await expect(refused).rejects.toMatchObject({ status: 422, code: 'dark', said: 'Está escuro demais.' });
  const broken = send(() => {});
  Sender.sent[1]?.onerror?.();
  await expect(broken).rejects.toMatchObject({ status: 0 });
  vi.useFakeTimers();
  const stalled = send(() => {});
  Sender.sent[2]?.upload.onprogress?.({ loaded: 10, total: 100 });
  vi.advanceTimersByTime(60_000);
  await expect(stalled).rejects.toMatchObject({ status: 0 });
});
