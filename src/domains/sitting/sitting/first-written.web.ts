import type { WrittenWay } from '../../bank/answering/answering.contract.ts';

/** Milliseconds without a key after which what was written is stored, as on the app's screen. */
const REST_MS = 1_000;
const MAX_SIGNS = 12;

/** What this script stores: the grammar of all other numbers comes with the app, and the server decides in either case. */
const STORED: Record<WrittenWay, RegExp> = { number: /^(\d+(,\d+)?|\d+\/[1-9]\d*)$/, word: /.*[\p{L}\d].*/u };
const SIGNS: Readonly<Record<string, string>> = { comma: ',', fraction: '/', minus: '-' };

/**
 * Handles the keypad and the box of a first question whose answer is written, until the app has come. It is kept small, because the page
 * loads it before the app.
 *
 * @param choose stores an answer.
 * @returns stores at once what waits.
 */
export function takeWriting(box: HTMLElement, way: WrittenWay, choose: (text: string) => void): () => void {
  const input = box.querySelector<HTMLInputElement>('input[data-written]');
  let waiting: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    clearTimeout(timer);
    if (waiting !== undefined) choose(waiting);
    waiting = undefined;
  };
  const take = () => {
    clearTimeout(timer);
    const text = input?.value.trim() ?? '';
    waiting = STORED[way].exec(text)?.[0];
    timer = setTimeout(keep, REST_MS);
  };
  box.addEventListener('click', ({ target }) => {
    const key = target instanceof Element ? target.closest<HTMLElement>('[data-key]')?.dataset['key'] : undefined;
    if (!input || key === undefined) return;
    if (key === 'erase') input.value = input.value.slice(0, -1);
    else if (input.value.length < MAX_SIGNS) input.value += SIGNS[key] ?? key;
    take();
  });
  input?.addEventListener('input', take);
  return keep;
}
