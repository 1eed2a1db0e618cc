// How accurately the ability of a child is followed from its ordinary tests, and what a short check adds.

import { classesFor, DIAGNOSTIC, isOver, priorFrom } from '../src/domains/knowing/diagnostic/diagnostic.rules.ts';
import { certaintyOf, levelAt, levelThresholds } from '../src/domains/knowing/diagnostic/level.rules.ts';
import { classMean, className, SCALE } from '../src/domains/knowing/diagnostic/scale.rules.ts';
import { type Sitting, trackAbility } from '../src/domains/knowing/diagnostic/tracking.rules.ts';
import type { Ability } from '../src/domains/knowing/knowledge/ability.rules.ts';
import { DAY_MS } from '../src/shared/time.ts';
import { ownCpu } from './cpu.ts';
import { type BankItem, meanOf, normal, type Part, percent, rms, sequence, share } from './knowing-bank.ts';
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

/** Children who take the short check, which is slower to simulate. */
const CHECKED = 1_200;
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

/** Lets each child take the short check; returns the estimates after it. */
function check(bank: readonly BankItem[], children: ReturnType<typeof follow>) {
  const random = sequence(6);
  const known = bank.map((item) => ({ ...item, difficulty: normal(random, item.truth, DIFFICULTY_ERROR) }));
  const byClass = Map.groupBy(known, ({ schoolClass }) => schoolClass);
  const thresholds = levelThresholds(byClass);
  const diagnostics = new Diagnostics(known, random);
  return children.flatMap(({ kind, schoolClass, ability, found: tracked }) => {
    const prior = priorFrom(tracked);
    if (!prior) return [];
    const classes = classesFor(className(schoolClass));
    const own = thresholds.filter((one) => classes.includes(one.schoolClass));
    const ends = (asked: number, standardError: number, at: number) =>
      isOver(asked, standardError, false, { certainty: certaintyOf({ ability: at, standardError }, own) });
    const found = diagnostics.take(className(schoolClass), ability, ends, {}, prior);
    return [{ kind, schoolClass, ability, found }];
  });
}

/** Measures how accurately children of each kind are followed. */
export function tracking(bank: readonly BankItem[], children: number): Part {
  const began = ownCpu();
  const all = follow(bank, children, 5);
  const cpu = (ownCpu() - began) / children;
  const byClass = Map.groupBy(bank, ({ schoolClass }) => schoolClass);
  const thresholds = levelThresholds(
    new Map([...byClass].map(([number, own]) => [number, own.map((item) => ({ ...item, difficulty: item.truth }))])),
  );
  const levelOf = (ability: number) => levelAt({ ability, standardError: 0 }, thresholds).schoolClass;
  const checked = check(bank, all.slice(0, CHECKED));
  const figuresOf = (some: readonly { ability: number; found: Ability }[]) => ({
    error: meanOf(some.map(({ found }) => found.standardError)),
    bias: meanOf(some.map(({ found, ability }) => found.ability - ability)),
    rmse: rms(some.map(({ found, ability }) => found.ability - ability)),
    covered: share(some.map(({ found, ability }) => Math.abs(found.ability - ability) <= found.standardError)),
    level: share(some.map(({ found, ability }) => levelOf(found.ability) === levelOf(ability))),
    told: share(some.map(({ found }) => found.standardError <= 0.4)),
  });
  const row = (name: string, some: readonly { ability: number; found: Ability }[]) => {
    const { error, bias, rmse, covered, level, told } = figuresOf(some);
    return [
      name,
      error.toFixed(2),
      bias.toFixed(2),
      rmse.toFixed(2),
      percent(covered, 0),
      percent(level, 0),
      percent(told, 0),
    ];
  };
  const kinds = Object.keys(KINDS) as Kind[];
  const whole = figuresOf(all);
  const after = figuresOf(checked);
  const short = share(checked.map(({ found }) => found.asked === DIAGNOSTIC.FEWEST_CHECK));
  const usual = figuresOf(all.filter(({ kind }) => kind === 'usual'));
  return {
    lines: table([
      ['children, after six months', 'mean SE', 'bias', 'RMSE', 'inside ±1 SE', 'class right', 'SE ≤ 0.40'],
      ...kinds.map((kind) =>
        row(
          kind,
          all.filter((one) => one.kind === kind),
        ),
      ),
      row('all', all),
      row('all, after the short check', checked),
    ]).concat([informedClass(bank, all.slice(0, INFORMED), thresholds), '']),
    targets: [
      atMost('standard error after six months, usual children', usual.error, 0.33, 'logit', 2),
      atMost('bias after six months, all children', Math.abs(whole.bias), 0.1, 'logit', 2),
      {
        what: 'abilities inside ±1 standard error after six months',
        wanted: '63–73 %',
        measured: percent(whole.covered),
        met: whole.covered >= 0.63 && whole.covered <= 0.73,
      },
      {
        what: 'abilities inside ±1 standard error after the short check',
        wanted: '63–73 %',
        measured: percent(after.covered),
        met: after.covered >= 0.63 && after.covered <= 0.73,
      },
      {
        what: 'class right after the short check',
        wanted: '≥ 78 %',
        measured: percent(after.level),
        met: after.level >= 0.78,
      },
      {
        what: 'children whose check ends at eight questions',
        wanted: '≥ 80 %',
        measured: percent(short),
        met: short >= 0.8,
      },
      atMost('CPU to follow and simulate a child of six months', cpu, 5, 'ms', 2),
    ],
  };
}
