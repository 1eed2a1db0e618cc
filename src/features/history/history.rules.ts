/** What the filters of a history can be set to. */
export interface HistoryChoices {
  disciplines: readonly string[];
  childIds: ReadonlySet<string>;
}

/**
 * The disciplines and children that a family's history has something of; of a chosen child only that child's disciplines. What is
 * chosen already can always be seen.
 *
 * @param children with the disciplines of their attempts.
 * @param chosen as the address says it; '' for all.
 */
export function choicesOf(
  children: readonly { id: number; disciplines: readonly string[] }[],
  chosen: { childId: string; discipline: string },
): HistoryChoices {
  const shown = children.filter(({ id }) => chosen.childId === '' || String(id) === chosen.childId);
  const disciplines = new Set(shown.flatMap((child) => child.disciplines));
  if (chosen.discipline) disciplines.add(chosen.discipline);
  const withTests = children.filter((child) => child.disciplines.length > 0).map(({ id }) => String(id));
  return {
    disciplines: [...disciplines].sort((one, other) => one.localeCompare(other, 'pt')),
    childIds: new Set(chosen.childId ? [...withTests, chosen.childId] : withTests),
  };
}
