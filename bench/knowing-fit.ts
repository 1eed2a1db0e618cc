// How many questions with a defect the fit rule finds, and how many good ones it accuses.
import { calibrateQuestions } from '../src/domains/knowing/diagnostic/calibration.rules.ts';
import {
  classMean,
  className,
  difficultyPrior,
  guessingOf,
  SCALE,
} from '../src/domains/knowing/diagnostic/scale.rules.ts';
import { chances } from '../src/shared/chances.ts';
import { normal, type Part, percent } from './knowing-bank.ts';
import { atMost, table } from './report.ts';

/** What is wrong with a simulated question. */
export const DEFECTS = {
  /** The abler a child, the more often it is wrong. */
  reversed: 'reversed',
  /** Half of the children are right, whatever they know. */
  coin: 'coin flip',
  /** One of four is right, whatever they know. */
  guessed: 'blind guessing',
  /** The key is one of the wrong alternatives. */
  'wrong-key': 'wrong key',
} as const;
export type Defect = keyof typeof DEFECTS;

export interface FitStudy {
  seed: number;
  schoolClass: number;
  questions: number;
  /** Answers to each question, and questions that each child answers (a test of ten). */
  answers: number;
  each?: number;
  /** Every so many questions have a defect, each kind in turn. */
  defectEvery: number;
  /** Standard deviation of the logarithm of the good questions' slopes; 0: all have slope 1. */
  slopeSd?: number;
}

/** Simulates children of one class, calibrates as every night, and returns for each question its defect and whether it was found. */
export function studyFit({ seed, schoolClass, questions, answers, each = 10, defectEvery, slopeSd = 0 }: FitStudy) {
  const random = chances(seed);
  const kinds = Object.keys(DEFECTS) as Defect[];
  const guessing = guessingOf(4);
  const bank = Array.from({ length: questions }, (_, place) => {
    const author = 1 + (place % 5);
    const prior = difficultyPrior(schoolClass, author);
    const truth = normal(random, prior.mean, prior.sd);
    const slope = Math.exp(normal(random, 0, slopeSd));
    const defect = place % defectEvery === 0 ? kinds[(place / defectEvery) % kinds.length] : undefined;
    const chanceOf = (ability: number) => {
      const knows = 1 / (1 + Math.exp(slope * (truth - ability)));
      const right = guessing + (1 - guessing) * knows;
      if (defect === 'coin') return 0.5;
      if (defect === 'guessed') return 0.25;
      if (defect === 'wrong-key') return (1 - right) / 3;
      return defect === 'reversed' ? guessing + (1 - guessing) * (1 - knows) : right;
    };
    return {
      content: String(place),
      schoolClass: className(schoolClass),
      author,
      alternatives: 4,
      defect,
      chanceOf,
    };
  });
  const starts = [0];
  const item: number[] = [];
  const right: number[] = [];
  const children = Math.round((answers * questions) / each);
  for (let child = 0; child < children; child += 1) {
    const ability = normal(random, classMean(schoolClass), SCALE.ABILITY_SD);
    const asked = new Set<number>();
    while (asked.size < each) asked.add(Math.floor(random() * questions));
    for (const place of asked) {
      item.push(place);
      right.push(random() < (bank[place]?.chanceOf(ability) ?? 0) ? 1 : 0);
    }
    starts.push(item.length);
  }
  const calibrated = calibrateQuestions(bank, {
    starts: Int32Array.from(starts),
    item: Int32Array.from(item),
    right: Uint8Array.from(right),
    abilityMeans: Array<number>(children).fill(classMean(schoolClass)),
  });
  return calibrated.map(({ content, misfit }) => ({ defect: bank[Number(content)]?.defect, misfit }));
}

/** Returns the share of questions with a defect that were found, for each kind, and of good ones that were accused. */
export function sharesFound(found: ReturnType<typeof studyFit>): Record<Defect | 'good', number> {
  const share = (defect: Defect | undefined) => {
    const own = found.filter((one) => one.defect === defect);
    return own.filter(({ misfit }) => misfit !== null).length / own.length;
  };
  return {
    good: share(undefined),
    reversed: share('reversed'),
    coin: share('coin'),
    guessed: share('guessed'),
    'wrong-key': share('wrong-key'),
  };
}

/** Measures the fit rule at several numbers of answers. */
export function fitOfQuestions(questions: number): Part {
  const rows: (string | number)[][] = [
    ['answers a question', 'slopes of good questions', 'good accused', ...Object.values(DEFECTS)],
  ];
  const found = [100, 200, 500, 2_000].flatMap((answers) =>
    [0, 0.2].map((slopeSd) => {
      const shares = sharesFound(
        studyFit({ seed: answers, schoolClass: 4, questions, answers, defectEvery: 8, slopeSd }),
      );
      rows.push([
        answers,
        slopeSd === 0 ? 'all 1' : `around 1, SD of the logarithm ${slopeSd}`,
        percent(shares.good),
        ...(Object.keys(DEFECTS) as Defect[]).map((defect) => percent(shares[defect], 0)),
      ]);
      return { answers, shares };
    }),
  );
  const worst = (answers: number) =>
    Math.min(
      ...found
        .filter((one) => one.answers === answers)
        .flatMap(({ shares }) => [shares.reversed, shares.coin, shares['wrong-key']]),
    );
  return {
    lines: table(rows),
    targets: [
      atMost('good questions said not to fit', 100 * Math.max(...found.map(({ shares }) => shares.good)), 1, '%', 2),
      ...(
        [
          [500, 0.8],
          [2_000, 0.95],
        ] as const
      ).map(([answers, wanted]) => ({
        what: `reversed, coin-flip and wrongly keyed questions found at ${answers} answers, the worst kind`,
        wanted: `≥ ${percent(wanted, 0)}`,
        measured: percent(worst(answers), 0),
        met: worst(answers) >= wanted,
      })),
    ],
  };
}
