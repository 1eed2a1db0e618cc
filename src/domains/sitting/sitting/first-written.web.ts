import { EMPTY, type Entry, type Key, press, shownEntry, stateOf } from '../../bank/answering/keypad.rules.ts';
import { wordText } from '../../bank/answering/written-word.rules.ts';

/** Milliseconds without a key after which what was written is stored, as on the app's screen. */
const REST_MS = 1_000;

/**
 * Handles the keypad and the box of a first question whose answer is written, until the app has come.
 *
 * @param choose stores an answer.
 * @returns stores at once what waits.
 */
export function takeWriting(
  box: HTMLElement,
  { way, unit }: { way: 'number' | 'word'; unit?: string | undefined },
  choose: (text: string) => void,
): () => void {
  const input = box.querySelector<HTMLInputElement>('input[data-written]');
  if (!input) return () => {};
  let entry: Entry = EMPTY;
  let waiting: { text: string; timer: ReturnType<typeof setTimeout> } | undefined;
  const keep = () => {
    if (!waiting) return;
    clearTimeout(waiting.timer);
    choose(waiting.text);
    waiting = undefined;
  };
  const take = (text: string | undefined) => {
    if (waiting) clearTimeout(waiting.timer);
    waiting = text === undefined ? undefined : { text, timer: setTimeout(keep, REST_MS) };
  };
  const takeNumber = () => {
    const state = stateOf(entry.text, unit);
    take(state.kind === 'number' ? state.text : undefined);
  };
  box.addEventListener('click', ({ target }) => {
    const key = target instanceof Element ? target.closest<HTMLElement>('[data-key]')?.dataset['key'] : undefined;
    if (key === undefined) return;
    entry = press(entry, key as Key);
    input.value = shownEntry(entry.text);
    takeNumber();
  });
  input.addEventListener('input', () => {
    if (way === 'word') return take(wordText(input.value));
    entry = { text: input.value, at: 'under' };
    takeNumber();
  });
  return keep;
}
