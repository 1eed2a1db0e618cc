// Whether errors of children are found and none is named falsely, with the alternatives and tests of the real bank.
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import {
  chanceWithoutError,
  type Opportunity,
  TRACE,
  traceError,
} from '../src/domains/knowing/child-errors/trace.rules.ts';
import { classMean, classNumber, difficultyPrior } from '../src/domains/knowing/diagnostic/scale.rules.ts';
import { trackAbility } from '../src/domains/knowing/diagnostic/tracking.rules.ts';
import { DAY_MS } from '../src/shared/time.ts';
import { normal, type Part, percent, sequence, share } from './knowing-bank.ts';
import { atMost, table } from './report.ts';

const CONTENT = path.join(import.meta.dirname, '..', 'content');
const FROM = new Date('2026-02-01T12:00:00Z');
/** None of these was looked at when the constants of the model were chosen. */
const SEEDS = [2001, 2002, 2003];
/** Days between two tests: two a month. */
const BETWEEN = 15;
/** Opportunities within which an error is to be found. */
const WITHIN = 8;
/** Share of known answers that are slips. */
const SLIPS = 0.05;

interface Item {
  difficulty: number;
  truth: number;
  guessing: number;
  isWritten: boolean;
  wrong: (string | null)[];
}

interface BankQuestion {
  key: string;
  statement: string;
  alternatives: string[];
  correctAnswer: string;
  difficulty: number;
  answering?: unknown;
}

/** Reads the tests of Matemática by class, with the error of each wrong alternative. */
function readTests(random: () => number): Map<number, Item[][]> {
  const tests = new Map<number, Item[][]>();
  const mapped = new Map(
    [1, 2, 3, 4, 5, 6].map((number) => {
      const text = fs.readFileSync(path.join(CONTENT, 'misconceptions', `matematica-${number}.yaml`), 'utf8');
      return [number, parse(text) as Record<string, Record<string, Record<string, string>>>];
    }),
  );
  for (const name of fs.readdirSync(path.join(CONTENT, 'bank')).filter((one) => one.startsWith('matematica'))) {
    const file = parse(fs.readFileSync(path.join(CONTENT, 'bank', name), 'utf8')) as {
      schoolClass: string;
      tests: { key: string; questions: BankQuestion[] }[];
    };
    const number = classNumber(file.schoolClass);
    for (const test of file.tests) {
      const items = test.questions.map((question): Item => {
        const errors = mapped.get(number)?.[test.key]?.[question.key] ?? {};
        const prior = difficultyPrior(number, question.difficulty);
        const isWritten = question.answering !== undefined;
        const key = question.correctAnswer.charCodeAt(0) - 65;
        const wrong = question.alternatives.map((text) => errors[text.replace(/^[A-F]\)\s*/, '')] ?? null);
        wrong.splice(key, 1);
        return {
          difficulty: prior.mean,
          truth: normal(random, prior.mean, 0.42),
          guessing: isWritten ? 0 : 0.2,
          isWritten,
          wrong,
        };
      });
      tests.set(number, [...(tests.get(number) ?? []), items]);
    }
  }
  return tests;
}

interface Answer {
  item: Item;
  at: Date;
  right: boolean;
  /** Error of the alternative that was given. */
  error: string | null;
}

interface Planted {
  error: string;
  rate: number;
}

/** Answers an item; a child with the error makes it where it can, at its rate. @param luck how wrong answers fall. */
function answer(random: () => number, item: Item, at: Date, ability: number, planted: Planted | null): Answer {
  if (planted && item.wrong.includes(planted.error) && random() < planted.rate)
    return { item, at, right: false, error: planted.error };
  const knows = random() < 1 / (1 + Math.exp(item.truth - ability));
  const guesses = !knows && !item.isWritten && random() < 0.25;
  if ((knows && random() >= SLIPS) || guesses) return { item, at, right: true, error: null };
  // Those who choose take one of the wrong alternatives; of the wrong numbers written, few are one of them.
  const isAlternative = !item.isWritten || random() < 0.4;
  return {
    item,
    at,
    right: false,
    error: isAlternative ? (item.wrong[Math.floor(random() * item.wrong.length)] ?? null) : null,
  };
}

/** Returns the errors said of a child after each of its tests, with how many opportunities each had by then. */
function follow(
  answers: readonly Answer[],
  schoolClass: number,
): Map<string, { named: boolean; opportunities: number }[]> {
  const times = [...new Set(answers.map(({ at }) => at.getTime()))];
  const told = new Map<string, { named: boolean; opportunities: number }[]>();
  const errors = new Set(answers.flatMap(({ item }) => item.wrong.flatMap((error) => error ?? [])));
  const sittings = times.map((time) => ({
    at: new Date(time),
    answers: answers
      .filter(({ at }) => at.getTime() === time)
      .map(({ right, item: { difficulty, guessing } }) => ({ right, difficulty, guessing })),
  }));
  // Estimated once, because a later estimate differs little.
  const { ability } = trackAbility(sittings, classMean(schoolClass), new Date(times.at(-1) as number));
  for (const time of times) {
    const now = new Date(time);
    for (const error of errors) {
      const opportunities = answers.flatMap(({ item, at, error: given }): Opportunity[] => {
        const alternatives = item.wrong.filter((one) => one === error).length;
        if (alternatives === 0 || at > now) return [];
        const wrong = 1 - (item.guessing + (1 - item.guessing) / (1 + Math.exp(item.difficulty - ability)));
        return [{ at, shows: given === error, chance: chanceWithoutError(wrong, alternatives, item.isWritten) }];
      });
      if (opportunities.length < TRACE.FEWEST_OPPORTUNITIES) continue;
      const { state } = traceError(opportunities, now);
      const list = told.get(error) ?? told.set(error, []).get(error)!;
      list.push({ named: state !== 'unsaid', opportunities: opportunities.length });
    }
  }
  return told;
}

/** What became of simulated children. */
interface Outcomes {
  found: { rate: number; within: boolean }[];
  /** Children without an error, and of how many of them one was said. */
  innocent: number;
  falsely: number;
  /** Sums over children: errors with `WITHIN` opportunities in the tests of the class, and all. */
  seen: number;
  all: number;
}

/** Plants errors in children and follows them through the tests of their class. */
function simulate(children: number, seed: number): Outcomes {
  const random = sequence(seed);
  const tests = readTests(random);
  const found: { rate: number; within: boolean }[] = [];
  let [falsely, innocent] = [0, 0];
  let [seen, all] = [0, 0];
  for (let child = 0; child < children; child += 1) {
    const schoolClass = 1 + (child % 6);
    const own = [...(tests.get(schoolClass) as Item[][])].sort(() => random() - 0.5);
    const ability = normal(random, classMean(schoolClass), 1);
    const counts = new Map<string, number>();
    for (const { wrong } of own.flat())
      for (const error of new Set(wrong)) if (error) counts.set(error, (counts.get(error) ?? 0) + 1);
    const possible = [...counts].filter(([, many]) => many >= WITHIN).map(([error]) => error);
    seen += possible.length;
    all += counts.size;
    const isInnocent = child % 12 < 6 || possible.length === 0;
    const planted = isInnocent
      ? null
      : { error: possible[Math.floor(random() * possible.length)] as string, rate: 0.5 + 0.4 * random() };
    // Without an error: what a family sees in six months. With one: all tests of the class, to count eight opportunities.
    const answers = own.slice(0, isInnocent ? 12 : own.length).flatMap((items, index) => {
      const at = new Date(FROM.getTime() + index * BETWEEN * DAY_MS);
      return items.map((item) => answer(random, item, at, ability, planted));
    });
    const told = follow(answers, schoolClass);
    if (planted) {
      const list = told.get(planted.error) ?? [];
      // Opportunities come in whole tests, so the check at which eight are reached or exceeded is the last one that counts.
      const last = list.find(({ opportunities }) => opportunities >= WITHIN)?.opportunities ?? WITHIN;
      found.push({
        rate: planted.rate,
        within: list.some(({ named, opportunities }) => named && opportunities <= last),
      });
    } else {
      innocent += 1;
      if ([...told.values()].some((list) => list.some(({ named }) => named))) falsely += 1;
    }
  }
  return { found, innocent, falsely, seen, all };
}

/** Measures which planted errors are found, and which are named that are not there. @param children of each seed. */
export function childErrors(children: number): Part {
  const runs = SEEDS.map((seed) => ({ seed, ...simulate(children, seed) }));
  const bands = [0.5, 0.6, 0.7, 0.8];
  const row = (name: string, found: Outcomes['found'], falsely: number) => [
    name,
    ...bands.map((from) =>
      percent(share(found.filter(({ rate }) => rate >= from && rate < from + 0.1).map((one) => one.within)), 0),
    ),
    percent(share(found.map((one) => one.within))),
    percent(falsely, 2),
  ];
  const sum = (of: (run: Outcomes) => number) => runs.reduce((total, run) => total + of(run), 0);
  const found = runs.flatMap((run) => run.found);
  const within = share(found.map((one) => one.within));
  const falsely = sum((run) => run.falsely) / sum((run) => run.innocent);
  return {
    lines: table([
      [
        'seed',
        ...bands.map((from) => `made in ${Math.round(100 * from)}–${Math.round(100 * from) + 10} %`),
        `found within ${WITHIN} opportunities`,
        'children with a false name',
      ],
      ...runs.map((run) => row(String(run.seed), run.found, run.falsely / run.innocent)),
      row('all', found, falsely),
    ]).concat([
      `Errors of a class with ${WITHIN} opportunities in its tests: ${(sum((run) => run.seen) / children / runs.length).toFixed(1)} of ${(sum((run) => run.all) / children / runs.length).toFixed(1)}, mean of the classes.`,
      '',
    ]),
    targets: [
      {
        what: `planted errors found within ${WITHIN} opportunities`,
        wanted: '≥ 90 %',
        measured: percent(within),
        met: within >= 0.9,
      },
      atMost('children without an error of whom one is said', 100 * falsely, 1, '%', 2),
    ],
  };
}
