import type { ThemeState } from '../../../shared/sona.ts';
import { DISCIPLINES, type Discipline } from '../../../shared/words.ts';
import { addressOfBegun, type Begun, titleOfBegun } from '../../sitting/sitting/begun.rules.ts';
import type { FreeTests } from './knowledge.contract.ts';

// What a child should do next. Every screen, file and mail that names a next step takes it from here.

/**
 * The order in which themes are worked on: what the child does not know yet, what it has forgotten, what it almost knows, and then what it
 * has not tried. Themes of the same state follow the order of the school year.
 */
const URGENCY: readonly ThemeState[] = ['not-yet', 'review', 'almost', 'no-data'];

/** A theme of the child's class. */
export interface ThemeToDo {
  code: string;
  name: string;
  state: ThemeState;
  /** A test of the theme that the child has not taken; null if there is none. */
  testId: number | null;
}

/** The themes of a discipline, in the order of the curriculum. */
export interface DisciplineToDo {
  discipline: Discipline;
  themes: readonly ThemeToDo[];
}

/** Returns the theme to work on next, or undefined when there is none: all are known, or none has a test. */
export const nextTheme = (disciplines: readonly DisciplineToDo[]) => themesToDo(disciplines)[0];

/**
 * Returns the themes to work on, what comes next first.
 *
 * Among themes of the same state the earliest in the school year comes first: the one with the smallest share of its discipline's themes
 * before it. Among disciplines at the same point of the year the order is that of the specification. A theme that the child has not tried
 * and that has no test is left out, because there is nothing to practise.
 */
export function themesToDo<Theme extends ThemeToDo>(
  disciplines: readonly { discipline: Discipline; themes: readonly Theme[] }[],
): { discipline: Discipline; theme: Theme }[] {
  const candidates = disciplines.flatMap(({ discipline, themes }) =>
    themes.flatMap((theme, place) =>
      theme.state === 'knows' || (theme.state === 'no-data' && theme.testId === null)
        ? []
        : [{ discipline, theme, urgency: URGENCY.indexOf(theme.state), when: place / themes.length }],
    ),
  );
  return candidates.sort(
    (one, other) =>
      one.urgency - other.urgency ||
      one.when - other.when ||
      DISCIPLINES.indexOf(one.discipline) - DISCIPLINES.indexOf(other.discipline),
  );
}

/** Something that a child has begun and can go on with. */
export type BegunWork = Pick<Begun, 'kind' | 'testId' | 'discipline' | 'theme' | 'endsAt'>;

/** The theme to work on next, with its test or practice; see `knowledgeContract`. */
export interface ThemeStep {
  text: string;
  discipline: string;
  /** The code of the theme, and its name. */
  theme: string;
  name: string;
  /** Null means practice. */
  testId: number | null;
  /** Minutes of the test for a child without extended time. */
  duration: number | null;
}

/**
 * What a child should do next: to go on with something begun, to take a test, or to practise. On a plan that names no themes: to choose a test
 * of a discipline that has a free one left or, without one, to practise mistakes.
 */
export type NextAction =
  | ({ kind: 'continue'; title: string } & Pick<BegunWork, 'testId' | 'discipline' | 'theme'>)
  | ({ kind: 'test' | 'practise'; title: string } & ThemeStep)
  | { kind: 'choose'; title: string; discipline: string }
  | { kind: 'mistakes'; title: string };

/** What a child's map says of its next action; undefined while it is unknown. */
export type Ahead = { action: ThemeStep | null; freeTests?: FreeTests | null } | undefined;

/**
 * Returns what a child should do next, or null when nothing can be said: the child knows every theme, or its map is unknown.
 *
 * @param begun what the child has begun, on the server or on this device.
 * @param wanted on a plan with free tests: the discipline to choose one of, if it has one left.
 */
export function nextAction(begun: readonly BegunWork[], ahead: Ahead, wanted?: string): NextAction | null {
  const [open] = [...begun].sort((one, other) => one.endsAt - other.endsAt);
  if (open) {
    const { testId, discipline, theme } = open;
    return { kind: 'continue', title: titleOfBegun(open), testId, discipline, theme };
  }
  const step = ahead?.action;
  if (step) return { ...step, kind: step.testId === null ? 'practise' : 'test', title: step.name };
  const left = ahead?.freeTests?.disciplines;
  if (!left) return null;
  const discipline = left.find((one) => one === wanted) ?? left[0];
  return discipline === undefined
    ? { kind: 'mistakes', title: 'Treinar os erros' }
    : { kind: 'choose', title: `Teste de ${discipline}`, discipline };
}

/** Returns the words above a next action: "Continuar", "A seguir", or "A seguir, com calma" after a fall. */
export function overAction({ kind }: Pick<NextAction, 'kind'>, direction: 'up' | 'down' | 'none' | null): string {
  if (kind === 'continue') return 'Continuar';
  return direction === 'down' ? 'A seguir, com calma' : 'A seguir';
}

/** Returns the address of a next action. */
export function addressOfAction(childId: number, action: NextAction): string {
  if (action.kind === 'practise') return `/practice/${childId}?${new URLSearchParams({ theme: action.theme })}`;
  if (action.kind === 'mistakes') return `/practice/${childId}`;
  if (action.kind === 'choose')
    return `/tests?${new URLSearchParams({ childId: String(childId), discipline: action.discipline })}`;
  return addressOfBegun({ childId, ...action });
}
