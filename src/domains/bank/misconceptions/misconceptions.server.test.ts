import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { templates } from '../variants/templates.server.ts';
import { misconceptionOfSlip, misconceptions } from './misconceptions.server.ts';
import { putMisconceptionOptions } from './misconceptions.store.ts';

const { db } = await testApp();

const QUESTION = {
  statement: 'Quanto é 1/4 + 2/4?',
  passage: null,
  figureSvg: null,
  alternatives: ['A) 3/8', 'B) 3/4'],
};
const stored = (content: string) =>
  db.rows<{ words: string; misconception: string }>(
    'select words, misconception from misconception_options where content = $1 order by words',
    [content],
  );

test('the errors of a question are found by its content, in any order of its alternatives; one withdrawn is gone', async () => {
  const contentOf = async (alternatives: readonly string[]) =>
    (
      await db.row<{ content: string }>('select question_content($1::jsonb) as content', [
        JSON.stringify({ ...QUESTION, alternatives }),
      ])
    )?.content as string;
  const content = await contentOf(QUESTION.alternatives);
  const errors = { '3/8': 'soma-os-denominadores', '1/4': 'para-a-meio' };
  await putMisconceptionOptions(db, [{ ...QUESTION, errors }]);
  expect(await stored(content)).toHaveLength(2);
  expect(await stored(await contentOf(['A) 3/4', 'B) 3/8']))).toHaveLength(2);
  // An edited question is another one, and the earlier one keeps its errors.
  await putMisconceptionOptions(db, [{ ...QUESTION, statement: 'Quanto é 1/5 + 2/5?', errors: {} }]);
  expect(await stored(content)).toHaveLength(2);
  await putMisconceptionOptions(db, [{ ...QUESTION, errors: { '3/8': 'compara-parte-com-parte' } }]);
  expect(await stored(content)).toEqual([{ words: '3/8', misconception: 'compara-parte-com-parte' }]);
});

test('every error has something to practise, and the slips of templates lead to it', () => {
  for (const { id, slips = [], themes = [] } of misconceptions().values()) {
    expect(slips.length + themes.length, id).toBeGreaterThan(0);
    for (const slip of slips) expect(misconceptionOfSlip(slip)).toBe(id);
  }
  const named = [...templates().values()].filter((one) =>
    Object.keys(one.ready().template.wrong).some((slip) => misconceptionOfSlip(slip)),
  );
  expect(named.length).toBeGreaterThan(templates().size / 2);
});
