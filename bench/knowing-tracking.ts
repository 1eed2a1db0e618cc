// How accurately the ability of a child is followed from its ordinary tests, and what a short check adds.

import { classesFor, DIAGNOSTIC, isOver, priorFrom } from '../src/domains/knowing/diagnostic/diagnostic.rules.ts';
import {
  certaintyOf,
  levelAt,
  levelThresholds,
  type Thresholds,
} from '../src/domains/knowing/diagnostic/level.rules.ts';
import { classMean, className, SCALE } from '../src/domains/knowing/diagnostic/scale.rules.ts';
import { type Sitting, trackAbility } from '../src/domains/knowing/diagnostic/tracking.rules.ts';
import type { Ability } from '../src/domains/knowing/knowledge/ability.rules.ts';
import { DAY_MS } from '../src/shared/time.ts';
import { ownCpu } from './cpu.ts';
import { type BankItem, meanOf, normal, type Part, percent, readBank, rms, sequence, share } from './knowing-bank.ts';
import { Diagnostics } from './knowing-diagnostic.ts';
import { chanceInTest, informedClass, type SimulatedTest, UNEVEN } from './knowing-informed.ts';
import { atMost, table } from './report.ts';

/** Kinds of simulated children: growth in logits a year, and how they take their tests. */
const KINDS = {
  usual: { growth: 0.8 },
  /** Guesses in every third test; effort finds these, and they do not count. */
  guessing: { growth: 0.8, guesses: 3 },
  /** A parent helps in every third test. */
  helped: { growth: 0.8, helped: 3 },
  quick: { growth: 1.4 },
  slow: { growth: 0.2 },
  /** Answers nothing in the last two months. */
  away: { growth: 0.8, pause: 60 },
} as const;
type Kind = keyof typeof KINDS;

/** Children who take the short check, which is slower to simulate, with each of the seeds. */
const CHECKED = 1_000;
const CHECK_SEEDS = [1, 2, 3, 4];
/** Children of whom the observer is asked. */
const INFORMED = 400;
const FROM = new Date('2026-02-01T12:00:00Z');
const DAYS = 182;
/** Spread of the known difficulties around the true ones. */
const DIFFICULTY_ERROR = 0.42;

/** Simulates six months with two tests of ten questions a month, with difficulties that are not known exactly. */
function follow(bank: readonly BankItem[], children: number, seed: number) {
  const random = sequence(seed);
  const known = bank.map((item) => ({ ...item, difficulty: normal(random, item.truth, DIFFICULTY_ERROR) }));
  const byClass = Map.groupBy(known, ({ schoolClass }) => schoolClass);
  const kinds = Object.keys(KINDS) as Kind[];
  const now = new Date(FROM.getTime() + DAYS * DAY_MS);
  return Array.from({ length: children }, (_, child) => {
    const kind = kinds[child % kinds.length] as Kind;
    const of: { growth: number; guesses?: number; helped?: number; pause?: number } = KINDS[kind];
    const schoolClass = 1 + (Math.floor(child / kinds.length) % 6);
    const items = byClass.get(schoolClass) as BankItem[];
    let ability = normal(random, classMean(schoolClass), SCALE.ABILITY_SD);
    const sittings: Sitting[] = [];
    const tests: SimulatedTest[] = [];
    for (let test = 0; test < 12; test += 1) {
      const day = Math.round(((test + 0.5) * DAYS) / 12);
      const learned = (of.growth * DAYS) / 12 / 365.25;
      ability += learned + normal(random, 0, UNEVEN);
      const isMissed = of.pause !== undefined && day > DAYS - of.pause;
      if (isMissed || (of.guesses && test % of.guesses === 2)) {
        tests.push({ learned, isHelped: false, answers: [] });
        continue;
      }
      const isHelped = of.helped !== undefined && test % of.helped === 2;
      const answers = Array.from({ length: 10 }, () => {
        const item = items[Math.floor(random() * items.length)] as BankItem;
        const { difficulty, truth, guessing } = item;
        return { right: random() < chanceInTest(ability, isHelped, item), difficulty, truth, guessing };
      });
      tests.push({ learned, isHelped, answers });
      sittings.push({ at: new Date(FROM.getTime() + day * DAY_MS), answers });
    }
    const found = trackAbility(sittings, classMean(schoolClass), now);
    return { kind, schoolClass, ability, tests, found };
  });
}

/** A child with its ability, and what was found of it. */
interface Followed {
  kind: Kind;
  ability: number;
  found: Ability;
  /** Whether the class that the program names is the one that it would name if it knew the ability. A check names a class that it asks. */
  isRight: boolean;
  /** The same if any of the six classes could be named. */
  isRightOfAll: boolean;
}

/** Lets children take the short check after six months, over a bank with other true difficulties for each seed. */
export function checkedChildren(children: number, seed: number): (Followed & { asked: number })[] {
  const bank = readBank(seed, 'Matemática');
  // Other numbers than those of the bank and of the children: errors of difficulties must not follow the difficulties.
  const random = sequence(200 + seed);
  const known = bank.map((item) => ({ ...item, difficulty: normal(random, item.truth, DIFFICULTY_ERROR) }));
  const [thresholds, truth] = [thresholdsOf(known), thresholdsOf(atTruth(bank))];
  const diagnostics = new Diagnostics(known, random);
  return follow(bank, children, 100 + seed).flatMap(({ kind, schoolClass, ability, found: tracked }) => {
    const prior = priorFrom(tracked);
    if (!prior) return [];
    const classes = classesFor(className(schoolClass));
    const asked = (all: Thresholds) => all.filter((one) => classes.includes(one.schoolClass));
    const ends = (answered: number, standardError: number, at: number) =>
      isOver(answered, standardError, false, {
        certainty: certaintyOf({ ability: at, standardError }, asked(thresholds)),
      });
    const found = diagnostics.take(className(schoolClass), ability, ends, {}, prior);
    return [
      {
        kind,
        ability,
        found,
        asked: found.asked,
        isRight: classOf(found.ability, asked(thresholds)) === classOf(ability, asked(truth)),
        isRightOfAll: classOf(found.ability, thresholds) === classOf(ability, truth),
      },
    ];
  });
}

const atTruth = (bank: readonly BankItem[]) => bank.map((item) => ({ ...item, difficulty: item.truth }));
const thresholdsOf = (items: readonly BankItem[]) => levelThresholds(Map.groupBy(items, (item) => item.schoolClass));
const classOf = (ability: number, thresholds: Thresholds) =>
  levelAt({ ability, standardError: 0 }, thresholds).schoolClass;

/** Figures of children after six months of tests, or after the short check. */
export function figuresOf(some: readonly Followed[]) {
  const errors = some.map(({ found, ability }) => found.ability - ability);
  return {
    error: meanOf(some.map(({ found }) => found.standardError)),
    bias: meanOf(errors),
    rmse: rms(errors),
    covered: share(some.map(({ found, ability }) => Math.abs(found.ability - ability) <= found.standardError)),
    level: share(some.map(({ isRight }) => isRight)),
    levelOfAll: share(some.map(({ isRightOfAll }) => isRightOfAll)),
    told: share(some.map(({ found }) => found.standardError <= 0.4)),
  };
}

/** Share of the checks that end at the fewest questions, and the mean number of questions. */
export function lengthOf(checked: readonly { asked: number }[]) {
  return {
    short: share(checked.map(({ asked }) => asked === DIAGNOSTIC.FEWEST_CHECK)),
    asked: meanOf(checked.map(({ asked }) => asked)),
  };
}

const row = (name: string, some: readonly Followed[]) => {
  const { error, bias, rmse, covered, level, levelOfAll, told } = figuresOf(some);
  const numbers = [error, bias, rmse].map((value) => value.toFixed(2));
  return [name, ...numbers, ...[covered, level, levelOfAll, told].map((value) => percent(value, 0))];
};

/** Measures how accurately children of each kind are followed. */
export function tracking(bank: readonly BankItem[], children: number): Part {
  const began = ownCpu();
  const followed = follow(bank, children, 5);
  const cpu = (ownCpu() - began) / children;
  const thresholds = thresholdsOf(atTruth(bank));
  const all = followed.map(({ kind, ability, found }): Followed => {
    const isRight = classOf(found.ability, thresholds) === classOf(ability, thresholds);
    return { kind, ability, found, isRight, isRightOfAll: isRight };
  });
  const checked = CHECK_SEEDS.flatMap((seed) => checkedChildren(CHECKED, seed));
  const kinds = Object.keys(KINDS) as Kind[];
  const whole = figuresOf(all);
  const after = figuresOf(checked);
  const { short, asked } = lengthOf(checked);
  const usual = figuresOf(all.filter(({ kind }) => kind === 'usual'));
  const inBand = (what: string, covered: number) => ({
    what: `abilities inside ±1 standard error after ${what}`,
    wanted: '63–73 %',
    measured: percent(covered),
    met: covered >= 0.63 && covered <= 0.73,
  });
  const atLeast = (what: string, wanted: number, measured: number) => {
    return { what, wanted: `≥ ${percent(wanted, 0)}`, measured: percent(measured), met: measured >= wanted };
  };
  const ofKinds = (some: readonly Followed[], when = '') =>
    kinds.map((kind) =>
      row(
        kind + when,
        some.filter((one) => one.kind === kind),
      ),
    );
  return {
    lines: table([
      ['children', 'mean SE', 'bias', 'RMSE', 'inside ±1 SE', 'class right', 'of all six classes', 'SE ≤ 0.40'],
      ...ofKinds(all),
      row('all', all),
      ...ofKinds(checked, ', after the short check'),
      row('all, after the short check', checked),
    ]).concat([
      `A check asks ${asked.toFixed(1)} questions.`,
      informedClass(bank, followed.slice(0, INFORMED), thresholds),
      '',
    ]),
    targets: [
      atMost('standard error after six months, usual children', usual.error, 0.33, 'logit', 2),
      atMost('bias after six months, all children', Math.abs(whole.bias), 0.1, 'logit', 2),
      inBand('six months', whole.covered),
      inBand('the short check', after.covered),
      atLeast('class right after the short check', 0.78, after.level),
      atLeast('children whose check ends at eight questions', 0.8, short),
      atMost('CPU to follow and simulate a child of six months', cpu, 5, 'ms', 2),
    ],
  };
}
