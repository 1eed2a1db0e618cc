/** Where the map of a discipline of a child stands. */
export const addressOf = (childId: number | string, discipline: string): string =>
  `/children/${childId}/knowledge?${new URLSearchParams({ discipline })}`;
