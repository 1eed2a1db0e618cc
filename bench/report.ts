/** One part of the run, as printed and as written to bench/figures. */
export interface Section {
  title: string;
  /** Markdown beneath the title. */
  lines: string[];
  targets: Target[];
  /** Pictures that `lines` links to, by file name; they are written beside it. */
  images?: Record<string, Buffer>;
}

export interface Target {
  what: string;
  wanted: string;
  measured: string;
  met: boolean;
}

export interface Options {
  /** Whether the run uses the full counts. */
  long: boolean;
  /** Number of attempts in the larger data set of `scale`, if it differs from the default. */
  attempts?: number;
  /** Folder in which `scale` keeps the larger data set for later runs. Without it, the data set is loaded and removed in each run. */
  keep?: string;
  /** Prints progress. */
  say(text: string): void;
}

export function atMost(what: string, measured: number, limit: number, unit: string, digits = 0): Target {
  return {
    what,
    wanted: `≤ ${limit} ${unit}`,
    measured: `${measured.toFixed(digits)} ${unit}`,
    // The limit applies to the rounded value that is printed.
    met: Number(measured.toFixed(digits)) <= limit,
  };
}

/** Returns the target that the worst of several values meets its limit; `what` then names it. */
export function worstOf(
  what: string,
  values: readonly (readonly [name: string, value: number])[],
  limit: number,
  unit: string,
  digits: number,
): Target {
  const [name, value] = values.reduce((worst, one) => (one[1] > worst[1] ? one : worst));
  const target = atMost(what, value, limit, unit, digits);
  return { ...target, measured: `${target.measured} (${name})` };
}

/** Returns a Markdown table; the first row is the head. */
export function table(rows: readonly (readonly (string | number)[])[]): string[] {
  const [head = [], ...rest] = rows;
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '--:'))), ...rest.map(line), ''];
}

export const kb = (bytes: number): string => (bytes / 1000).toFixed(1);
export const ms = (milliseconds: number): string => milliseconds.toFixed(milliseconds < 10 ? 1 : 0);
export const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(2);
export const count = (value: number): string => Math.round(value).toLocaleString('en');

/** Waits; a time that has passed already is over at once. */
export const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));
