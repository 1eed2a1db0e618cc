import type { ThemeAction } from './knowledge.contract.ts';

/** Where a child practises a theme, named by its code; what is due today without one. */
export const practiceOf = (childId: number | string, theme: string | null): string =>
  `/practice/${childId}${theme === null ? '' : `?${new URLSearchParams({ theme })}`}`;

/** Where the map of a discipline of a child stands. */
export const mapOf = (childId: number | string, discipline: string): string =>
  `/children/${childId}/knowledge?${new URLSearchParams({ discipline })}`;

/** Where an action on a theme leads: to its test, or to practice. */
export const actionAddress = (
  childId: number,
  { testId }: Pick<ThemeAction, 'testId'>,
  theme: string | null,
): string => (testId === null ? practiceOf(childId, theme) : `/tests/${testId}?childId=${childId}`);
