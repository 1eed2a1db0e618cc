// Accuracy of the statements about one child: whether it made an effort, and whether it knows a theme.

import { classMean } from '../src/domains/knowing/diagnostic/scale.rules.ts';
import { chanceOfRight } from '../src/domains/knowing/knowledge/ability.rules.ts';
import { MASTERY, masteryState } from '../src/domains/knowing/knowledge/mastery.rules.ts';
import { attemptEffort, EFFORT, quickThreshold } from '../src/domains/sitting/attempts/effort.rules.ts';
import { DAY_MS } from '../src/shared/time.ts';
import { answerOf, type BankItem, meanOf, normal, type Part, percent, sequence, share } from './knowing-bank.ts';
import { atMost } from './report.ts';

/** Guessers tap after about a second; honest children take half of the reading time expected from the text, some much less. */
export function effort(bank: readonly BankItem[], children: number): Part {
  const random = sequence(51);
  const run = (honest: boolean) => {
    const questions = Array.from({ length: 10 }, () => bank[Math.floor(random() * bank.length)] as BankItem);
    const thresholds = questions.map(({ words }) => quickThreshold({ medianMs: null, answers: 0, words }));
    const own = normal(random, 0, 0.3);
    const ability = normal(random);
    const answers = questions.map((item) => {
      const usual = 1000 * (EFFORT.SECONDS_TO_START + EFFORT.SECONDS_PER_WORD * item.words);
      const visibleMs = honest
        ? usual * 0.5 * Math.exp(own + normal(random, 0, 0.4))
        : 1000 * Math.exp(normal(random, 0, 0.35));
      const right = honest ? answerOf(random, ability + classMean(item.schoolClass), item) === 1 : random() < 0.25;
      return { visibleMs, right };
    });
    return attemptEffort(answers, thresholds).level === 'low';
  };
  const found = share(Array.from({ length: children }, () => run(false)));
  const accused = share(Array.from({ length: children }, () => run(true)));
  return {
    lines: [],
    targets: [
      {
        what: 'guessers found (median time 1.0 s an answer)',
        wanted: '≥ 90 %',
        measured: percent(found),
        met: found >= 0.9,
      },
      atMost('honest children said not to have tried', 100 * accused, 1, '%', 2),
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
