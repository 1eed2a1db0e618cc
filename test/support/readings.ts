import { randomUUID } from 'node:crypto';
import type { FormRow } from '../../src/domains/skills/reading/reading.store.ts';

const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}${index % 7 === 6 ? '.' : ''}`);
const questions = (count: number, items: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `q${index + 1}`,
    kind: index < 3 ? ('literal' as const) : ('inferential' as const),
    text: 'Quem?',
    model: 'A Luzia.',
    place: Math.min(items - 1, 10 * (index + 1)),
    objective: 'LER-1',
  }));

function aForm(id: string, kind: FormRow['kind'], schoolClass: number | null, items: number, asked = 0): FormRow {
  return {
    id,
    version: 1,
    kind,
    schoolClass,
    items,
    body: {
      title: 'A cabra Mimosa',
      words: words(items),
      paragraphs: [0],
      parallelSet: kind === 'class' ? `set-${schoolClass}` : null,
      questions: questions(asked, items),
      read: [],
    },
  };
}

/** Returns a first text, four texts and lists of the 2.ª classe, a story, and two recordings whose words 2 and 5 are wrong. */
export function someForms(): FormRow[] {
  const ear = (id: string) => {
    const form = aForm(id, 'ear', null, 20);
    const read = [2, 5].map((index) => ({ index, outcome: 'wrong' as const, spoken: 'outra', pause: null }));
    return { ...form, body: { ...form.body, read } };
  };
  return [
    aForm('first-1', 'first', null, 35, 3),
    ...['a', 'b', 'c', 'd'].map((letter) => aForm(`class-2-${letter}`, 'class', 2, 110, 5)),
    aForm('letters-2', 'letters', 2, 40),
    aForm('words-2', 'words', 2, 40),
    aForm('heard-2', 'listening', 2, 50, 3),
    ear('ear-1'),
    ear('ear-2'),
  ];
}

/** Returns the body of a reading of `class-2-a`: 60 words in a minute, all right, every question answered right. */
export function aReading(childId: number, change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    clientId: randomUUID(),
    childId,
    step: 'text',
    formId: 'class-2-a',
    mode: 'recorded',
    startedAt: new Date(Date.now() - 120_000).toISOString(),
    seconds: 60,
    finished: false,
    lastItem: 59,
    wrong: [],
    selfCorrected: [],
    answers: ['q1', 'q2', 'q3', 'q4', 'q5'].map((questionId) => ({ questionId, outcome: 'right' })),
    listener: 1,
    ...change,
  };
}
