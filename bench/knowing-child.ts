// Accuracy of the statements about one child: whether it made an effort, and whether it knows a theme.

import { classMean } from '../src/domains/knowing/diagnostic/scale.rules.ts';
import { chanceOfRight } from '../src/domains/knowing/knowledge/ability.rules.ts';
import { MASTERY, masteryState } from '../src/domains/knowing/knowledge/mastery.rules.ts';
import { attemptEffort, EFFORT, quickThreshold } from '../src/domains/sitting/attempts/effort.rules.ts';
import { DAY_MS } from '../src/shared/time.ts';
import { answerOf, type BankItem, meanOf, normal, type Part, percent, sequence, share } from './knowing-bank.ts';
import { atMost } from './report.ts';

/** How a simulated child takes a test. */
interface Manner {
  /** Index of the question from which it taps without reading. */
  guessesFrom: number;
  /** Whether it reads on, beginning with the question before it, after the pause that follows quick answers. */
  heeds: boolean;
}

/** As in `sitting/haste.rules.ts`. */
const QUICK_BEFORE_PAUSE = 3;

/** Guessers tap after about a second; honest children take half of the reading time expected from the text, some much less. */
function takeTest(random: () => number, bank: readonly BankItem[], { guessesFrom, heeds }: Manner) {
  const questions = Array.from({ length: 10 }, () => bank[Math.floor(random() * bank.length)] as BankItem);
  const thresholds = questions.map(({ words }) => quickThreshold({ medianMs: null, answers: 0, words }));
  const own = normal(random, 0, 0.3);
  const ability = normal(random);
  const reading = (item: BankItem) =>
    1000 *
    (EFFORT.SECONDS_TO_START + EFFORT.SECONDS_PER_WORD * item.words) *
    0.5 *
    Math.exp(own + normal(random, 0, 0.4));
  let [inRow, paused] = [0, false];
  const answers = questions.map((item, index) => {
    const reads = index < guessesFrom || (paused && heeds);
    let visibleMs = reads ? reading(item) : 1000 * Math.exp(normal(random, 0, 0.35));
    inRow = visibleMs < (thresholds[index] as number) ? inRow + 1 : 0;
    const pauses = !paused && inRow >= QUICK_BEFORE_PAUSE;
    paused ||= pauses;
    const readsAgain = pauses && heeds;
    if (readsAgain) visibleMs += reading(item);
    const knows = reads || readsAgain;
    return {
      visibleMs,
      right: knows ? answerOf(random, ability + classMean(item.schoolClass), item) === 1 : random() < 0.25,
      guessed: !knows,
    };
  });
  return {
    paused,
    level: attemptEffort(answers, thresholds).level,
    guessed: answers.filter(({ guessed }) => guessed).length,
  };
}

/** Finds children who guess, accuses none who read, and what the pause changes for those who heed it. */
export function effort(bank: readonly BankItem[], children: number): Part {
  const random = sequence(51);
  const many = (manner: Manner) => Array.from({ length: children }, () => takeTest(random, bank, manner));
  const isLow = ({ level }: { level: string }) => level === 'low';
  const guessers = many({ guessesFrom: 0, heeds: false });
  const honest = many({ guessesFrom: 10, heeds: false });
  const found = share(guessers.map(isLow));
  const accused = share(honest.map(isLow));
  const disturbed = share(honest.map(({ paused }) => paused));
  const row = (name: string, tests: readonly ReturnType<typeof takeTest>[]) =>
    `| ${name} | ${percent(share(tests.map(({ paused }) => paused)))} | ${percent(share(tests.map(isLow)))} | ${meanOf(tests.map(({ guessed }) => guessed)).toFixed(1)} |`;
  return {
    lines: [
      'What the pause after three quick answers changes, for children who do not heed it and for those who read from then on:',
      '',
      '| children | see the pause | results without effort | answers guessed of ten |',
      '|---|--:|--:|--:|',
      row('guess all, do not heed it', guessers),
      row('guess all, heed it', many({ guessesFrom: 0, heeds: true })),
      row('guess from the 5th, do not heed it', many({ guessesFrom: 4, heeds: false })),
      row('guess from the 5th, heed it', many({ guessesFrom: 4, heeds: true })),
      row('read', honest),
      '',
    ],
    targets: [
      {
        what: 'guessers found (median time 1.0 s an answer)',
        wanted: '≥ 90 %',
        measured: percent(found),
        met: found >= 0.9,
      },
      atMost('honest children said not to have tried', 100 * accused, 1, '%', 2),
      atMost('children who read and see the pause', 100 * disturbed, 1, '%', 2),
    ],
  };
}

/** Children answer 8 to 30 questions of a theme over some weeks, in tests of ten. */
export function map(bank: readonly BankItem[], children: number): Part {
  const random = sequence(61);
  const themes = [...Map.groupBy(bank, ({ theme }) => theme).values()].filter((items) => items.length >= 10);
  const now = new Date('2026-06-01T12:00:00Z');
  const said: { truth: number; knows: boolean }[] = [];
  for (let child = 0; child < children; child += 1) {
    const items = themes[Math.floor(random() * themes.length)] as BankItem[];
    const ability = normal(random, classMean((items[0] as BankItem).schoolClass), 1.2);
    const truth = meanOf(
      items.map((item) => chanceOfRight(ability, { difficulty: item.truth, guessing: item.guessing })),
    );
    const days = 1 + Math.floor(random() * 3);
    const unseen = [...items].sort(() => random() - 0.5);
    const evidence = Array.from({ length: days }, (_, day) => day).flatMap((day) =>
      unseen.slice(10 * day, 10 * day + 10).map((item) => {
        return { right: answerOf(random, ability, item) === 1, at: new Date(now.getTime() - (day * 14 + 1) * DAY_MS) };
      }),
    );
    said.push({ truth, knows: masteryState(evidence, now).state === 'knows' });
  }
  const told = said.filter(({ knows }) => knows);
  const among = (limit: number) => share(told.map(({ truth }) => truth < limit));
  const unknown = said.filter(({ truth }) => truth < MASTERY.KNOWN_SHARE);
  const wrong = share(unknown.map(({ knows }) => knows));
  return {
    lines: [
      `Of ${said.length} themes ${told.length} were said to be known. Of those, the true share right was below 0.8 in ${percent(among(0.8))}, below 0.7 in ${percent(among(0.7))}, below 0.6 in ${percent(among(0.6))}.`,
      '',
    ],
    targets: [atMost('themes not known (true share below 0.8) that are said to be', 100 * wrong, 5, '%', 1)],
  };
}
