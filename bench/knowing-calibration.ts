// How accurately difficulties are estimated from answers, and how long that takes.
import { classMean, SCALE } from '../src/domains/knowing/diagnostic/scale.rules.ts';
import { calibrateSparse } from '../src/domains/knowing/knowledge/rasch.rules.ts';
import { answerOf, type BankItem, normal, type Part, percent, readBank, rms, sequence, share } from './knowing-bank.ts';
import { atMost, table } from './report.ts';

/** Simulates tests of ten questions, taken by this number of children of the questions' class. Returns the answers as columns. */
function answersOf(bank: readonly BankItem[], children: number, each: number, seed: number) {
  const random = sequence(seed);
  const byClass = Map.groupBy(
    bank.map((item, place) => ({ item, place })),
    ({ item }) => item.schoolClass,
  );
  const starts = new Int32Array(children + 1);
  const item = new Int32Array(children * each);
  const right = new Uint8Array(children * each);
  const means: number[] = [];
  let at = 0;
  for (let child = 0; child < children; child += 1) {
    const schoolClass = 1 + (child % 6);
    const own = byClass.get(schoolClass) ?? [];
    const ability = normal(random, classMean(schoolClass), SCALE.ABILITY_SD);
    means.push(classMean(schoolClass));
    const taken = new Set<number>();
    while (taken.size < Math.min(each, own.length)) {
      const chosen = own[Math.floor(random() * own.length)] as (typeof own)[number];
      if (taken.has(chosen.place)) continue;
      taken.add(chosen.place);
      item[at] = chosen.place;
      right[at] = answerOf(random, ability, chosen.item) ?? 0;
      at += 1;
    }
    starts[child + 1] = at;
  }
  return { answers: { items: bank.length, starts, item: item.subarray(0, at), right: right.subarray(0, at) }, means };
}

const JOB = { points: 41, tolerance: 1e-3, rounds: 200 } as const;

export function calibration(
  bank: readonly BankItem[],
  counts: { calibration: readonly number[]; answers: number },
): Part {
  const rows: (string | number)[][] = [
    [
      'children, 50 answers each',
      'answers a question',
      'RMSE with priors',
      'RMSE without',
      'RMSE of the priors alone',
      'inside ±1 SE',
    ],
  ];
  const guessing = bank.map((one) => one.guessing);
  const priors = bank.map((one) => ({ mean: one.difficulty, sd: SCALE.DIFFICULTY_SD }));
  let better = true;
  for (const children of counts.calibration) {
    const { answers, means } = answersOf(bank, children, 50, 31 + children);
    const withPriors = calibrateSparse(answers, { ...JOB, abilityMeans: means, guessing, priors });
    const without = calibrateSparse(answers, { ...JOB, abilityMeans: means, guessing });
    const asked = bank.flatMap((one, place) => ((withPriors.counts[place] ?? 0) > 0 ? [{ one, place }] : []));
    const error = (found: readonly (number | null)[]) =>
      rms(asked.map(({ one, place }) => (found[place] as number) - one.truth));
    const inside = share(
      asked.map(
        ({ one, place }) =>
          Math.abs((withPriors.difficulties[place] as number) - one.truth) <=
          (withPriors.standardErrors[place] as number),
      ),
    );
    const prior = error(priors.map(({ mean }) => mean));
    better &&= error(withPriors.difficulties) < Math.min(error(without.difficulties), prior);
    rows.push([
      children,
      Math.round((children * 50) / asked.length),
      error(withPriors.difficulties).toFixed(2),
      error(without.difficulties).toFixed(2),
      prior.toFixed(2),
      percent(inside, 0),
    ]);
  }
  const whole = readBank(5);
  const { answers, means } = answersOf(whole, Math.round(counts.answers / 50), 50, 41);
  const begin = performance.now();
  const { rounds } = calibrateSparse(answers, {
    ...JOB,
    abilityMeans: means,
    guessing: whole.map((one) => one.guessing),
    priors: whole.map((one) => ({ mean: one.difficulty, sd: SCALE.DIFFICULTY_SD })),
  });
  const minutes = (performance.now() - begin) / 60_000;
  return {
    lines: [...table(rows), `${answers.item.length} answers to ${whole.length} questions: ${rounds} rounds.`, ''],
    targets: [
      {
        what: 'calibration with priors beats priors alone and answers alone',
        wanted: 'yes',
        measured: better ? 'yes' : 'no',
        met: better,
      },
      atMost(`calibration of ${answers.item.length} answers`, minutes, 5, 'min', 2),
    ],
  };
}
