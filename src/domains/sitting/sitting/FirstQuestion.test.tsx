import { describe, expect, test } from 'vitest';
import type { PresentedQuestion } from '../../bank/test-bank/tests.contract.ts';
import type { Sitting } from '../attempts/attempts.contract.ts';
import { drawFirstQuestion } from './FirstQuestion.tsx';

const QUESTION: PresentedQuestion = {
  id: 31,
  statement: 'Quanto são 3 + 4?',
  alternatives: JSON.stringify(['A. 6', 'B. 7', 'C. 8', 'D. 9']),
} as PresentedQuestion;

const sittingOf = (question: Partial<PresentedQuestion>, more: Partial<Sitting> = {}): Sitting =>
  ({
    id: 5,
    childId: 3,
    testId: 7,
    startedAt: '2026-11-25T10:00:00.000Z',
    deadline: '2026-11-25T10:15:00.000Z',
    serverTime: '2026-11-25T10:00:00.000Z',
    remainingSeconds: 900,
    timeLimit: 900,
    test: { id: 7, discipline: 'Matemática', theme: 'Números', schoolClass: '4º Ano', duration: 15 },
    child: { id: 3, firstName: 'Maria', schoolClass: '4º Ano', cover: 1 },
    questions: [
      { ...QUESTION, ...question },
      { ...QUESTION, id: 32 },
    ],
    answers: [],
    ...more,
  }) as unknown as Sitting;

const young = { child: { id: 3, firstName: 'Zito', schoolClass: '1º Ano', cover: 2 } };
const english = {
  test: { id: 7, discipline: 'Inglês', theme: 'Family', schoolClass: '6º Ano', duration: 15 } as Sitting['test'],
};

const KINDS: [string, Sitting, string[]][] = [
  ['plain text', sittingOf({}), ['Quanto são 3\u00a0+\u00a04?', 'value="D"', 'Questão 1 de 2', 'Próxima']],
  [
    'a formula in the statement and in the options',
    sittingOf({
      statementHtml: 'Quanto é <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>?',
      alternativesHtml: [
        '<math><mn>6</mn></math>',
        '<math><mn>7</mn></math>',
        '<math><mn>8</mn></math>',
        '<math><mn>9</mn></math>',
      ],
    }),
    ['<mfrac>', '<math><mn>9</mn></math>'],
  ],
  [
    'a drawing',
    sittingOf({ figure: { svg: '<svg viewBox="0 0 10 10"><circle r="4"/></svg>', alt: 'Um círculo' } }),
    ['circle', 'Um círculo'],
  ],
  [
    'a picture',
    sittingOf({
      image: { src: '/api/images/1.webp', width: 320, height: 200, alt: 'Uma vaca' },
    } as Partial<PresentedQuestion>),
    ['/api/images/1.webp', 'Uma vaca'],
  ],
  ['a text to read', sittingOf({ passage: 'O rio corre para o mar.' }), ['<details', 'O rio corre para o mar.']],
  [
    'two options',
    sittingOf({ alternatives: JSON.stringify(['A. Verdadeiro', 'B. Falso']) }),
    ['Verdadeiro', 'value="B"'],
  ],
  ['options without letters', sittingOf({ alternatives: JSON.stringify(['6', '7', '8']) }), ['value="C"']],
  ['a child of the first class', sittingOf({}, young), ['Zito', ' data-style="--taken:']],
  ['English', sittingOf({ statement: 'What is this?' }, english), ['What is this?', 'lang="en"']],
  ['more time', sittingOf({}, { timeLimit: 1350 }), ['Tempo alargado']],
];

describe('the first question as HTML', () => {
  test.each(KINDS)('with %s has the expected text and controls', async (_kind, sitting, parts) => {
    const html = await drawFirstQuestion(sitting);
    for (const part of parts) expect(html).toContain(part);
    const [question] = sitting.questions;
    const radios = [...html.matchAll(/<input type="radio" name="(question-\d+)"/g)].map(([, name]) => name);
    expect(radios).toEqual(
      (JSON.parse(question?.alternatives ?? '') as string[]).map(() => `question-${question?.id}`),
    );
    expect(html).not.toMatch(/<script| style=/);
  });

  test('that asks for a number has a box and a keypad, and no alternatives', async () => {
    const html = await drawFirstQuestion(sittingOf({ asks: { way: 'number', unit: 'Kz' } }));
    for (const part of ['data-written="number"', 'A tua resposta, em Kz', 'data-key="7"', 'data-key="fraction"'])
      expect(html).toContain(part);
    expect(html).not.toContain('data-key="minus"');
    expect(html).not.toMatch(/type="radio"|<script| style=/);
  });
});
