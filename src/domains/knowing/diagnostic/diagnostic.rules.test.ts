import { describe, expect, test } from 'vitest';
import { chanceOfRight, scoreEap } from '../knowledge/ability.rules.ts';
import {
  abilityAfter,
  chooseNext,
  fewestOf,
  type GivenAnswer,
  guessingShare,
  isOver,
  type PoolItem,
  priorFrom,
  priorOf,
  priorOfClass,
} from './diagnostic.rules.ts';
import { isSure } from './level.rules.ts';

const right: GivenAnswer = { isRight: true, selectedAnswer: 'A' };
const wrong: GivenAnswer = { isRight: false, selectedAnswer: 'B' };
const notLearned: GivenAnswer = { isRight: false, selectedAnswer: null };
const open: GivenAnswer = { isRight: null, selectedAnswer: null };
const item = { difficulty: 0, guessing: 0.2 };

describe('the share of unknown questions in which a child guesses', () => {
  test.each([
    ['without answers', [], 1],
    ['all right', [right, right], 1],
    ['never says that it has not learned', [wrong, wrong, right], 1],
    ['one of each', [notLearned, wrong], 1.75 / 2.75],
    ['always says so', [notLearned, notLearned, right], 0.5 / 2.5],
    ['an open question', [open, wrong], 1],
  ])('%s', (_, answers, share) => {
    expect(
      guessingShare(
        answers,
        answers.map(() => item),
      ),
    ).toBeCloseTo(share, 12);
  });
});

describe('the prior', () => {
  test('comes from ordinary tests only when there are enough', () => {
    const from = (standardError: number, answers: number) => priorFrom({ ability: 1, standardError, answers });
    expect(from(0.5, 39)).toBeNull();
    expect(from(0.5, 40)).toEqual({ mean: 1, sd: 0.5 });
    expect(from(0.2, 400)).toEqual({ mean: 1, sd: 0.3 });
    const begun = { schoolClass: '4º Ano', priorAbility: null, priorSd: null };
    expect(priorOf(begun)).toEqual({ mean: 0.4, sd: 2.5 });
    expect(priorOf({ ...begun, priorAbility: 1, priorSd: 0.6 })).toEqual({ mean: 1, sd: 0.6 });
    expect([fewestOf({ priorSd: null }), fewestOf({ priorSd: 0.6 })]).toEqual([10, 8]);
  });
});

test.each(['1º Ano', '6º Ano', '9º Ano', '12º Ano'])('the %s is measured as every other class is', (schoolClass) => {
  const { mean } = priorOfClass(schoolClass);
  const measure = (answer: GivenAnswer) =>
    abilityAfter(
      Array.from({ length: 25 }, (_, place) => ({ ...answer, difficulty: mean + (place % 5) - 2, guessing: 0.2 })),
      priorOfClass(schoolClass),
    );
  // A grid that ended at 10 had no room for a child of the 12.ª classe.
  expect(measure(right).ability - mean).toBeCloseTo(4.5552, 4);
  expect(measure(right).standardError).toBeCloseTo(1.2596, 4);
  expect(measure(wrong).standardError).toBeCloseTo(1.2194, 4);
});

describe.each([
  ['chosen', 0.2],
  ['written', 0],
])('questions that are %s', (_, guessing) => {
  const pool = Array.from({ length: 121 }, (_question, place): PoolItem => {
    const own = { questionId: place, versionId: 1, content: String(place), theme: String(place), objective: null };
    return { ...own, schoolClass: 4, difficulty: -6 + place / 10, guessing };
  });
  const prior = priorOfClass('4º Ano');
  const chanceOfNext = (asked: readonly number[], answers: readonly GivenAnswer[]) => {
    const { ability } = abilityAfter(
      answers.map((answer, place) => ({ ...answer, ...(pool[asked[place] as number] as PoolItem) })),
      prior,
    );
    const next = chooseNext({ asked, answers }, pool, prior, new Set(), () => 0);
    return chanceOfRight(ability, pool[next as number] as PoolItem);
  };
  test('three of four children have the first right', () => {
    expect(chanceOfNext([], [])).toBeCloseTo(0.77, 1);
  });
  test('two of three have each of the others right', () => {
    expect(chanceOfNext([60, 70, 55, 65, 50], [right, wrong, right, wrong, right])).toBeCloseTo(0.67, 1);
    expect(chanceOfNext([60, 70], [wrong, wrong])).toBeCloseTo(0.67, 1);
  });
});

test.each([
  ['a full diagnostic goes on to ten', 9, 0.3, false, null, false],
  ['and ends at 0.40', 10, 0.4, false, null, true],
  ['a check ends at eight when its class is likely', 8, 0.4, false, { certainty: 0.62 }, true],
  ['not before', 7, 0.3, false, { certainty: 1 }, false],
  ['not between two classes', 8, 0.3, false, { certainty: 0.61 }, false],
  ['or when its class is decided', 8, 0.5, false, { certainty: 0.9 }, true],
  ['otherwise it goes on', 8, 0.5, false, { certainty: 0.8 }, false],
  ['any ends at 25', 25, 2, false, { certainty: 0 }, true],
  ['any ends with its time', 3, 2, true, null, true],
] as const)('%s', (_, answered, standardError, timeIsUp, check, over) => {
  expect(isOver(answered, standardError, timeIsUp, check)).toBe(over);
});

describe('the estimate', () => {
  const estimateOf = (answers: readonly GivenAnswer[], difficulty = 0) =>
    abilityAfter(
      answers.map((one) => ({ ...item, difficulty, ...one })),
      priorOfClass('4º Ano'),
    );

  test('without «Ainda não aprendi» is that of the model with guessing', () => {
    const answers = [right, right, wrong, right];
    const responses = answers.map(({ isRight }) => (isRight ? 1 : 0) as 0 | 1);
    const items = answers.map(() => item);
    expect(estimateOf(answers)).toEqual(scoreEap(responses, items, { mean: 0.4, sd: 2.5 }));
    expect(estimateOf([...answers, open])).toEqual(estimateOf(answers));
  });

  test('is higher for a child that says what it does not know than for one that guesses wrong', () => {
    const known = [right, right, right, right, right, right];
    expect(estimateOf([...known, notLearned, notLearned]).ability).toBeGreaterThan(
      estimateOf([...known, wrong, wrong]).ability,
    );
  });

  test.each([
    ['right', right, 3],
    ['wrong', wrong, -3],
    ['not learned', notLearned, -3],
  ])('of 25 of 25 %s is uncertain, and names no level', (_, answer, difficulty) => {
    const { standardError } = estimateOf(Array<GivenAnswer>(25).fill(answer), difficulty);
    expect(standardError).toBeGreaterThan(0.9);
    expect(isSure({ standardError, effort: 'full' })).toBe(false);
  });
});
