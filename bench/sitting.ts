import { randomUUID } from 'node:crypto';
import type { Taker } from './families.ts';
import type { Connection, Reply } from './http.ts';

export const LETTERS = 'ABCD';
export const DEVICE = 'Android 10, Chrome/131';

/** The calls of an attempt, as the browser app makes them. */
export const CALLS = ['start', 'answer', 'complete', 'result'] as const;
export type CallName = (typeof CALLS)[number];

export interface Sitting {
  id: number;
  questions: { id: number }[];
}

export const start = (connection: Connection, { childId }: Taker, testId: number): Promise<Reply> =>
  connection.call('POST', '/api/attempts', { childId, testId, device: DEVICE, clientId: randomUUID(), order: 'own' });

export const answer = (connection: Connection, sitting: Sitting, place: number, turn: number): Promise<Reply> =>
  connection.call('POST', '/api/answers', {
    attemptId: sitting.id,
    questionId: sitting.questions[place]?.id,
    selectedAnswer: LETTERS[(place + turn) % 4],
    responseTime: 12,
    sequence: place + 1,
    answeredAt: new Date().toISOString(),
  });

export const complete = (connection: Connection, { id }: Sitting): Promise<Reply> =>
  connection.call('PUT', `/api/attempts/${id}`, { completed: true });

export const result = (connection: Connection, { id }: Sitting): Promise<Reply> =>
  connection.call('GET', `/api/attempts/${id}`);
