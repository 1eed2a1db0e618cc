import fc from 'fast-check';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { type Answer, testApp } from '../../../../test/support/app.ts';
import { aChild, aConfirmedTeacher, aParent, aTest } from '../../../../test/support/builders.ts';
import { deliver } from '../../../server/jobs/outbox.ts';
import { rebuildAllAggregations } from './aggregations.server.ts';

/** Total number of histories; the long run uses more. */
const HISTORIES = Number(process.env['REGRADE_HISTORIES'] ?? 12);

const app = await testApp();
const { db } = app;
const teacher = await aConfirmedTeacher(app);
const silent = pino({ level: 'silent' });

const LETTERS = ['A', 'B', 'C', 'D'] as const;
const WORDS = ['duas', 'uma', 'três', 'quatro'] as const;
const letter = fc.constantFrom(...LETTERS);
const place = fc.nat(2);

const step = fc.oneof(
  // A child starts, chooses some alternatives by their text ('' leaves a question out), and may finish.
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('sit' as const),
      chosen: fc.array(fc.constantFrom('', ...WORDS), { minLength: 3, maxLength: 3 }),
      finishes: fc.boolean(),
    }),
  },
  // One or two keys are corrected at the same time, while children who are still taking the test may finish.
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('regrade' as const),
      keys: fc.array(fc.record({ place, letter }), { minLength: 1, maxLength: 2 }),
      meanwhile: fc.boolean(),
    }),
  },
  // The bank changes without changing what was answered: another key, another weight, shuffled or not.
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('edit' as const), place, letter, weight: fc.constantFrom(1, 2, 5) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('shuffle' as const), on: fc.boolean() }) },
  // A question leaves the test: children who were asked it keep it, and its key can no longer be corrected.
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), place }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A question as the model knows it: the texts of its right alternatives, and its weight. */
interface ModelQuestion {
  id: number;
  right: string;
  weight: number;
}

interface ModelAttempt {
  id: number;
  /** The questions when the attempt began; regrades change which alternatives are right. */
  questions: ModelQuestion[];
  chosen: Map<number, string>;
  done: boolean;
  /** The marks that its family was notified of, old and new. */
  told: string[];
}

const markOf = ({ questions, chosen }: ModelAttempt) => {
  const possible = questions.reduce((sum, { weight }) => sum + weight, 0);
  const points = questions.reduce((sum, { id, right, weight }) => sum + (chosen.get(id) === right ? weight : 0), 0);
  return Math.floor((points * 200 + possible) / (2 * possible));
};

const ok = (answer: Answer, ...statuses: number[]) => {
  expect(statuses.length === 0 ? [200, 201, 204] : statuses, answer.text).toContain(answer.status);
  return answer.body;
};

async function live(steps: readonly Step[]): Promise<void> {
  const parent = await aParent(app, { plan: 'family-plus' });
  const built = await aTest(db, { keys: ['A', 'B', 'C'] });
  let bank: ModelQuestion[] = built.questions.map(({ id, correctAnswer }) => ({
    id,
    right: WORDS[LETTERS.indexOf(correctAnswer as 'A')] as string,
    weight: 1,
  }));
  const attempts: ModelAttempt[] = [];
  const finish = async (attempt: ModelAttempt) => {
    ok(await parent.put(`/api/attempts/${attempt.id}`, { completed: true }));
    attempt.done = true;
  };
  const at = (index: number) => bank[index % Math.max(bank.length, 1)];

  for (const one of steps) {
    if (one.do === 'sit') {
      if (bank.length === 0 || attempts.length >= 10) continue;
      const child = await aChild(parent, { fullName: `Filho ${attempts.length + 1}` });
      const sitting = ok(await parent.post('/api/attempts', { childId: child.id, testId: built.id }), 201);
      const attempt: ModelAttempt = {
        id: sitting.id,
        questions: bank.map((question) => ({ ...question })),
        chosen: new Map(),
        done: false,
        told: [],
      };
      attempts.push(attempt);
      for (const [index, { id, alternatives }] of sitting.questions.entries()) {
        const words = one.chosen[index] as string;
        if (!words) continue;
        const selectedAnswer = (JSON.parse(alternatives) as string[]).find((text) => text.endsWith(` ${words}`))?.[0];
        ok(await parent.post('/api/answers', { attemptId: attempt.id, questionId: id, selectedAnswer }));
        attempt.chosen.set(id, words);
      }
      if (one.finishes) await finish(attempt);
    } else if (one.do === 'regrade') {
      const keys = one.keys.flatMap(({ place, letter }) => {
        const question = at(place);
        return question ? [{ question, letter, words: WORDS[LETTERS.indexOf(letter)] as string }] : [];
      });
      const before = new Map(attempts.map((attempt) => [attempt, markOf(attempt)]));
      const unfinished = one.meanwhile ? attempts.filter(({ done }) => !done) : [];
      const doneBefore = new Set(attempts.filter(({ done }) => done));
      const path = (id: number) => `/api/teacher/tests/${built.id}/questions/${id}/regrade`;
      const [replies] = await Promise.all([
        Promise.all(
          keys.map(({ question, letter }) =>
            teacher.post(path(question.id), { correctAnswer: letter, reason: 'Ao acaso.' }),
          ),
        ),
        ...unfinished.map(finish),
      ]);
      for (const reply of replies) ok(reply);
      // Of two concurrent corrections of one question, the bank shows which was last.
      const now: { id: number; correctAnswer: string }[] = ok(
        await teacher.get(`/api/teacher/tests/${built.id}/questions`),
      );
      for (const { question } of keys) {
        const key = now.find(({ id }) => id === question.id)?.correctAnswer as (typeof LETTERS)[number];
        expect(keys.filter((other) => other.question === question).map(({ letter }) => letter)).toContain(key);
        question.right = WORDS[LETTERS.indexOf(key)] as string;
        for (const attempt of attempts)
          for (const asked of attempt.questions) if (asked.id === question.id) asked.right = question.right;
      }
      // Each correction is notified once. If two are concurrent, or one is concurrent with a completion, their order is not known. What is
      // certain is the last notified mark, and that nobody is notified of an unchanged mark.
      for (const attempt of attempts) {
        const told = await toldOf(attempt.id);
        const added = told.slice(attempt.told.length);
        expect(told.slice(0, attempt.told.length)).toEqual(attempt.told);
        expect(added.length).toBeLessThanOrEqual(keys.length);
        const [was, is] = [before.get(attempt) as number, markOf(attempt)];
        if (keys.length === 1 && doneBefore.has(attempt)) expect(added).toEqual(was === is ? [] : [`${was}>${is}`]);
        if (!attempt.done) expect(added).toEqual([]);
        for (const [index, words] of added.entries()) {
          const [from, to] = words.split('>');
          expect(from).not.toBe(to);
          if (index + 1 < added.length) expect(added[index + 1]?.split('>')[0]).toBe(to);
          else expect(to).toBe(String(is));
        }
        attempt.told = told;
      }
    } else if (one.do === 'edit') {
      const question = at(one.place);
      if (!question) continue;
      const body = {
        statement: 'Quantas são agora?',
        alternatives: WORDS,
        correctAnswer: one.letter,
        weight: one.weight,
        explanation: 'Porque sim.',
      };
      ok(await teacher.put(`/api/teacher/questions/${question.id}`, body));
      question.right = WORDS[LETTERS.indexOf(one.letter)] as string;
      question.weight = one.weight;
    } else if (one.do === 'shuffle') {
      await db.count('update tests set shuffle = $2 where id = $1', [built.id, one.on]);
    } else {
      const question = at(one.place);
      if (!question) continue;
      ok(await teacher.request('DELETE', `/api/teacher/questions/${question.id}`));
      bank = bank.filter((other) => other !== question);
      const path = `/api/teacher/tests/${built.id}/questions/${question.id}/regrade`;
      ok(await teacher.post(path, { correctAnswer: 'A', reason: 'Já não está.' }), 404);
    }
    await asTheModel(attempts);
  }
  for (const attempt of attempts) if (!attempt.done) await finish(attempt);
  await asTheModel(attempts);
  // The family sees what the table contains, and the sums equal recomputed ones.
  for (const attempt of attempts) {
    const { result } = ok(await parent.get(`/api/attempts/${attempt.id}`));
    expect(result.percentage).toBe(markOf(attempt));
    const last = attempt.told.at(-1)?.split('>')[0];
    expect(result.corrected?.before ?? null).toBe(last === undefined ? null : Number(last));
  }
  expect((await rebuildAllAggregations(db)).corrected).toBe(0);
  // Each correction of each mark gives one message, however often the outbox is processed.
  for (let turn = 0; turn < 3; turn += 1) while ((await deliver(db, silent)) > 0);
  const messages = await db.rows<{ sum: string }>(
    `select metadata ->> 'attemptId' || ':' || (metadata ->> 'before') || '>' || (metadata ->> 'after') as sum
     from notifications where user_id = $1 and type = 'mark_corrected'`,
    [parent.id],
  );
  expect(messages.map(({ sum }) => sum).sort()).toEqual(
    attempts.flatMap(({ id, told }) => told.map((words) => `${id}:${words}`)).sort(),
  );
}

/** Returns the marks that regrades gave an attempt, if they changed it. */
async function toldOf(attemptId: number): Promise<string[]> {
  const rows = await db.rows<{ words: string }>(
    `select old_score || '>' || new_score as words from regrade_marks where attempt_id = $1 and old_score <> new_score order by regrade_id`,
    [attemptId],
  );
  return rows.map(({ words }) => words);
}

async function asTheModel(attempts: readonly ModelAttempt[]): Promise<void> {
  const rows = await db.rows<{ id: number; score: number | null }>(
    'select id, total_score as score from attempts where id = any($1::int[])',
    [attempts.map(({ id }) => id)],
  );
  const scores = new Map(rows.map(({ id, score }) => [id, score]));
  for (const attempt of attempts)
    expect(scores.get(attempt.id), `attempt ${attempt.id}`).toBe(attempt.done ? markOf(attempt) : null);
}

test(
  `${HISTORIES} random histories of answers, corrections, edits of the bank and completions at once: marks, sums and messages match the model`,
  async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), live), {
      numRuns: HISTORIES,
      endOnFailure: true,
    });
  },
  300_000 + HISTORIES * 5_000,
);
