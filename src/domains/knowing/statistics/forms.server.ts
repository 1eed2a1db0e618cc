import { notFound } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { SKILL_CATEGORIES } from '../../../shared/words.ts';
import { formsContract, type ThemeForms } from './forms.contract.ts';
import { findFormsOf, findMeasured, type MeasuredRow } from './forms.store.ts';
import { FOR_FACILITY } from './statistics.rules.ts';

type Measured = ThemeForms['blueprint'][number];

/** The forms of a theme, compared. */
export function bindForms({ db, bind }: Frame): void {
  bind(formsContract, {
    'GET /api/teacher/tests/:id/forms': async ({ params }) => {
      const rows = await findFormsOf(db, params.id, FOR_FACILITY);
      const asked = rows.find(({ id }) => id === params.id);
      if (!asked) throw notFound();
      const ids = rows.map(({ id }) => id);
      const { discipline, theme, schoolClass } = asked;
      return { discipline, theme, schoolClass, forms: rows, blueprint: blueprintOf(ids, await findMeasured(db, ids)) };
    },
  });
}

/** Returns the number of questions of each test by what they measure: objectives by code, then categories and difficulties in order. */
function blueprintOf(testIds: readonly number[], measured: readonly MeasuredRow[]): Measured[] {
  const rows = new Map<string, Measured>();
  const count = (kind: Measured['kind'], name: string | null, text: string | null, testId: number) => {
    if (name === null) return;
    const row = rows.get(`${kind} ${name}`) ?? { kind, name, text, counts: testIds.map(() => 0) };
    const place = testIds.indexOf(testId);
    row.counts[place] = (row.counts[place] ?? 0) + 1;
    rows.set(`${kind} ${name}`, row);
  };
  for (const { testId, objective, objectiveText, category, difficulty } of measured) {
    count('objective', objective, objectiveText, testId);
    count('category', category, null, testId);
    count('difficulty', difficulty === null ? null : String(difficulty), null, testId);
  }
  const placeOf = ({ kind, name }: Measured) =>
    kind === 'category' ? (SKILL_CATEGORIES as readonly string[]).indexOf(name) : 0;
  const kinds = ['objective', 'category', 'difficulty'];
  return [...rows.values()].sort(
    (one, other) =>
      kinds.indexOf(one.kind) - kinds.indexOf(other.kind) ||
      placeOf(one) - placeOf(other) ||
      one.name.localeCompare(other.name, 'pt', { numeric: true }),
  );
}
