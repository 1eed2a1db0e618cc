import type { Queryable } from '../../../server/db/db.ts';
import { conflict, notFound } from '../../../server/http/errors.ts';
import type { Theme } from './curriculum.contract.ts';
import {
  findObjective,
  findObjectives,
  findTheme,
  lockPlanOf,
  type ObjectiveRow,
  type ThemeRow,
} from './curriculum.store.ts';

// Code shared by the changes of themes and of objectives.

export const presentTheme = (
  { id, code, theme, content, revision }: ThemeRow,
  all: readonly ObjectiveRow[],
): Theme => ({
  id,
  code,
  theme,
  content,
  revision,
  objectives: all.filter(({ themeId }) => themeId === id),
});

export const changedMeanwhile = (what: string) =>
  conflict('changed-meanwhile', `${what} por outra pessoa. Abra o plano de novo para ver como está agora.`);

export const stillNeeded = (what: string) =>
  conflict(
    'objective-in-use',
    `${what} e não se pode apagar. Mude primeiro o objectivo dessas questões, ou junte-o a outro.`,
  );

/** Returns the fields that the audit log compares. */
export const recordedTheme = ({ code, theme, content }: ThemeRow) => ({ code, theme, content });
export const recordedObjective = ({ code, text }: ObjectiveRow) => ({ code, text });

/** Returns the user and address for the audit log. */
export const by = ({ caller, address }: { caller: { userId: number }; address: string }) => ({
  userId: caller.userId,
  address,
});

/** Returns the current state of a theme with its objectives. */
export const themeNow = async (transaction: Queryable, id: number): Promise<Theme> => {
  const theme = await findTheme(transaction, id);
  if (!theme) throw notFound();
  return presentTheme(theme, await findObjectives(transaction, [theme.planId]));
};

/** Finds a theme in order to change it, and locks its programme. */
export const themeForChange = async (transaction: Queryable, id: number, revision: number | undefined) => {
  const plan = await lockPlanOf(transaction, { themeId: id });
  const theme = await findTheme(transaction, id);
  if (!plan || !theme) throw notFound();
  if (revision !== undefined && revision !== theme.revision) throw changedMeanwhile('Este tema foi alterado');
  return { plan, theme };
};

/** Finds an objective in order to change it, and locks its programme. */
export const objectiveForChange = async (transaction: Queryable, id: number, revision: number | undefined) => {
  const plan = await lockPlanOf(transaction, { objectiveId: id });
  const objective = await findObjective(transaction, id);
  if (!plan || !objective) throw notFound();
  if (revision !== undefined && revision !== objective.revision) throw changedMeanwhile('Este objectivo foi alterado');
  return { plan, objective };
};
