// The bank and the random numbers of all simulations of `knowing`. Seeds are fixed, so every run gives the same figures.
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { contentAnswering } from '../src/domains/bank/test-bank/question.rules.ts';
import type { PoolItem } from '../src/domains/knowing/diagnostic/diagnostic.rules.ts';
import { classNumber, difficultyPrior, guessingOf, SCALE } from '../src/domains/knowing/diagnostic/scale.rules.ts';
import { chanceOfRight, type Response } from '../src/domains/knowing/knowledge/ability.rules.ts';
import type { Target } from './report.ts';

const BANK = path.join(import.meta.dirname, '..', 'content', 'bank');

/** The result of one part of the measurement. */
export interface Part {
  lines: string[];
  targets: Target[];
}

export interface BankItem extends PoolItem {
  author: number;
  words: number;
  /** The ability from which a child's answers are simulated; the diagnostic does not know it. */
  truth: number;
}

/** Reproducible pseudo-random numbers from 0 to 1 (mulberry32). */
export function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const normal = (random: () => number, mean = 0, sd = 1) =>
  mean + sd * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
export const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
export const rms = (values: readonly number[]) => Math.sqrt(meanOf(values.map((value) => value * value)));
export const share = (values: readonly boolean[]) => values.filter(Boolean).length / values.length;
export const percent = (value: number, digits = 1) => `${(100 * value).toFixed(digits)} %`;

/**
 * Reads the questions of a discipline, or of all, from the files of the bank. Each gets a random true difficulty around the one that its
 * class and author suggest.
 */
export function readBank(seed: number, discipline?: string): BankItem[] {
  const random = sequence(seed);
  const items: BankItem[] = [];
  for (const name of fs.readdirSync(BANK).sort()) {
    const file = parse(fs.readFileSync(path.join(BANK, name), 'utf8')) as {
      discipline: string;
      schoolClass: string;
      tests: {
        theme: string;
        curriculumTheme?: string;
        questions: {
          objective?: string;
          difficulty?: number;
          statement: string;
          alternatives: string[];
          correctAnswer: string;
          answering?: Parameters<typeof contentAnswering>[0]['answering'];
        }[];
      }[];
    };
    if (discipline && file.discipline !== discipline) continue;
    for (const test of file.tests) {
      for (const question of test.questions) {
        const schoolClass = classNumber(file.schoolClass);
        const author = question.difficulty ?? SCALE.AUTHOR_MIDDLE;
        const prior = difficultyPrior(schoolClass, author);
        items.push({
          questionId: items.length,
          versionId: 0,
          content: String(items.length),
          schoolClass,
          objective: question.objective ?? null,
          theme: test.curriculumTheme ?? test.theme,
          guessing: contentAnswering(question) ? 0 : guessingOf(question.alternatives.length),
          difficulty: prior.mean,
          author,
          words: [question.statement, ...question.alternatives].join(' ').split(/\s+/).length,
          truth: normal(random, prior.mean, prior.sd),
        });
      }
    }
  }
  return items;
}

export const answerOf = (random: () => number, ability: number, item: BankItem): Response =>
  random() < chanceOfRight(ability, { difficulty: item.truth, guessing: item.guessing }) ? 1 : 0;
