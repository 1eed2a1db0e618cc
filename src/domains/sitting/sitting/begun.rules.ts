/** Something begun, as far as a link back to it needs. */
export interface Begun {
  /** `prepared`: begun on this device without network, and not known to the server. */
  kind: 'test' | 'rehearsal' | 'prepared' | 'diagnostic';
  /** Null for a diagnostic. */
  testId: number | null;
  childId: number;
  firstName: string;
  discipline: string;
  /** The test's theme; null for a diagnostic. */
  theme: string | null;
  /** When its time ends, in milliseconds since 1970 by the clock that decides. */
  endsAt: number;
}

/** What this device knows of the tests on it. */
export interface HereBegun {
  running: readonly Begun[];
  /** `${childId}:${testId}` of tests that were finished on this device. */
  over: readonly string[];
}

/**
 * Returns what can be gone on with, what ends first coming first. The device's own record of a test is preferred to the server's, which
 * does not know yet what was finished on the device, and may come from a copy of a page.
 *
 * @param told what the server said.
 */
export function mergeBegun({ running, over }: HereBegun, told: readonly Begun[], now: number): Begun[] {
  const keyOf = ({ childId, testId, discipline }: Begun) => `${childId}:${testId ?? discipline}`;
  const here = new Set([...over, ...running.map(keyOf)]);
  return [...running, ...told.filter((one) => !here.has(keyOf(one)))]
    .filter(({ endsAt }) => endsAt > now)
    .sort((one, other) => one.endsAt - other.endsAt);
}

/** The theme of every rehearsal. A sitting on a device has no other word for what kind of test it is. */
const REHEARSAL_THEME = 'Simulado';

/** Returns the kind of a test that was begun on a device. */
export const kindOnDevice = (theme: string, isPrepared: boolean): Begun['kind'] =>
  isPrepared ? 'prepared' : theme === REHEARSAL_THEME ? 'rehearsal' : 'test';

const WORDS = {
  test: ['um teste', 'o teste'],
  prepared: ['um teste', 'o teste'],
  rehearsal: ['um simulado', 'o simulado'],
  diagnostic: ['um ponto de partida', 'o ponto de partida'],
} as const;

/** Returns what was begun in words: "um teste", as something new in a sentence, and "o teste". */
export const wordsOfBegun = ({ kind }: Pick<Begun, 'kind'>): readonly [string, string] => WORDS[kind];

/** Returns the title of something begun, below the word "Continuar". */
export const titleOfBegun = ({ kind, theme }: Pick<Begun, 'kind' | 'theme'>): string =>
  kind === 'diagnostic' ? 'Ponto de partida' : kind === 'rehearsal' ? 'Simulado' : (theme ?? '');

/** Returns the address at which something begun goes on. */
export const addressOfBegun = ({
  childId,
  testId,
  discipline,
}: Omit<Begun, 'kind' | 'firstName' | 'theme' | 'endsAt'>): string =>
  testId === null
    ? `/diagnostic?${new URLSearchParams({ childId: String(childId), discipline })}`
    : `/tests/${testId}?childId=${childId}`;
