import { findDemoReaders } from '../domains/skills/reading/reading.store.ts';
import { type MarkedWord, summaryOfMarks } from '../domains/skills/writing/dictation.rules.ts';
import type { DictationBody } from '../domains/skills/writing/forms.rules.ts';
import { type Comparison, placeOf } from '../domains/skills/writing/ruler.rules.ts';
import {
  findDictations,
  findOffered,
  findTexts,
  insertDictation,
  insertText,
} from '../domains/skills/writing/writing.store.ts';
import type { Database } from '../server/db/db.ts';
import { writingContent } from '../server/skills-content.ts';
import type { MistakeKind } from '../shared/skills/writing-words.ts';
import { DAY_MS } from '../shared/time.ts';

/** Dictations of the demo children: how many days ago, and how many words of its rules were wrong. */
const DICTATIONS: Readonly<Record<string, readonly (readonly [daysAgo: number, wrong: number])[]>> = {
  'João Domingos': [
    [78, 9],
    [41, 6],
    [6, 2],
  ],
  'Maria Domingos': [
    [75, 5],
    [5, 3],
  ],
};
const TEXT_DAYS_AGO = 12;
const COMPARISONS: readonly Comparison[] = [
  { anchor: 3, outcome: 'alike' },
  { anchor: 2, outcome: 'more' },
  { anchor: 4, outcome: 'less' },
];
/** The sign that is not seen yet in the demo's texts. */
const NOT_YET = 'pontos';

/** Gives the demo family dictations and texts, once. */
export async function seedDemoWritings(db: Database): Promise<void> {
  for (const { id, fullName, schoolClass } of await findDemoReaders(db)) {
    const visits = DICTATIONS[fullName];
    if (!visits || (await findDictations(db, id)).length > 0 || (await findTexts(db, id)).length > 0) continue;
    const offered = await findOffered(db, Number.parseInt(schoolClass, 10));
    const dictations = offered.filter(({ kind }) => kind === 'dictation');
    for (const [index, [daysAgo, wrong]] of visits.entries()) {
      const form = dictations[index % dictations.length];
      if (!form) continue;
      const body = form.body as DictationBody;
      const marks = marksOf(body, wrong);
      const summary = summaryOfMarks(body.words.length, marks);
      await insertDictation(db, id, {
        clientId: idOf(id, index),
        formId: form.id,
        formVersion: form.version,
        startedAt: at(daysAgo),
        typed: null,
        marks,
        words: summary.words,
        right: summary.right,
        summary,
      });
    }
    const prompt = offered.find(({ kind }) => kind === 'prompt');
    const ruler = offered.find(({ kind }) => kind === 'ruler');
    if (!prompt || !ruler) continue;
    await insertText(db, id, {
      clientId: idOf(id, 99),
      promptId: prompt.id,
      promptVersion: prompt.version,
      rulerId: ruler.id,
      rulerVersion: ruler.version,
      startedAt: at(TEXT_DAYS_AGO),
      comparisons: [...COMPARISONS],
      signs: writingContent().signs.map((sign) => ({ id: sign.id, isSeen: sign.id !== NOT_YET })),
      level: placeOf(COMPARISONS).level,
    });
  }
}

/** Marks the first words of the rules of a dictation, each with its kind. */
const marksOf = ({ rules }: DictationBody, wrong: number): MarkedWord[] => {
  const kinds = new Map<number, MistakeKind>();
  for (const { kind, at: places } of rules) for (const index of places) if (!kinds.has(index)) kinds.set(index, kind);
  return [...kinds].slice(0, wrong).map(([index, kind]) => ({ index, kind }));
};

/** Half past five in Luanda. */
const at = (daysAgo: number): Date =>
  new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - daysAgo * DAY_MS + 16.5 * 3_600_000);

/** Returns the same id at every seeding. */
const idOf = (childId: number, index: number) =>
  `00000000-0000-4000-9000-${String(childId).padStart(6, '0')}${String(index).padStart(6, '0')}`;
