import type { Discipline, TestClass } from '../shared/words.ts';

/**
 * How well a demo child knows a theme: knows it, almost, not yet; knew it once; answered too quickly to tell; never tried. One character
 * for each theme of a discipline that has tests, in the order of the catalogue.
 */
export type Mark = 'K' | 'q' | 'n' | 'r' | 'l' | '-';

/** The tests of a demo child in one discipline of one class. */
export interface Chapter {
  schoolClass: TestClass;
  discipline: Discipline;
  marks: string;
  /** The days (ago) between which its tests took place, the older one first. */
  from: number;
  until: number;
}

/** Two years, from the 2nd class to the 4th, with themes that are known well, almost, formerly and not at all. */
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
/** One year, with one result of low effort. */
export const JOAO: readonly Chapter[] = [
  { schoolClass: '1º Ano', discipline: 'Matemática', marks: 'rr', from: 330, until: 250 },
  { schoolClass: '2º Ano', discipline: 'Matemática', marks: 'Kqnnl', from: 85, until: 3 },
  { schoolClass: '2º Ano', discipline: 'Português', marks: 'qn', from: 60, until: 20 },
  { schoolClass: '2º Ano', discipline: 'Ciências', marks: 'q', from: 40, until: 35 },
];
/** The free plan: one test a month. */
export const WEZA: readonly Chapter[] = [
  { schoolClass: '5º Ano', discipline: 'Português', marks: 'Kqn', from: 110, until: 15 },
];

/** Parameters of one sitting: the probability of a right answer, and the seconds for one answer. */
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
 * Returns the tests of some chapters, the oldest first: of each theme the first forms, as many as its mark needs, spread evenly over the
 * days. A theme with fewer forms is taken as often as it has forms.
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
      // Themes with more forms come first, because only several forms can show what is known on a later day.
      const themes = [...Map.groupBy(own, ({ theme }) => theme).values()].sort(
        (one, other) => other.length - one.length,
      );
      const sittings = ([...marks] as Mark[]).map((mark) => SITTINGS[mark]);
      // The first sittings of all themes come before the second ones, so that a theme is repeated on a later day.
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
