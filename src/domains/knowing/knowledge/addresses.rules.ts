import type { ThemeAction } from './knowledge.contract.ts';

/** Address for a child's practice of a theme, by the theme's code; of today's cards without one. */
export const practiceOf = (childId: number | string, theme: string | null): string =>
  `/practice/${childId}${theme === null ? '' : `?${new URLSearchParams({ theme })}`}`;

/** Address of a child's map of a discipline. */
export const mapOf = (childId: number | string, discipline: string): string =>
  `/children/${childId}?${new URLSearchParams({ discipline })}`;

/** Address of an action on a theme: its test, or practice. */
export const actionAddress = (
  childId: number,
  { testId }: Pick<ThemeAction, 'testId'>,
  theme: string | null,
): string => (testId === null ? practiceOf(childId, theme) : `/tests/${testId}?childId=${childId}`);
