// Accuracy of effort, map, calibration and diagnostic, by simulation over the real bank, and their CPU: `npm run bench -- knowing`.
import { type Part, readBank } from './knowing-bank.ts';
import { calibration } from './knowing-calibration.ts';
import { effort, map } from './knowing-child.ts';
import { costs, nextQuestion } from './knowing-cost.ts';
import { diagnostic, habits, itemsSaved } from './knowing-diagnostic.ts';
import { childErrors } from './knowing-errors.ts';
import { fitOfQuestions } from './knowing-fit.ts';
import { tracking } from './knowing-tracking.ts';
import { practiceTrial } from './knowing-trial.ts';
import { writing } from './knowing-writing.ts';
import type { Options, Section } from './report.ts';

const DISCIPLINE = 'Matemática';

/** Runs all parts. */
export async function measureKnowing({ long, say }: Options): Promise<Section> {
  const counts = {
    children: long ? 4_000 : 1_200,
    calibration: [200, 1_000, 5_000],
    answers: long ? 1_000_000 : 200_000,
  };
  const bank = readBank(1, DISCIPLINE);
  const parts: Part[] = [];
  for (const [name, part] of [
    ['next question', nextQuestion],
    ['effort', () => effort(bank, counts.children)],
    ['map', () => map(bank, counts.children)],
    ['calibration', () => calibration(bank, counts)],
    ['diagnostic', () => diagnostic(bank, counts.children)],
    ['choosing and writing', () => writing(bank)],
    ['fit of questions', () => fitOfQuestions(long ? 400 : 160)],
    ['ability over time', () => tracking(bank, counts.children)],
    ['errors with a name', () => childErrors(2 * counts.children)],
    ['practice trial', () => practiceTrial(long ? 4_000 : 1_000)],
    ['habits', () => habits(bank, counts.children)],
    ['items saved', () => itemsSaved(bank, counts.children)],
    ['map and answers of the program', () => costs(counts.answers, say)],
  ] as const) {
    say(`knowing: ${name}`);
    parts.push(await part());
  }
  return {
    title: 'What is said of a child',
    lines: [
      `Simulated over the ${bank.length} questions of ${DISCIPLINE} in the bank, ${counts.children} children; what it means is in [knowing.md](../../docs/knowing.md).`,
      '',
      ...parts.flatMap(({ lines }) => lines),
    ],
    targets: parts.flatMap(({ targets }) => targets),
  };
}
