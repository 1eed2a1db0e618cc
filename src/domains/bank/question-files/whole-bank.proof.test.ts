import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { withoutLetter } from '../../../shared/questions/letters.ts';
import type { Draft } from '../question-formats/files.rules.ts';
import { readFile } from '../question-formats/reading.server.ts';
import { writeFile } from '../question-formats/writing.server.ts';
import { bankFile } from '../test-bank/content.contract.ts';
import { compactDrawing } from '../test-bank/drawings.rules.ts';

// The whole question bank is exported to files and imported again, pictures included, without a database.

const content = path.join(import.meta.dirname, '..', '..', '..', '..', 'content');
const read = (folder: string, name: string) => fs.readFileSync(path.join(content, folder, name), 'utf8');

const bank = fs
  .readdirSync(path.join(content, 'bank'))
  .map((name) => ({ name, questions: bankFile.parse(parse(read('bank', name))).tests.flatMap((one) => one.questions) }))
  .map(({ name, questions }) => ({
    name,
    drafts: questions.map(
      (question): Draft => ({
        statement: question.statement.trim(),
        passage: question.passage?.trim() || null,
        alternatives: question.alternatives.map(withoutLetter),
        correct: question.correctAnswer.charCodeAt(0) - 65,
        explanation: question.explanation,
        weight: question.weight,
        skillCategory: question.skillCategory,
        objective: question.objective,
        ...(question.figure
          ? {
              picture: {
                bytes: Buffer.from(compactDrawing(read('figures', question.figure))),
                alt: question.figureAlt as string,
              },
            }
          : {}),
      }),
    ),
  }));

test('the bank is complete, with its figures', () => {
  const all = bank.flatMap(({ drafts }) => drafts);
  expect(all.length).toBeGreaterThan(7_000);
  expect(all.filter(({ picture }) => picture).length).toBeGreaterThan(1_000);
});

test.each([
  ['json', 'x.json'],
  ['moodle', 'x.xml'],
  ['qti', 'x.zip'],
  ['excel', 'x.xlsx.zip'],
] as const)('%s: every question of the bank is imported unchanged, figures included', async (format, name) => {
  for (const { name: file, drafts } of bank) {
    const { bytes } = await writeFile(format, drafts, { headers: true, about: null });
    const pictured = drafts.some(({ picture }) => picture);
    const { rows } = readFile(bytes, format === 'excel' && !pictured ? 'x.xlsx' : name, true);
    const back = rows.map(({ draft }) => draft && { ...draft, ...(draft.picture ? { picture: plain(draft) } : {}) });
    const sent = drafts.map((draft) => ({ ...draft, ...(draft.picture ? { picture: plain(draft) } : {}) }));
    expect(
      rows.flatMap(({ problems, notes }) => [...problems, ...notes]),
      file,
    ).toEqual([]);
    expect(back, file).toEqual(sent);
  }
});

test.each([
  ['csv', 'x.csv'],
  ['gift', 'x.gift'],
] as const)(
  '%s: every question of the bank is imported, and the verdict names each figure that was left out',
  async (format, name) => {
    for (const { name: file, drafts } of bank) {
      const { bytes } = await writeFile(format, drafts, { headers: true, about: null });
      const { rows } = readFile(bytes, name, true);
      expect(
        rows.map(({ draft }) => draft),
        file,
      ).toEqual(drafts.map(({ picture: _, ...draft }) => draft));
      const said = rows.flatMap(({ notes }, index) =>
        notes.some((note) => note.startsWith('Tinha um desenho')) ? [index] : [],
      );
      expect(said, file).toEqual(drafts.flatMap(({ picture }, index) => (picture ? [index] : [])));
    }
  },
);

const plain = ({ picture }: Draft) => ({ svg: Buffer.from(picture?.bytes ?? []).toString(), alt: picture?.alt });
