// The marking grid: which items of a list or a text a child said wrong or corrected by itself, and where it stopped. The phone and the
// server share these rules, so this file imports nothing of the server. Indices start at 0.

/** What a person taps. An item without a mark was said right, or not reached. */
export type Mark = 'wrong' | 'selfCorrected';

/** Seconds of a timed reading: what is read later counts only if all items are read. */
export const TIMED_SECONDS = 60;
/** Seconds from which something that broke off still says something, and is a use of the free plan: half of its time. */
const TELLING_SECONDS = TIMED_SECONDS / 2;
/** Shortest and longest duration that is accepted, in seconds. */
const FEWEST_SECONDS = 1;
const MAX_SECONDS = 600;
/** How many of the last taps can be undone. */
const UNDO_STEPS = 10;

/** The marks of one reading as they are sent and stored. */
export interface Marked {
  /** To the end if `finished`; at most one decimal. */
  seconds: number;
  /** Whether all items were read. */
  finished: boolean;
  /** The last item reached; null if nothing was read, or if `finished`, which then means the last of all. */
  lastItem: number | null;
  wrong: readonly number[];
  /** Counts as right. */
  selfCorrected: readonly number[];
}

export interface Score {
  attempted: number;
  right: number;
  /** Words (or letters, sums) right in a minute, not rounded. */
  perMinute: number;
  /** `right / attempted`, not rounded; null if nothing was read. */
  accuracy: number | null;
}

export interface GridProblem {
  code: 'seconds' | 'last-item' | 'no-such-item' | 'twice' | 'after-last-item';
  /** In Portuguese, for the person who marks. */
  message: string;
}

export const AFTER_LAST = 'Não se marca depois da última.';
export const BEFORE_MARK = 'Há uma marca depois. Retire-a primeiro.';

const PROBLEMS: Record<GridProblem['code'], string> = {
  seconds: 'Indique quantos segundos durou a leitura, de 1 a 600.',
  'last-item': 'Indique a última palavra lida.',
  'no-such-item': 'Há uma marca numa palavra que não existe neste texto.',
  twice: 'A mesma palavra está marcada duas vezes.',
  'after-last-item': AFTER_LAST,
};
const problem = (code: GridProblem['code']): GridProblem => ({ code, message: PROBLEMS[code] });

const isTenths = (seconds: number) => Math.abs(seconds * 10 - Math.round(seconds * 10)) < 1e-6;

/**
 * Returns what is wrong with marks of a grid, or null if they can be scored.
 *
 * @param items how many items the grid has.
 */
export function problemOf(items: number, marked: Marked): GridProblem | null {
  const { seconds, finished, lastItem } = marked;
  if (!(seconds >= FEWEST_SECONDS && seconds <= MAX_SECONDS && isTenths(seconds))) return problem('seconds');
  const isItem = (index: number) => Number.isInteger(index) && index >= 0 && index < items;
  if (lastItem !== null && (!isItem(lastItem) || (finished && lastItem !== items - 1))) return problem('last-item');
  const marks = [...marked.wrong, ...marked.selfCorrected];
  if (!marks.every(isItem)) return problem('no-such-item');
  if (new Set(marks).size < marks.length) return problem('twice');
  const attempted = attemptedOf(items, marked);
  return marks.some((index) => index >= attempted) ? problem('after-last-item') : null;
}

/** Returns how many items were reached: all if the reading was finished, else those up to the last item. */
export const attemptedOf = (items: number, { finished, lastItem }: Pick<Marked, 'finished' | 'lastItem'>): number =>
  finished ? items : lastItem === null ? 0 : lastItem + 1;

/**
 * Scores marks that `problemOf` accepts. A finished reading is divided by its own duration, whatever it is (EGRA; Tangerine: 88 tried, 3
 * wrong, 43 s → 118.6 a minute), another by at most a minute, because the last item is the one reached after a minute.
 */
export function score(items: number, marked: Marked): Score {
  const attempted = attemptedOf(items, marked);
  const right = attempted - marked.wrong.length;
  const seconds = marked.finished ? marked.seconds : Math.min(marked.seconds, TIMED_SECONDS);
  return {
    attempted,
    right,
    perMinute: (right * 60) / seconds,
    accuracy: attempted === 0 ? null : right / attempted,
  };
}

/**
 * Returns whether nothing is said of a reading or a run of sums: it broke off before half of its time, was marked faster than anybody
 * answers, or not at all. It is then no use of the free plan either.
 */
export const saysNothing = ({ reasons, seconds }: { reasons: readonly string[]; seconds: number }): boolean =>
  reasons.includes('too-fast') ||
  reasons.includes('unmarked') ||
  (reasons.includes('broken-off') && seconds < TELLING_SECONDS);

/** Returns whether the first `count` items are all wrong: the grown-up is then advised to stop. */
export const stopsEarly = (wrong: readonly number[], count: number): boolean =>
  wrong.filter((index) => index < count).length === count;

/** A grid while a person marks it. It never changes; every tap gives another one. */
export interface Grid {
  readonly items: number;
  readonly marks: ReadonlyMap<number, Mark>;
  /** Null as long as no last item is set: marks are then accepted anywhere. */
  readonly lastItem: number | null;
  /** States before the last taps, oldest first. */
  readonly undone: readonly Pick<Grid, 'marks' | 'lastItem'>[];
}

/** What a tap leads to: the next state, or the sentence with which it was refused. */
export type Tapped = { grid: Grid; refused?: undefined } | { grid: Grid; refused: string };

/** Returns a grid without marks. */
export const emptyGrid = (items: number): Grid => ({ items, marks: new Map(), lastItem: null, undone: [] });

/** Returns a grid with stored marks, without anything to undo. */
export function gridOf(items: number, { lastItem, wrong, selfCorrected }: Omit<Marked, 'seconds' | 'finished'>): Grid {
  const marks = new Map<number, Mark>();
  for (const index of wrong) marks.set(index, 'wrong');
  for (const index of selfCorrected) marks.set(index, 'selfCorrected');
  return { items, marks, lastItem, undone: [] };
}

const changed = (grid: Grid, change: Partial<Pick<Grid, 'marks' | 'lastItem'>>): Grid => ({
  ...grid,
  ...change,
  undone: [...grid.undone, { marks: grid.marks, lastItem: grid.lastItem }].slice(-UNDO_STEPS),
});

/** Marks an item: wrong at the first tap, self-corrected at the second, without a mark at the third. Refused after the last item. */
export function tap(grid: Grid, index: number): Tapped {
  if (!Number.isInteger(index) || index < 0 || index >= grid.items) return { grid, refused: PROBLEMS['no-such-item'] };
  if (grid.lastItem !== null && index > grid.lastItem) return { grid, refused: AFTER_LAST };
  const marks = new Map(grid.marks);
  const before = marks.get(index);
  if (before === undefined) marks.set(index, 'wrong');
  else if (before === 'wrong') marks.set(index, 'selfCorrected');
  else marks.delete(index);
  return { grid: changed(grid, { marks }) };
}

/** Sets the last item reached; the same item again removes it. Refused before a mark. */
export function setLast(grid: Grid, index: number): Tapped {
  if (!Number.isInteger(index) || index < 0 || index >= grid.items) return { grid, refused: PROBLEMS['no-such-item'] };
  if (grid.lastItem === index) return { grid: changed(grid, { lastItem: null }) };
  if ([...grid.marks.keys()].some((marked) => marked > index)) return { grid, refused: BEFORE_MARK };
  return { grid: changed(grid, { lastItem: index }) };
}

/** Takes back the last tap; does nothing when there is none. */
export function undo(grid: Grid): Grid {
  const before = grid.undone[grid.undone.length - 1];
  return before ? { ...grid, ...before, undone: grid.undone.slice(0, -1) } : grid;
}

/** Returns the indices with a mark, in order. */
export const marked = (grid: Grid, kind: Mark): number[] =>
  [...grid.marks]
    .filter(([, mark]) => mark === kind)
    .map(([index]) => index)
    .sort((one, other) => one - other);

/** How a screen reader names an item: "coelho, errada, palavra 14 de 70". */
export function itemLabel(
  word: string,
  index: number,
  items: number,
  {
    mark,
    isLast,
    noun = 'palavra',
  }: { mark?: Mark | undefined; isLast?: boolean; noun?: 'palavra' | 'letra' | 'conta' } = {},
): string {
  const said = mark === 'wrong' ? 'errada' : mark === 'selfCorrected' ? 'corrigiu-se' : null;
  return [word, said, `${noun} ${index + 1} de ${items}`, isLast ? `última ${noun} lida` : null]
    .filter(Boolean)
    .join(', ');
}
