// What writing an answer changes beside choosing it: guessing, difficulty, and whether both are calibrated on one scale.
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { judgeWritten } from '../src/domains/bank/answering/answering.rules.ts';
import { type BankFile, bankFile } from '../src/domains/bank/test-bank/content.contract.ts';
import { contentAnswering } from '../src/domains/bank/test-bank/question.rules.ts';
import { classMean, classNumber, guessingOf, SCALE } from '../src/domains/knowing/diagnostic/scale.rules.ts';
import { withoutPrior, writingEffect } from '../src/domains/knowing/diagnostic/two-ways.rules.ts';
import { chanceOfRight } from '../src/domains/knowing/knowledge/ability.rules.ts';
import { calibrateSparse } from '../src/domains/knowing/knowledge/rasch.rules.ts';
import { type BankItem, meanOf, normal, type Part, percent, sequence } from './knowing-bank.ts';
import { atMost, table } from './report.ts';

const BANK = path.join(import.meta.dirname, '..', 'content', 'bank');
/** Share of right answers with which a test of ten is passed. */
const PASS = 7;

/** Returns the written questions of numbers of Matemática, from the files of the bank. */
function writtenNumbers() {
  return fs
    .readdirSync(BANK)
    .filter((name) => name.startsWith('matematica'))
    .sort()
    .flatMap((name) => (bankFile.parse(parse(fs.readFileSync(path.join(BANK, name), 'utf8'))) as BankFile).tests)
    .flatMap(({ key, questions }) =>
      questions.flatMap((question) => {
        const answering = contentAnswering(question);
        return answering?.way === 'number'
          ? { name: `${key} ${question.key}`, question: { ...question, answering } }
          : [];
      }),
    );
}

/** What someone writes who guesses: any number below a thousand, or any number of as many digits as the right one has. */
const GUESSERS: Record<string, (random: () => number, right: string) => string> = {
  'a number from 0 to 999': (random) => String(Math.floor(1000 * random())),
  'a number of as many digits': (random, right) => {
    const digits = Math.max(1, right.replace(/\D/g, '').length);
    const least = digits === 1 ? 0 : 10 ** (digits - 1);
    return String(Math.floor(least + random() * (10 ** digits - least)));
  },
};

/** Simulates children who guess every written answer, and counts the tests of ten questions that they would pass. */
export function guessing(tries: number) {
  const random = sequence(97);
  const questions = writtenNumbers();
  return Object.entries(GUESSERS).map(([name, guess]) => {
    let right = 0;
    let passed = 0;
    const tests = Math.floor((questions.length * tries) / 10);
    for (let test = 0; test < tests; test += 1) {
      let rightOfTen = 0;
      for (let place = 0; place < 10; place += 1) {
        const { question } = questions[Math.floor(random() * questions.length)] as (typeof questions)[number];
        const verdict = judgeWritten(question, guess(random, question.answering.accepted[0] ?? ''));
        if (verdict.kind === 'answer' && verdict.letter === question.correctAnswer) rightOfTen += 1;
      }
      right += rightOfTen;
      if (rightOfTen >= PASS) passed += 1;
    }
    return { name, questions: questions.length, tests, rightOfTen: right / tests, passed: passed / tests };
  });
}

/** Chance to have at least `PASS` of ten right. */
function passing(chance: number): number {
  const choose = (count: number): number => (count === 0 ? 1 : (choose(count - 1) * (11 - count)) / count);
  return Array.from({ length: 11 - PASS }, (_, index) => PASS + index).reduce(
    (sum, count) => sum + choose(count) * chance ** count * (1 - chance) ** (10 - count),
    0,
  );
}

const CHOSEN = guessingOf(4);
const RATED = 200;

/** Asks each question of the bank both ways, of different children of its class, and calibrates the two apart. */
function bothWays(bank: readonly BankItem[]) {
  const random = sequence(98);
  const children = Math.ceil((2 * bank.length * RATED) / 50);
  const byClass = Map.groupBy(
    bank.map((item, place) => ({ item, place })),
    ({ item }) => item.schoolClass,
  );
  const classes = [...byClass.keys()];
  const starts = [0];
  const item: number[] = [];
  const right: number[] = [];
  const means: number[] = [];
  for (let child = 0; child < children; child += 1) {
    const schoolClass = classes[child % classes.length] as number;
    const own = byClass.get(schoolClass) ?? [];
    const mean = classMean(schoolClass);
    const ability = normal(random, mean, SCALE.ABILITY_SD);
    means.push(mean);
    for (let count = 0; count < 50; count += 1) {
      const { item: question, place } = own[Math.floor(random() * own.length)] as (typeof own)[number];
      const isWritten = random() < 0.5;
      const chance = chanceOfRight(ability, { difficulty: question.truth, guessing: isWritten ? 0 : CHOSEN });
      item.push(isWritten ? bank.length + place : place);
      right.push(random() < chance ? 1 : 0);
    }
    starts.push(item.length);
  }
  const found = calibrateSparse(
    {
      items: 2 * bank.length,
      starts: Int32Array.from(starts),
      item: Int32Array.from(item),
      right: Uint8Array.from(right),
    },
    {
      points: 41,
      tolerance: 1e-3,
      rounds: 200,
      abilityMeans: means,
      guessing: [...bank.map(() => CHOSEN), ...bank.map(() => 0)],
      priors: [...bank, ...bank].map(({ difficulty }) => ({ mean: difficulty, sd: SCALE.DIFFICULTY_SD })),
    },
  );
  const at = (place: number) =>
    withoutPrior(
      {
        difficulty: found.difficulties[place] as number,
        standardError: found.standardErrors[place] ?? Number.POSITIVE_INFINITY,
      },
      { mean: bank[place % bank.length]?.difficulty ?? 0, sd: SCALE.DIFFICULTY_SD },
    );
  return writingEffect(
    bank.flatMap((_, place) => {
      const [chosen, written] = [at(place), at(bank.length + place)];
      return chosen && written ? { chosen, written } : [];
    }),
  );
}

/** Returns the share of right answers in a class, chosen and written, for each difficulty that authors assign. */
function shares(bank: readonly BankItem[]): string[] {
  const random = sequence(99);
  const rows = [1, 2, 3, 4, 5].map((author) => {
    const items = bank.filter((item) => item.author === author);
    const mean = (guess: number) =>
      meanOf(
        items.flatMap((item) =>
          Array.from({ length: 40 }, () =>
            chanceOfRight(normal(random, classMean(item.schoolClass), SCALE.ABILITY_SD), {
              difficulty: item.truth,
              guessing: guess,
            }),
          ),
        ),
      );
    return [author, items.length, percent(mean(CHOSEN), 0), percent(mean(0), 0)];
  });
  return table([['difficulty by its author', 'questions', 'right by choice', 'right in writing'], ...rows]);
}

/** Compares choosing and writing. @param bank of Matemática. */
export function writing(bank: readonly BankItem[]): Part {
  const own = bank.filter(({ schoolClass }) => schoolClass >= classNumber('2º Ano'));
  const guessed = guessing(100);
  const effect = bothWays(own);
  const [blind] = guessed;
  return {
    lines: [
      `Choosing and writing. Of children who know four of ten questions and guess the others among four, ${percent(passing(0.4 + 0.6 / 4))} pass a test of ten at 70 %; of those who have to write, ${percent(passing(0.4))}.`,
      '',
      ...shares(own),
      `Each of these ${effect?.questions} questions, asked both ways of different children and calibrated apart (guessing ${CHOSEN.toFixed(2)} and 0, ${RATED} answers each way): in writing ${effect?.harder.toFixed(2)} logits harder (standard error ${effect?.standardError?.toFixed(2)}).`,
      '',
      `Who guesses at the ${blind?.questions} written numbers of Matemática, ${blind?.tests} tests of ten:`,
      '',
      ...table([
        ['writes', 'right of ten', 'passes at 70 %'],
        ...guessed.map(({ name, rightOfTen, passed }) => [name, rightOfTen.toFixed(2), percent(passed, 2)]),
      ]),
    ],
    targets: [
      atMost('right of ten for who writes random numbers', blind?.rightOfTen ?? 10, 0.1, 'of ten', 2),
      atMost('difference of difficulties by choice and in writing', Math.abs(effect?.harder ?? 9), 0.05, 'logits', 2),
    ],
  };
}
