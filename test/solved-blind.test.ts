// 300 written questions, drawn at random and solved from their statement and the description of their drawing alone, before their keys were
// read. A question that changes is solved again in the same way, from what the child sees, before its entry is replaced.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Answering } from '../src/domains/bank/answering/answering.contract.ts';
import { judgeWritten } from '../src/domains/bank/answering/answering.rules.ts';
import { shownNumber } from '../src/domains/bank/answering/written-number.rules.ts';
import { type BankFile, type BankQuestion, bankFile } from '../src/domains/bank/test-bank/content.contract.ts';
import { contentAnswering } from '../src/domains/bank/test-bank/question.rules.ts';
import { withoutLetter } from '../src/shared/questions/letters.ts';

const BANK = path.join(import.meta.dirname, '..', 'content', 'bank');
const SOLVED = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'fixtures', 'solved-blind.json'), 'utf8')) as {
  question: string;
  statement: string;
  answer: string;
}[];

const questions = new Map<string, BankQuestion & { answering: Answering }>(
  fs
    .readdirSync(BANK)
    .flatMap((name) => (bankFile.parse(parse(fs.readFileSync(path.join(BANK, name), 'utf8'))) as BankFile).tests)
    .flatMap(({ key, questions }) =>
      questions.flatMap((question) => {
        const answering = contentAnswering(question);
        return answering
          ? [
              [`${key} ${question.key}`, { ...question, answering }] as [
                string,
                BankQuestion & { answering: Answering },
              ],
            ]
          : [];
      }),
    ),
);
interface Solved {
  name: string;
  question: BankQuestion & { answering: Answering };
  answer: string;
}
const solved: Solved[] = SOLVED.flatMap(({ question: name, answer }) => {
  const question = questions.get(name);
  return question ? [{ name, question, answer }] : [];
});

const isRight = ({ question }: Solved, written: string) => {
  const verdict = judgeWritten(question, written);
  return verdict.kind === 'answer' && verdict.letter === question.correctAnswer;
};

/** The same answer as children write it: with spaces, the unit, a zero too many; with capitals, a point, quotation marks. */
function spellings({ question: { answering }, answer }: Solved): string[] {
  if (answering.way === 'word') return [answer, answer.toUpperCase(), ` ${answer} `, `${answer}.`, `«${answer}»`];
  const { unit, simplify } = answering;
  const isWhole = /^[\d ]+$/.test(answer);
  return [
    answer,
    shownNumber(answer.replace(/(?<=\d) (?=\d{3})/g, '')),
    ...(unit ? [`${answer} ${unit}`, `${answer}${unit}`] : []),
    ...(isWhole ? [`0${answer.replace(/ /g, '')}`] : []),
    ...(isWhole && !simplify ? [`${answer},0`] : []),
  ];
}

/** Answers that a child might give by mistake: the wrong alternatives, and numbers and words that are nearly right. */
function mistakes({ question: { answering, alternatives, correctAnswer }, answer }: Solved): string[] {
  const chosen = alternatives
    .map(withoutLetter)
    .filter((_, index) => index !== correctAnswer.charCodeAt(0) - 65)
    .map((text) => text.replace(/\$/g, '').replace(/\\frac\{(\d+)\}\{(\d+)\}/g, ' $1/$2'));
  if (answering.way === 'word')
    return [...chosen, `${answer}s`, answer.slice(0, -1), answer.slice(1), 'não sei', answer + answer];
  const value = Number(answer.replace(/ /g, '').replace(',', '.'));
  const near = Number.isNaN(value) ? [7, 0.2] : [value + 1, value - 1, value + 10, value === 0 ? 6 : value * 10];
  return [...chosen, ...near.map((number) => String(number).replace('.', ','))];
}

test('300 different questions were solved, each as the bank asks it now', () => {
  expect(new Set(SOLVED.map(({ question }) => question)).size).toBe(300);
  expect(
    SOLVED.filter(({ question, statement }) => questions.get(question)?.statement !== statement).map(
      ({ question }) => question,
    ),
  ).toEqual([]);
});

test('no right answer is refused, in any of the ways in which it is written', () => {
  expect(
    solved.flatMap((one) => spellings(one).flatMap((text) => (isRight(one, text) ? [] : [`${one.name}: ${text}`]))),
  ).toEqual([]);
});

test('no mistake is accepted', () => {
  const tried = solved.flatMap((one) => mistakes(one).map((text) => ({ one, text })));
  expect(tried.length).toBeGreaterThan(5 * 300);
  expect(tried.flatMap(({ one, text }) => (isRight(one, text) ? [`${one.name}: ${text}`] : []))).toEqual([]);
});
