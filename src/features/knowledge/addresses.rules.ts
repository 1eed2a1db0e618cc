/** Where a child practises a theme, named by its code; what is due today without one. */
export const practiceOf = (childId: number | string, theme: string | null): string =>
  `/practice/${childId}${theme === null ? '' : `?${new URLSearchParams({ theme })}`}`;

/** Where the map of a discipline of a child stands. */
export const addressOf = (childId: number | string, discipline: string): string =>
  `/children/${childId}/knowledge?${new URLSearchParams({ discipline })}`;
