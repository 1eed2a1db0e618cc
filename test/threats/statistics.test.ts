import { expect, test } from 'vitest';
import { refreshNorms } from '../../src/domains/knowing/norms/norms.server.ts';
import { DISCIPLINES, TEST_CLASSES } from '../../src/shared/words.ts';
import { testApp } from '../support/app.ts';
import { anAdmin } from '../support/builders.ts';
import { aCohort } from '../support/cohort.ts';

// An administrator who subtracts figures of the panel from one another, by every combination of its filters.

interface Shown {
  scores: number[] | null;
  classes: { name: string; mean: number | null }[];
}

test('T19 no subtraction of the panel’s statistics gives the marks of fewer than ten children', async () => {
  const app = await testApp();
  const made = await aCohort(app.db);
  // A family that alone took tests of another class: the province without the big class would be its marks.
  const places = [{ province: 'Luanda', school: 'Escola Luanda n.º 1' }];
  await aCohort(app.db, { places, children: 3, schoolClass: '5º Ano', plain: true, seed: 8 });
  await refreshNorms(app.db, true);
  const admin = await anAdmin(app);
  const provinces = [...new Set(made.flatMap(({ province }) => (province ? [province] : [])))].slice(0, 4);
  const shown = new Map<string, Shown>();
  const read = async (filters: Record<string, string>) => {
    const query = new URLSearchParams({ days: '365', ...filters }).toString();
    const known = shown.get(query);
    if (known) return known;
    const { status, body } = await admin.get(`/api/admin/statistics?${query}`);
    expect(status).toBe(200);
    shown.set(query, body);
    return body as Shown;
  };
  const children = ({ scores }: Shown) => (scores ?? []).reduce((all, one) => all + one, 0);
  const classes = TEST_CLASSES.filter((name) => name === '5º Ano' || name === '6º Ano');
  const disciplines = DISCIPLINES.filter((name) => name === 'Matemática' || name === 'Português');
  const steps: [Record<string, string>, Record<string, string>][] = [];
  for (const province of provinces) {
    steps.push([{}, { province }]);
    for (const discipline of disciplines)
      steps.push([{ province }, { province, discipline }], [{ discipline }, { province, discipline }]);
    for (const schoolClass of classes)
      steps.push(
        [{ province }, { province, class: schoolClass }],
        [{ class: schoolClass }, { province, class: schoolClass }],
      );
  }
  let compared = 0;
  for (const [wider, narrower] of steps) {
    const [whole, part] = [await read(wider), await read(narrower)];
    const rest = children(whole) - children(part);
    expect(rest === 0 || rest >= 10, JSON.stringify([wider, narrower, rest])).toBe(true);
    if (children(part) > 0 && rest > 0) compared += 1;
  }
  expect(children(await read({})), 'there is something to subtract').toBeGreaterThan(100);
  expect(compared).toBeGreaterThan(0);
});
