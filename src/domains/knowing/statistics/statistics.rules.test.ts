import { describe, expect, test } from 'vitest';
import { simulatedQuestion } from '../../../../test/support/simulated-question.ts';
import { chances } from '../../../shared/chances.ts';
import {
  choiceCorrelation,
  cronbach,
  discrimination,
  facility,
  flagsOf,
  gravityOf,
  intervalOf,
  type QuestionSums,
  restCorrelation,
  testStatistics,
  thirds,
} from './statistics.rules.ts';

const LETTERS = ['A', 'B', 'C', 'D'];

/** Computes the sums of a table of choices in the simplest way: a row for each attempt, a letter for each question ('-' left out). */
function sumsOf(rows: readonly string[], keys: string, weights: readonly number[] = [...keys].map(() => 1)) {
  const marks = rows.map((row) => [...row].map((letter, at) => (letter === keys[at] ? (weights[at] as number) : 0)));
  const points = marks.map((row) => row.reduce((sum, mark) => sum + mark, 0));
  const { sharesOf } = thirds(points);
  const questions = [...keys].map((correctAnswer, at): QuestionSums => {
    const rest = points.map((total, row) => total - (marks[row]?.[at] as number));
    const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0);
    const those = (letter: string) => rows.flatMap((row, index) => (row[at] === letter ? [index] : []));
    const right = those(correctAnswer);
    return {
      questionId: at + 1,
      weight: weights[at] as number,
      correctAnswer,
      isWritten: false,
      correct: right.length,
      restSum: sum(rest),
      restSquares: sum(rest.map((one) => one * one)),
      restSumOfCorrect: sum(right.map((index) => rest[index] as number)),
      seconds: 0,
      timed: 0,
      choices: LETTERS.map((letter) => {
        const choosers = those(letter);
        const of = (third: 'top' | 'middle' | 'bottom') =>
          sum(choosers.map((index) => sharesOf(points[index] as number)[third]));
        return {
          letter,
          count: choosers.length,
          top: of('top'),
          middle: of('middle'),
          bottom: of('bottom'),
          restSum: sum(choosers.map((index) => rest[index] as number)),
        };
      }),
    };
  });
  const whole = {
    attempts: rows.length,
    pointSum: points.reduce((total, one) => total + one, 0),
    pointSquares: points.reduce((total, one) => total + one * one, 0),
    possible: weights.reduce((total, one) => total + one, 0),
  };
  return { whole, questions };
}

const times = (count: number, ...rows: string[]) => Array.from({ length: count }, () => rows).flat();

describe('Cronbach’s alpha', () => {
  test('is 6/11 for the rows 111, 110, 100, 100, as Canvas documents', () => {
    const { whole, questions } = sumsOf(['AAA', 'AAB', 'ABB', 'ABB'], 'AAA');
    expect(cronbach(whole, questions)).toBeCloseTo(6 / 11, 12);
  });

  test('is null for one question, or when all marks are the same', () => {
    const one = sumsOf(['A', 'B'], 'A');
    expect(cronbach(one.whole, one.questions)).toBeNull();
    const same = sumsOf(['AB', 'BA'], 'AA');
    expect(cronbach(same.whole, same.questions)).toBeNull();
  });

  test('may be negative, and then there is no standard error', () => {
    const { whole, questions } = sumsOf(times(10, 'AB', 'BA', 'AB', 'AA'), 'AA');
    const { alpha, error } = testStatistics(whole, questions);
    expect(alpha).toBeLessThan(0);
    expect(error).toBeNull();
  });
});

describe('published tables', () => {
  test('ten students at ten items: KR-20 from Σpq = 2.18 and a variance of 5.84 (Wuensch, East Carolina University, "KR20.txt")', () => {
    const marks = [
      '1111110110',
      '1011011101',
      '1111011001',
      '0010001000',
      '0000010010',
      '1110111111',
      '1101110111',
      '1111111101',
      '0101111101',
      '1101101110',
    ];
    const { whole, questions } = sumsOf(
      marks.map((row) => row.replaceAll('1', 'A').replaceAll('0', 'B')),
      'AAAAAAAAAA',
    );
    expect(questions.map(({ correct }) => correct / 10)).toEqual([0.7, 0.7, 0.6, 0.7, 0.6, 0.8, 0.7, 0.7, 0.5, 0.6]);
    expect(whole.pointSquares / 10 - (whole.pointSum / 10) ** 2).toBeCloseTo(5.84, 10);
    expect(cronbach(whole, questions)).toBeCloseTo((10 / 9) * (1 - 2.18 / 5.84), 10);
    // The same attempts three times over: enough to be shown. V(T) = 5.84 × 30/29, alpha is the same; SEM = SD × √(1 − alpha).
    const thrice = sumsOf(times(3, ...marks.map((row) => row.replaceAll('1', 'A').replaceAll('0', 'B'))), 'AAAAAAAAAA');
    const shown = testStatistics(thrice.whole, thrice.questions);
    expect(shown.mean).toBeCloseTo(66, 10);
    expect(shown.alpha).toBeCloseTo(0.69635, 5);
    expect(shown.error).toBeCloseTo(10 * Math.sqrt(((5.84 * 30) / 29) * (1 - 0.6963470319634703)), 8);
  });

  test('five items of the LSAT, 1,000 people (Bock & Lieberman 1970): facility, rest correlation and alpha as R’s ltm prints them (Rizopoulos 2006)', () => {
    // How many had each pattern, 00000 to 11111.
    const counts = [
      3, 6, 2, 11, 1, 1, 3, 4, 1, 8, 0, 16, 0, 3, 2, 15, 10, 29, 14, 81, 3, 28, 15, 80, 16, 56, 21, 173, 11, 61, 28,
      298,
    ];
    const rows = counts.flatMap((count, pattern) =>
      times(count, pattern.toString(2).padStart(5, '0').replaceAll('1', 'A').replaceAll('0', 'B')),
    );
    const { whole, questions } = sumsOf(rows, 'AAAAA');
    expect(rows).toHaveLength(1000);
    expect(questions.map((question) => facility(question, 1000))).toEqual([0.924, 0.709, 0.553, 0.763, 0.87]);
    expect(questions.map((question) => Number(discrimination(question, 1000)?.toFixed(4)))).toEqual([
      0.1128, 0.1532, 0.1728, 0.1444, 0.1216,
    ]);
    expect(cronbach(whole, questions)).toBeCloseTo(0.295, 4);
    for (const [out, alpha] of [0.2754, 0.2376, 0.2168, 0.2459, 0.2663].entries()) {
      const four = sumsOf(
        rows.map((row) => row.slice(0, out) + row.slice(out + 1)),
        'AAAA',
      );
      expect(cronbach(four.whole, four.questions)).toBeCloseTo(alpha, 4);
    }
  });
});

describe('undefined figures', () => {
  test.each([
    ['everybody had everything right', times(30, 'AAA'), 'AAA', { mean: 100, spread: 0 }],
    ['nobody had anything right', times(30, 'BBB'), 'AAA', { mean: 0, spread: 0 }],
    ['nobody answered', times(30, '---'), 'AAA', { mean: 0, spread: 0 }],
    ['all had the same points, from different questions', times(15, 'AB', 'BA'), 'AA', { mean: 50, spread: 0 }],
    ['one question', times(15, 'A', 'B'), 'A', { mean: 50 }],
  ] as const)('%s: no alpha, no error, and never NaN', (_, rows, keys, expected) => {
    const { whole, questions } = sumsOf(rows, keys);
    const found = testStatistics(whole, questions);
    expect(found).toMatchObject({ alpha: null, error: null, ...expected });
    for (const question of questions) {
      const value = discrimination(question, rows.length);
      expect(value === null || Number.isFinite(value)).toBe(true);
      for (const choice of question.choices) {
        const own = choiceCorrelation(choice, question, rows.length);
        expect(own === null || Number.isFinite(own)).toBe(true);
      }
    }
    if (keys.length === 1) expect(discrimination(questions[0] as QuestionSums, rows.length)).toBeNull();
  });

  test('a test without questions, or without attempts, has no figures', () => {
    const nothing = { mean: null, spread: null, alpha: null, error: null };
    expect(testStatistics({ attempts: 30, pointSum: 0, pointSquares: 0, possible: 0 }, [])).toEqual(nothing);
    expect(testStatistics({ attempts: 0, pointSum: 0, pointSquares: 0, possible: 4 }, [])).toEqual(nothing);
    expect(intervalOf(0, 0)).toBeNull();
  });
});

describe('the correlation with the rest', () => {
  test('excludes the question itself: compared with five attempts computed by hand', () => {
    // Marks 11, 10, 01, 11, 00: for the first question x = 1 1 0 1 0 and R = 1 0 1 1 0.
    // Σx 3, ΣR 3, ΣxR 2: cov = (2 − 9/5) ÷ 4 = 0.05; V(x) = V(R) = (3 − 9/5) ÷ 4 = 0.3; r = 1/6.
    const { questions } = sumsOf(['AA', 'AB', 'BA', 'AA', 'BB'], 'AA');
    expect(restCorrelation(questions[0] as QuestionSums, 5)).toBeCloseTo(1 / 6, 12);
  });

  test('does not change with the weight of the question', () => {
    const rows = ['AAA', 'AAB', 'ABB', 'BBA', 'ABA', 'BBB'];
    const light = sumsOf(rows, 'AAA', [1, 1, 1]).questions[0] as QuestionSums;
    const heavy = sumsOf(rows, 'AAA', [7, 1, 1]).questions[0] as QuestionSums;
    expect(restCorrelation(heavy, 6)).toBeCloseTo(restCorrelation(light, 6) as number, 12);
  });

  test('is null when everybody was right, and not shown below thirty attempts', () => {
    const all = sumsOf(times(20, 'AA', 'AB'), 'AA');
    expect(discrimination(all.questions[0] as QuestionSums, 40)).toBeNull();
    const few = sumsOf(times(7, 'AA', 'AB', 'BA', 'BB'), 'AA');
    expect(discrimination(few.questions[0] as QuestionSums, 28)).toBeNull();
    expect(restCorrelation(few.questions[0] as QuestionSums, 28)).toBeCloseTo(0, 12);
  });

  test('of an alternative uses who chose it', () => {
    const { questions } = sumsOf(times(10, 'AAA', 'BAA', 'CBB', 'CBB'), 'AAA');
    const first = questions[0] as QuestionSums;
    expect(choiceCorrelation(first.choices[1]!, first, 40)).toBeGreaterThan(0.5);
    expect(choiceCorrelation(first.choices[2]!, first, 40)).toBeCloseTo(-1, 12);
    expect(choiceCorrelation(first.choices[3]!, first, 40)).toBeNull();
  });
});

test.each([
  [0, 10, 0, 0.2775],
  [5, 10, 0.2366, 0.7634],
  [10, 10, 0.7225, 1],
  // Newcombe (1998), Statistics in Medicine 17, 857–872, table I, method 3.
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('Wilson’s interval for %i of %i', (count, n, low, high) => {
  const [from, to] = intervalOf(count, n) as [number, number];
  expect(from).toBeCloseTo(low, 4);
  expect(to).toBeCloseTo(high, 4);
});

test('facility counts an unanswered question as not right, and is not shown below ten attempts', () => {
  const { questions } = sumsOf(['A', 'A', 'B', '-'], 'A');
  expect(facility(questions[0] as QuestionSums, 4)).toBeNull();
  expect(facility({ correct: 5 }, 20)).toBe(0.25);
});

test('mean, spread and error are percentages of the points', () => {
  const { whole, questions } = sumsOf(times(10, 'AA', 'AB', 'BB'), 'AA');
  const { mean, spread, alpha, error } = testStatistics(whole, questions);
  // Points 2, 1, 0 ten times each: mean 1 of 2; V = (50 − 900/30) ÷ 29 = 20/29.
  expect(mean).toBeCloseTo(50, 12);
  expect(spread).toBeCloseTo((Math.sqrt(20 / 29) / 2) * 100, 12);
  // V(x₁) = V(x₂) = (20 − 400/30) ÷ 29 = (20/3) ÷ 29: alpha = 2 × (1 − (40/3) ÷ 20) = 2/3.
  expect(alpha).toBeCloseTo(2 / 3, 12);
  expect(error).toBeCloseTo((spread as number) * Math.sqrt(1 / 3), 12);
  expect(testStatistics({ ...whole, attempts: 9 }, questions)).toEqual({
    mean: null,
    spread: null,
    alpha: null,
    error: null,
  });
});

describe('thirds', () => {
  const sizesOf = (points: readonly number[]) => Object.values(thirds(points).sizes);

  test.each([
    [0, [0, 0, 0]],
    [1, [0, 1, 0]],
    [2, [1, 0, 1]],
    [9, [3, 3, 3]],
    [36, [12, 12, 12]],
    [37, [12, 13, 12]],
    [38, [13, 12, 13]],
  ])('%d attempts', (n, sizes) => {
    expect(sizesOf(Array.from({ length: n }, (_, points) => points))).toEqual(sizes);
    // Equal points change nothing in the sizes.
    const points = Array.from({ length: n }, (_, index) => index % 4);
    expect(sizesOf(points)).toEqual(sizes);
    const { sharesOf } = thirds(points);
    for (const [place, third] of (['top', 'middle', 'bottom'] as const).entries())
      expect(points.reduce((sum, one) => sum + sharesOf(one)[third], 0)).toBeCloseTo(sizes[place] as number, 9);
  });

  test('attempts with equal points belong to both thirds in the same proportion', () => {
    const { sharesOf } = thirds([9, 8, 7, 7, 5, 4, 3, 2, 1]);
    expect(sharesOf(9)).toEqual({ top: 1, middle: 0, bottom: 0 });
    expect(sharesOf(7)).toEqual({ top: 0.5, middle: 0.5, bottom: 0 });
    expect(sharesOf(1)).toEqual({ top: 0, middle: 0, bottom: 1 });
    expect(thirds([5, 5, 5]).sharesOf(5)).toEqual({ top: 1 / 3, middle: 1 / 3, bottom: 1 / 3 });
  });
});

describe('flags', () => {
  const kinds = (rows: string[], keys: string, at = 0) => {
    const { whole, questions } = sumsOf(rows, keys);
    return flagsOf(questions[at] as QuestionSums, whole.attempts).map((flag) =>
      'letter' in flag ? `${flag.kind} ${flag.letter}` : flag.kind,
    );
  };

  test('a key is probably wrong if the best chose another alternative', () => {
    // The first question's key says A; those who have the other three right all chose C.
    expect(kinds(times(10, 'CAAA', 'CAAB', 'ABBB', 'DBBB'), 'AAAA')[0]).toBe('key-doubtful C');
  });

  test('an alternative other than the key confuses the best', () => {
    expect(kinds(times(6, 'AAAA', 'BAAA', 'BAAA', 'CBBB', 'DBBB', 'CBBB', 'DBBB'), 'AAAA')).toContain('confusing B');
  });

  test('too easy, too hard, often unanswered, and an alternative that nobody chooses', () => {
    expect(kinds(times(30, 'AA', 'AA'), 'AA')).toContain('too-easy');
    expect(kinds(times(5, 'BA', 'CB', 'DA', 'BB'), 'AA')).toContain('too-hard');
    expect(kinds(times(10, 'AA', '-B'), 'AA')).toContain('left-out');
    // Nobody of forty may still be five of a hundred.
    const unused = (rows: string[]) => kinds(rows, 'AA').filter((flag) => flag.startsWith('unused'));
    expect(unused(times(20, 'AA', 'BB'))).toEqual([]);
    expect(unused(times(30, 'AA', 'BB'))).toEqual(['unused C', 'unused D']);
    // Of one hundred and forty, two are sure to be fewer than five per cent, three are not.
    expect(unused([...times(68, 'AA', 'BB'), ...times(2, 'CA', 'DA')])).toEqual(['unused C', 'unused D']);
    expect(unused([...times(67, 'AA', 'BB'), ...times(2, 'CA'), ...times(3, 'DA'), 'AA'])).toEqual(['unused C']);
  });

  test('an alternative that eight of a hundred choose is hardly ever called one that nobody chooses', () => {
    const random = chances(9);
    for (const attempts of [30, 60, 120]) {
      let accused = 0;
      for (let repetition = 0; repetition < 500; repetition += 1) {
        const rows = Array.from({ length: attempts }, () => (random() < 0.08 ? 'CA' : random() < 0.5 ? 'AA' : 'BB'));
        if (kinds(rows, 'AA').includes('unused C')) accused += 1;
      }
      expect(accused / 500).toBeLessThanOrEqual(0.05);
    }
  });

  test('the worst comes first, both among flags and among questions', () => {
    const found = kinds(times(10, 'CAAA', 'CAAB', 'ABBB', 'DBBB'), 'AAAA');
    expect(found).toEqual(['key-doubtful C', 'negative']);
    expect([[{ kind: 'unused' }, { kind: 'negative' }], [{ kind: 'key-doubtful' }], []].map(gravityOf)).toEqual([
      1, 0, 8,
    ]);
  });

  test('what ten attempts may show by chance is no flag', () => {
    const own = (rows: string[]) => kinds(rows, 'AA').filter((kind) => !kind.startsWith('unused'));
    expect(own([...times(9, 'AA'), '-A'])).toEqual([]);
    expect(own([...times(8, 'BA'), ...times(2, 'AB')])).toEqual([]);
    expect(own(times(5, 'AA', 'AB'))).toEqual([]);
    // Half of ten are many, and none of ten is fewer than guess.
    expect(own(times(5, 'BA', '-A'))).toEqual(['too-hard', 'left-out']);
  });

  test('nobody guesses a written answer: it is too hard only if almost nobody has it', () => {
    const { questions } = sumsOf(times(15, 'BA', 'BB'), 'AA');
    const written = { ...(questions[0] as QuestionSums), isWritten: true };
    const hard = (correct: number, attempts: number) =>
      flagsOf({ ...written, correct }, attempts).some(({ kind }) => kind === 'too-hard');
    expect([hard(4, 30), hard(0, 30), hard(0, 60), hard(6, 100)]).toEqual([false, false, true, false]);
  });

  test.each([
    ['of middling difficulty', {}],
    ['hard', { difficulty: 1 }],
    ['weakly discriminating', { slope: 0.5 }],
    ['hard and weakly discriminating', { difficulty: 1.5, slope: 0.5 }],
  ])('in tests %s, at 30 attempts at most 5 %% of good questions are called confusing', (_, of) => {
    const random = chances(7);
    let confusing = 0;
    for (let repetition = 0; repetition < 2_000; repetition += 1)
      if (flagsOf(simulatedQuestion(random, of), 30).some(({ kind }) => kind === 'confusing')) confusing += 1;
    expect(confusing / 2_000).toBeLessThanOrEqual(0.05);
  });

  test.each([
    ['of middling difficulty', {}],
    ['hard', { difficulty: 1.5 }],
    ['hard and weakly discriminating', { difficulty: 1.5, slope: 0.5 }],
  ])('in tests %s, at 30 attempts at most 5 %% of good questions are said to work the wrong way round', (_, of) => {
    const random = chances(8);
    let negative = 0;
    for (let repetition = 0; repetition < 1_000; repetition += 1)
      if (flagsOf(simulatedQuestion(random, of), 30).some(({ kind }) => kind === 'negative')) negative += 1;
    expect(negative / 1_000).toBeLessThanOrEqual(0.05);
  });

  describe.each([30, 100])('at %d attempts', (attempts) => {
    const shareOfWeak = (of: Parameters<typeof simulatedQuestion>[1]) => {
      const random = chances(10);
      let weak = 0;
      for (let repetition = 0; repetition < 1_000; repetition += 1)
        if (flagsOf(simulatedQuestion(random, { ...of, attempts }), attempts).some(({ kind }) => kind === 'weak'))
          weak += 1;
      return weak / 1_000;
    };
    test.each([
      ['of middling difficulty', 0],
      ['hard', 1],
      ['easy', -1.5],
    ])('in tests %s at most one in twenty good questions is called weak', (_, difficulty) => {
      expect(shareOfWeak({ difficulty })).toBeLessThanOrEqual(0.05);
    });
    test('questions that tell nobody apart are called weak more often', () => {
      expect(shareOfWeak({ slope: 0 })).toBeGreaterThanOrEqual(attempts === 30 ? 0.1 : 0.3);
    });
  });

  test('there are none below ten attempts', () => {
    expect(kinds(times(3, 'BA', 'BA', 'BA'), 'AA')).toEqual([]);
  });
});
