import type { ThemeState } from '../../../shared/sona.ts';
import { DISCIPLINES, type Discipline } from '../../../shared/words.ts';
import type { KnowledgeMap, ThemeAction } from './knowledge.contract.ts';
import { countThemes, mapLine, type Named } from './map-words.rules.ts';
import { masteryState } from './mastery.rules.ts';
import { nextTheme } from './next-action.rules.ts';

/** Stored evidence of a child about one theme; `at` is ISO 8601. */
export interface ThemeEvidence {
  theme: string;
  evidence: { at: string; right: boolean; objective: string }[];
}

/** A test of a theme of the curriculum. */
export interface ThemeTest {
  /** Code of the theme. */
  code: string;
  id: number;
  theme: string;
  /** In minutes. */
  duration: number;
}

/** A theme of the curriculum. `objectives` is empty if only a small drawing of the map is needed. */
export interface CurriculumTheme {
  discipline: Discipline;
  code: string;
  name: string;
  objectives: readonly { code: string; text: string }[];
}

type Shown = KnowledgeMap['disciplines'][number];
type NamedTheme = Shown['themes'][number] & { code: string; name: string };

/** The map of a discipline with the names of its themes. */
export type DisciplineMap = Omit<Shown, 'themes'> & { themes: NamedTheme[] };

/** Evidence by the code of its theme. */
export type Evidences = ReadonlyMap<string, ThemeEvidence['evidence']>;

export const byTheme = (evidence: readonly ThemeEvidence[]): Evidences =>
  new Map(evidence.map((one) => [one.theme, one.evidence]));

const masteryOf = (evidence: Evidences, theme: string, now: Date) =>
  masteryState(
    (evidence.get(theme) ?? []).map(({ right, at }) => ({ right, at: new Date(at) })),
    now,
  );

/** Returns the codes of the themes that a child knows now, of all classes. */
export const knownIn = (evidence: Evidences, now: Date): ReadonlySet<string> =>
  new Set([...evidence.keys()].filter((theme) => masteryOf(evidence, theme, now).state === 'knows'));

/** Returns the maps of all disciplines of a class: the one with most answers first, the others in the usual order. */
export function disciplineMaps(
  child: Named,
  schoolClass: string,
  themes: readonly CurriculumTheme[],
  evidence: Evidences,
  tests: ReadonlyMap<string, { id: number }>,
  now: Date,
): DisciplineMap[] {
  return [...Map.groupBy(themes, ({ discipline }) => discipline)]
    .map(([discipline, ofDiscipline]): DisciplineMap => {
      const states = ofDiscipline.map(({ code, name, objectives }): NamedTheme => {
        const { state, right } = masteryOf(evidence, code, now);
        const answers = evidence.get(code) ?? [];
        return {
          code,
          name,
          state,
          answers: answers.length,
          right,
          lastAnswer: answers.at(-1)?.at ?? null,
          testId: tests.get(code)?.id ?? null,
          objectives: objectives.map((objective) => {
            const own = answers.filter((answer) => answer.objective === objective.code);
            return { ...objective, answers: own.length, right: own.filter((answer) => answer.right).length };
          }),
        };
      });
      const counted = countThemes(states);
      const lacking = weakestOf(states)?.name ?? null;
      return {
        discipline,
        known: counted.known,
        total: counted.total,
        lacking,
        next: nextTheme([{ discipline, themes: states }])?.theme.code ?? null,
        sentence: mapLine(child, schoolClass, { ...counted, discipline, lacking }),
        themes: states,
      };
    })
    .sort(
      (one, other) =>
        answersIn(other) - answersIn(one) ||
        DISCIPLINES.indexOf(one.discipline) - DISCIPLINES.indexOf(other.discipline),
    );
}

/** Returns the number of answers on which a discipline's map is based. */
const answersIn = ({ themes }: Pick<DisciplineMap, 'themes'>): number =>
  themes.reduce((sum, { answers }) => sum + answers, 0);

/** Returns the next action in a theme: to take a test that the child has not taken or, if there is none, to practise. */
export const actionOn = (theme: string, test: ThemeTest | undefined): ThemeAction => ({
  text: test ? `Fazer o teste de ${test.theme}` : `Treinar ${theme}`,
  testId: test?.id ?? null,
  duration: test?.duration ?? null,
});

/** Returns the theme that is weakest by evidence: of those not known yet, the one with the smallest share of right answers. */
function weakestOf<T extends { state: ThemeState; answers: number; right: number }>(
  themes: readonly T[],
): T | undefined {
  const share = ({ right, answers }: T) => right / Math.max(1, answers);
  return themes.filter(({ state }) => state === 'not-yet').sort((one, other) => share(one) - share(other))[0];
}

/** Only the states of the classes before a child's, the nearest class first. */
export function classesBefore(
  themes: readonly {
    schoolClass: KnowledgeMap['before'][number]['schoolClass'];
    discipline: Discipline;
    code: string;
  }[],
  evidence: Evidences,
  now: Date,
): KnowledgeMap['before'] {
  return [...Map.groupBy(themes, ({ schoolClass }) => schoolClass)].map(([schoolClass, ofClass]) => ({
    schoolClass,
    disciplines: [...Map.groupBy(ofClass, ({ discipline }) => discipline)].map(([discipline, ofDiscipline]) => {
      const states = ofDiscipline.map(({ code }) => masteryOf(evidence, code, now).state);
      return { discipline, known: states.filter((state) => state === 'knows').length, total: states.length, states };
    }),
  }));
}

/** Returns what a plan without the map shows: the states, without names, of disciplines with an answer. */
export function withoutNames(
  child: Named,
  schoolClass: string,
  maps: readonly DisciplineMap[],
): KnowledgeMap['disciplines'] {
  return maps
    .filter((map) => answersIn(map) > 0)
    .map(({ discipline, known, total, themes }) => {
      return {
        discipline,
        known,
        total,
        lacking: null,
        next: null,
        sentence: mapLine(child, schoolClass, { ...countThemes(themes), discipline, lacking: null }),
        themes: themes.map(({ state }) => ({
          code: null,
          name: null,
          state,
          answers: 0,
          right: 0,
          lastAnswer: null,
          testId: null,
          objectives: [],
        })),
      };
    });
}

/** A theme whose state changed. */
export interface ThemeMove {
  code: string;
  before: ThemeState;
  after: ThemeState;
}
export type NamedMove = ThemeMove & { name: string; discipline: Discipline; schoolClass: string };

/**
 * Returns themes whose state by the answers before one moment differs from their state by the answers up to a later one. A state improves
 * only through an answer between the two (`masteryState`).
 */
export function themeMoves(evidence: Evidences, from: Date, until: Date): ThemeMove[] {
  return [...evidence].flatMap(([code, answers]) => {
    const at = (answer: { at: string }) => new Date(answer.at).getTime();
    const early = answers.filter((answer) => at(answer) < from.getTime());
    const all = answers.filter((answer) => at(answer) <= until.getTime());
    const before = masteryOf(new Map([[code, early]]), code, from).state;
    const after = masteryOf(new Map([[code, all]]), code, until).state;
    return before === after ? [] : [{ code, before, after }];
  });
}

/** Changes by an attempt among the themes of its discipline. Each theme is given by its index in the curriculum. */
export function movedBy(
  evidence: Evidences,
  { startedAt, finishedAt }: { startedAt: Date; finishedAt: Date },
  themes: readonly NamedTheme[],
  detailed: boolean,
): NonNullable<KnowledgeMap['moved']> {
  const moves = new Map(themeMoves(evidence, startedAt, finishedAt).map((move) => [move.code, move]));
  return themes.flatMap(({ code, name }, place) => {
    const move = moves.get(code);
    return move ? [{ place, name: detailed ? name : null, before: move.before, after: move.after }] : [];
  });
}
