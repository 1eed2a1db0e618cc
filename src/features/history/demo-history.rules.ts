import type { Discipline, TestClass } from '../../shared/words.ts';

/**
 * How well a demo child does in a theme: knows it, nearly, not yet; once knew it; answered too quickly to tell; never tried. One character
 * for each theme of a discipline that has tests, in the order of the catalogue.
 */
export type Mark = 'K' | 'q' | 'n' | 'r' | 'l' | '-';

/** What a demo child did in one discipline of one class. */
export interface Chapter {
  schoolClass: TestClass;
  discipline: Discipline;
  marks: string;
  /** Days ago between which its tests lie, the older first. */
  from: number;
  until: number;
}

/** Two years: from the 2nd class to the 4th, with what is known well, shakily, once and not at all. */
export const MARIA: readonly Chapter[] = [
  { schoolClass: '2º Ano', discipline: 'Matemática', marks: 'r-r', from: 720, until: 600 },
  { schoolClass: '3º Ano', discipline: 'Matemática', marks: 'r--r', from: 480, until: 300 },
  { schoolClass: '3º Ano', discipline: 'Matemática', marks: '-KK', from: 75, until: 20 },
  { schoolClass: '3º Ano', discipline: 'Português', marks: 'K-r', from: 430, until: 130 },
  { schoolClass: '4º Ano', discipline: 'Matemática', marks: 'nKKKq-q-r', from: 95, until: 2 },
  { schoolClass: '4º Ano', discipline: 'Português', marks: 'K-qnq-K-q', from: 92, until: 5 },
  { schoolClass: '4º Ano', discipline: 'Ciências', marks: '-Kq', from: 80, until: 12 },
  { schoolClass: '4º Ano', discipline: 'História', marks: 'q--K', from: 70, until: 9 },
  { schoolClass: '4º Ano', discipline: 'Geografia', marks: 'K-q', from: 64, until: 16 },
  { schoolClass: '4º Ano', discipline: 'Inglês', marks: 'q', from: 30, until: 26 },
];
/** A year, with one result that shows too little effort. */
export const JOAO: readonly Chapter[] = [
  { schoolClass: '1º Ano', discipline: 'Matemática', marks: 'rr', from: 330, until: 250 },
  { schoolClass: '2º Ano', discipline: 'Matemática', marks: 'Kqnnl', from: 85, until: 3 },
  { schoolClass: '2º Ano', discipline: 'Português', marks: 'qn', from: 60, until: 20 },
  { schoolClass: '2º Ano', discipline: 'Ciências', marks: 'q', from: 40, until: 35 },
];
/** The free plan: a test a month. */
export const WEZA: readonly Chapter[] = [
  { schoolClass: '5º Ano', discipline: 'Português', marks: 'Kqn', from: 110, until: 15 },
];

/** What one sitting is like: the chance that an answer is right, and the seconds that one takes. */
interface Sitting {
  right: number;
  seconds: [least: number, most: number];
}
const READ: Sitting['seconds'] = [20, 70];
const SITTINGS: Readonly<Record<Mark, readonly Sitting[]>> = {
  K: [
    { right: 0.97, seconds: READ },
    { right: 0.98, seconds: READ },
  ],
  r: [
    { right: 0.95, seconds: READ },
    { right: 0.97, seconds: READ },
  ],
  q: [{ right: 0.78, seconds: READ }],
  n: [{ right: 0.3, seconds: READ }],
  l: [{ right: 0.2, seconds: [1, 2] }],
  '-': [],
};

/** One test to be taken. */
export interface PlannedTest<T> extends Sitting {
  test: T;
  daysAgo: number;
}

/**
 * The tests of some chapters, the oldest first: of each theme the first forms, as many as its mark needs, spread evenly over the days. A
 * theme with fewer forms than that is taken as often as it has forms.
 *
 * @param tests those that can be taken, in the order of the catalogue.
 */
export function plannedTests<T extends { schoolClass: string; discipline: string; theme: string }>(
  chapters: readonly Chapter[],
  tests: readonly T[],
): PlannedTest<T>[] {
  return chapters
    .flatMap(({ schoolClass, discipline, marks, from, until }) => {
      const own = tests.filter((test) => test.schoolClass === schoolClass && test.discipline === discipline);
      // Themes with more forms first: only they show what is known on a later day.
      const themes = [...Map.groupBy(own, ({ theme }) => theme).values()].sort(
        (one, other) => other.length - one.length,
      );
      const sittings = ([...marks] as Mark[]).map((mark) => SITTINGS[mark]);
      // First sittings of all themes, then the second ones: the same theme comes back on a later day.
      const planned = [0, 1].flatMap((turn) =>
        sittings.flatMap((those, theme) => {
          const [test, sitting] = [themes[theme]?.[turn], those[turn]];
          return test && sitting ? [{ test, ...sitting }] : [];
        }),
      );
      const step = planned.length > 1 ? (from - until) / (planned.length - 1) : 0;
      return planned.map((one, index) => ({ ...one, daysAgo: Math.round(from - index * step) }));
    })
    .sort((one, other) => other.daysAgo - one.daysAgo);
}
