// How many questions the diagnostic needs, and how accurate it is.
import {
  abilityAfter,
  chooseNext,
  classesFor,
  DIAGNOSTIC,
  type GivenAnswer,
  isOver,
  isOverexposed,
  type Prior,
  priorOfClass,
} from '../src/domains/knowing/diagnostic/diagnostic.rules.ts';
import { levelAt, levelThresholds } from '../src/domains/knowing/diagnostic/level.rules.ts';
import { classMean, className, SCALE } from '../src/domains/knowing/diagnostic/scale.rules.ts';
import { chanceOfRight } from '../src/domains/knowing/knowledge/ability.rules.ts';
import { type BankItem, meanOf, normal, type Part, percent, rms, sequence, share } from './knowing-bank.ts';
import { atMost, table } from './report.ts';

/** How a simulated child answers. */
export interface Habits {
  /** Share of the questions it does not know to which it says «Ainda não aprendi», instead of guessing. */
  saysNotLearned?: number;
  /** Share of the questions it knows that it gets wrong all the same. */
  slips?: number;
}

/** Returns the answer of a child to a question: it knows it, says that it does not, or guesses. */
function givenBy(random: () => number, ability: number, item: BankItem, habits: Habits): GivenAnswer {
  const { saysNotLearned = 0, slips = 0 } = habits;
  if (random() < chanceOfRight(ability, { difficulty: item.truth }))
    return { isRight: random() >= slips, selectedAnswer: 'A' };
  if (random() < saysNotLearned) return { isRight: false, selectedAnswer: null };
  return { isRight: random() < item.guessing, selectedAnswer: 'A' };
}

/** Simulates the diagnostic; recent exposure of questions is counted as in the database. */
export class Diagnostics {
  readonly #pool: readonly BankItem[];
  readonly #random: () => number;
  readonly #lately = new Map<string, { questions: string[] }[]>();
  /** Highest share in which any question was asked in a full window. */
  highestExposure = 0;

  constructor(pool: readonly BankItem[], random: () => number) {
    this.#pool = pool;
    this.#random = random;
  }

  take(
    schoolClass: string,
    ability: number,
    ends: (asked: number, standardError: number, ability: number) => boolean,
    habits: Habits = {},
    prior: Prior = priorOfClass(schoolClass),
  ) {
    const classes = new Set(classesFor(schoolClass));
    const pool = this.#pool.filter((item) => classes.has(item.schoolClass));
    const lately = this.#lately.get(schoolClass) ?? [];
    this.#lately.set(schoolClass, lately);
    const uses = new Map<string, number>();
    const own = { questions: [] as string[] };
    lately.push(own);
    if (lately.length > DIAGNOSTIC.EXPOSURE_WINDOW) lately.shift();
    for (const { questions } of lately) for (const one of questions) uses.set(one, (uses.get(one) ?? 0) + 1);
    const tired = new Set(
      pool.flatMap(({ content }, place) => (isOverexposed(uses.get(content) ?? 0, lately.length) ? [place] : [])),
    );
    const asked: number[] = [];
    const answers: (GivenAnswer & BankItem)[] = [];
    let estimate = { ability: 0, standardError: Number.POSITIVE_INFINITY };
    while (!ends(asked.length, estimate.standardError, estimate.ability)) {
      const place = chooseNext({ asked, answers }, pool, prior, tired, this.#random);
      if (place === null) break;
      const item = pool[place] as BankItem;
      asked.push(place);
      own.questions.push(item.content);
      answers.push({ ...item, ...givenBy(this.#random, ability, item, habits) });
      estimate = abilityAfter(answers, prior);
    }
    if (lately.length === DIAGNOSTIC.EXPOSURE_WINDOW) {
      for (const one of own.questions)
        this.highestExposure = Math.max(this.highestExposure, ((uses.get(one) ?? 0) + 1) / lately.length);
    }
    return { ...estimate, asked: asked.length, right: answers.filter(({ isRight }) => isRight).length };
  }
}

/** Returns how many questions an adaptive test and a fixed form of the same classes need to reach a standard error of 0.40. */
export function itemsSaved(bank: readonly BankItem[], children: number): Part {
  const random = sequence(11);
  const pool = bank.map((item) => ({ ...item, difficulty: item.truth }));
  const diagnostics = new Diagnostics(pool, random);
  const [adaptive, fixed]: [number[], number[]] = [[], []];
  for (let child = 0; child < children; child += 1) {
    const schoolClass = 1 + (child % 6);
    const ability = normal(random, classMean(schoolClass), SCALE.ABILITY_SD);
    const ends = (asked: number, error: number) => asked >= 150 || error <= DIAGNOSTIC.ENOUGH_SE;
    adaptive.push(diagnostics.take(className(schoolClass), ability, ends).asked);
    fixed.push(fixedForm(pool, random, schoolClass, ability));
  }
  const saved = 1 - meanOf(adaptive) / meanOf(fixed);
  const sorted = (values: number[]) => [...values].sort((one, other) => one - other);
  const tenth = (values: number[], at: number) => sorted(values)[Math.floor(values.length * at)] as number;
  return {
    lines: table([
      ['questions until a standard error of 0.40', 'mean', 'half of the children', 'nine of ten'],
      ['adaptive', meanOf(adaptive).toFixed(1), tenth(adaptive, 0.5), tenth(adaptive, 0.9)],
      [
        'fixed form, a random sample of the same classes',
        meanOf(fixed).toFixed(1),
        tenth(fixed, 0.5),
        tenth(fixed, 0.9),
      ],
    ]),
    targets: [
      {
        what: 'fewer questions than a fixed form for a standard error of 0.40',
        wanted: '≥ 25 %',
        measured: percent(saved),
        met: saved >= 0.25,
      },
    ],
  };
}

/** Asks questions of a random sample of the child's classes until the standard error is reached; 150 at most. */
function fixedForm(pool: readonly BankItem[], random: () => number, schoolClass: number, ability: number): number {
  const classes = new Set(classesFor(className(schoolClass)));
  const own = pool.filter((item) => classes.has(item.schoolClass));
  const asked: (GivenAnswer & BankItem)[] = [];
  const taken = new Set<number>();
  while (asked.length < 150) {
    const place = Math.floor(random() * own.length);
    if (taken.has(place)) continue;
    taken.add(place);
    const item = own[place] as BankItem;
    asked.push({ ...item, ...givenBy(random, ability, item, {}) });
    // One answer adds little information, so the error is computed at every answer near the end and at every fourth before.
    if (asked.length < 20 || asked.length % 2) continue;
    if (abilityAfter(asked, priorOfClass(className(schoolClass))).standardError <= DIAGNOSTIC.ENOUGH_SE) break;
  }
  return asked.length;
}

interface Run {
  schoolClass: number;
  ability: number;
  found: ReturnType<Diagnostics['take']>;
}

/** Runs the diagnostic with the settings that families get. */
function asUsed(
  bank: readonly BankItem[],
  children: number,
  known: (item: BankItem) => number,
  flat: boolean,
  seed: number,
) {
  const random = sequence(seed);
  const pool = bank.map((item) => ({ ...item, difficulty: known(item) }));
  const diagnostics = new Diagnostics(pool, random);
  const runs: Run[] = [];
  for (let child = 0; child < children; child += 1) {
    const schoolClass = 1 + (child % 6);
    const mean = classMean(schoolClass);
    const ability = flat ? mean - 2 + 4 * random() : normal(random, mean, SCALE.ABILITY_SD);
    const found = diagnostics.take(className(schoolClass), ability, (asked, error) => isOver(asked, error, false));
    runs.push({ schoolClass, ability, found });
  }
  return { runs, pool, highestExposure: diagnostics.highestExposure };
}

/** Returns the mean error for each half logit of distance from the class's mean, from −2 to 2. */
function biases(runs: readonly Run[]): { from: number; bias: number; children: number }[] {
  return Array.from({ length: 8 }, (_, index) => {
    const from = -2 + index / 2;
    const own = runs.filter(({ ability, schoolClass }) => {
      const distance = ability - classMean(schoolClass);
      return distance >= from && distance < from + 0.5;
    });
    return { from, bias: meanOf(own.map(({ ability, found }) => found.ability - ability)), children: own.length };
  });
}

const covered = (runs: readonly Run[]) =>
  share(runs.map(({ ability, found }) => Math.abs(found.ability - ability) <= found.standardError));

function levelsRight(runs: readonly Run[], pool: readonly BankItem[]): { exact: number; withinOne: number } {
  const truth = levelThresholds(
    Map.groupBy(
      pool.map((item) => ({ ...item, difficulty: item.truth })),
      (item) => item.schoolClass,
    ),
  );
  const known = levelThresholds(Map.groupBy(pool, (item) => item.schoolClass));
  const errors = runs.map(({ schoolClass, ability, found }) => {
    const classes = classesFor(className(schoolClass));
    const own = (all: typeof truth) => all.filter((one) => classes.includes(one.schoolClass));
    const lowest = (classes[0] as number) - 1;
    const right = levelAt({ ability, standardError: 0 }, own(truth)).schoolClass ?? lowest;
    return Math.abs((levelAt(found, own(known)).schoolClass ?? lowest) - right);
  });
  return { exact: share(errors.map((error) => error === 0)), withinOne: share(errors.map((error) => error <= 1)) };
}

export function diagnostic(bank: readonly BankItem[], children: number): Part {
  const calibrated = asUsed(bank, children, (item) => item.truth, false, 21);
  const even = asUsed(bank, children, (item) => item.truth, true, 22);
  const cold = asUsed(bank, children, (item) => item.difficulty, false, 23);
  const coldEven = asUsed(bank, children, (item) => item.difficulty, true, 24);
  const worst = (runs: readonly Run[]) => Math.max(...biases(runs).map(({ bias }) => Math.abs(bias)));
  const row = (name: string, { runs, pool, highestExposure }: typeof calibrated, flat: typeof even) => {
    const levels = levelsRight(runs, pool);
    return [
      name,
      meanOf(runs.map(({ found }) => found.asked)).toFixed(1),
      meanOf(runs.map(({ found }) => found.standardError)).toFixed(2),
      rms(runs.map(({ ability, found }) => found.ability - ability)).toFixed(2),
      percent(meanOf(runs.map(({ found }) => found.right / found.asked)), 0),
      worst(flat.runs).toFixed(2),
      percent(covered(runs), 0),
      percent(highestExposure, 0),
      percent(levels.exact, 0),
      percent(levels.withinOne),
    ];
  };
  const levels = levelsRight(calibrated.runs, calibrated.pool);
  const coverage = covered(calibrated.runs);
  return {
    lines: [
      ...table([
        [
          'difficulties',
          'questions',
          'mean SE',
          'RMSE',
          'right',
          'worst bias inside ±2',
          'inside ±1 SE',
          'highest exposure',
          'class right',
          'within one class',
        ],
        row('calibrated', calibrated, even),
        row('first day, from class and author only', cold, coldEven),
      ]),
      ...table([
        [
          'distance from the mean of the class',
          ...biases(even.runs).map(({ from }) => `${from.toFixed(1)} to ${(from + 0.5).toFixed(1)}`),
        ],
        ['bias, calibrated', ...biases(even.runs).map(({ bias }) => bias.toFixed(2))],
        ['bias, first day', ...biases(coldEven.runs).map(({ bias }) => bias.toFixed(2))],
      ]),
    ],
    targets: [
      atMost('bias inside ±2 logits, worst half logit', worst(even.runs), 0.1, 'logit', 2),
      {
        what: 'abilities inside the band of ±1 standard error',
        wanted: '63–73 %',
        measured: percent(coverage),
        met: coverage >= 0.63 && coverage <= 0.73,
      },
      atMost(
        'highest exposure of a question',
        100 * Math.max(calibrated.highestExposure, cold.highestExposure),
        25,
        '%',
        1,
      ),
      {
        what: 'level right within one class',
        wanted: '≥ 95 %',
        measured: percent(levels.withinOne),
        met: levels.withinOne >= 0.95,
      },
    ],
  };
}

/** The habits whose effect on the estimate is measured. */
const HABITS: readonly [string, Habits][] = [
  ['never', {}],
  ['half of the time', { saysNotLearned: 0.5 }],
  ['always', { saysNotLearned: 1 }],
  ['never; 8 % of slips', { slips: 0.08 }],
];

/** Returns the bias of the estimate for children with some habits: the mean error, and how many answers were «Ainda não aprendi». */
export function biasWith(bank: readonly BankItem[], habits: Habits, children: number, seed: number): number {
  const random = sequence(seed);
  const diagnostics = new Diagnostics(
    bank.map((item) => ({ ...item, difficulty: item.truth })),
    random,
  );
  const errors = Array.from({ length: children }, (_, child) => {
    const schoolClass = 1 + (child % 6);
    const ability = normal(random, classMean(schoolClass), SCALE.ABILITY_SD);
    const ends = (asked: number, error: number) => isOver(asked, error, false);
    return diagnostics.take(className(schoolClass), ability, ends, habits).ability - ability;
  });
  return meanOf(errors);
}

/** Measures what «Ainda não aprendi» and slips do to the estimate. */
export function habits(bank: readonly BankItem[], children: number): Part {
  const biases = HABITS.map(([name, of], place) => ({ name, of, bias: biasWith(bank, of, children, 81 + place) }));
  return {
    lines: table([
      ['says «Ainda não aprendi»', 'bias in logits'],
      ...biases.map(({ name, bias }) => [name, bias.toFixed(2)]),
    ]),
    targets: [
      atMost(
        'bias for children who never, sometimes or always say «Ainda não aprendi»',
        Math.max(...biases.filter(({ of }) => !of.slips).map(({ bias }) => Math.abs(bias))),
        0.1,
        'logit',
        2,
      ),
    ],
  };
}
