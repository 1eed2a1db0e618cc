import { isAverage, nowWords, type SaidNow } from '../progress/child-now.rules.ts';

/** Changes on a child's map in the week, and the next action. */
export interface WeekOnMap {
  /** Whether the plan shows the names of themes. */
  detailed: boolean;
  gained: readonly string[];
  lost: readonly string[];
  /** "Fazer o teste de Fracções" */
  action: string | null;
}

/** What is said of a child's week besides what it did. */
export interface ChildBesides {
  /** The average in one sentence; an empty string while no result counts. */
  figure?: string | undefined;
  map?: WeekOnMap | undefined;
  /** The newest of what is known of its reading, calculating and writing: "Lê 48 palavras certas por minuto." */
  skill?: string | undefined;
  /** The error that it makes over and over, and those it overcame in the week. */
  errors?: readonly string[] | undefined;
}

/** Returns the child's average with its scope, such as "Nos últimos 3 testes está bem: acerta 93%."; '' where there is none yet. */
export const figureSentence = (now: SaidNow | undefined): string => {
  if (!now || !isAverage(now)) return '';
  const words = nowWords(now);
  return `Nos últimos 3 testes ${words.charAt(0).toLowerCase()}${words.slice(1)}.`;
};
