import type { Queryable } from '../../../server/db/db.ts';
import { verdictOn, type WrittenVerdict } from '../../bank/answering/answering.rules.ts';
import { versionOf } from '../../bank/test-bank/tests.server.ts';
import { findVersionId } from './attempts.store.ts';

/** A verdict on what was written, and the version whose question gave it. */
export interface Judged {
  versionId: number;
  verdict: WrittenVerdict;
}

/**
 * Returns what becomes of an answer that is sent as text, or undefined if it is a choice: a capital letter or the complete text of an
 * alternative the question has, or any answer to a question that is answered by choosing. Nothing is checked of the caller: the statement
 * that saves the answer does that.
 *
 * @param isStale whether the version remembered of the attempt must be read again: a regrade has replaced it.
 */
export async function judgeAnswer(
  db: Queryable,
  { attemptId, questionId, selectedAnswer }: { attemptId: number; questionId: number; selectedAnswer: string },
  isStale = false,
): Promise<Judged | undefined> {
  const versionId = await versionIdOf(db, attemptId, isStale);
  if (versionId === undefined) return undefined;
  const { questions } = await versionOf(db, versionId);
  const question = questions.find(({ id }) => id === questionId);
  const verdict = question && verdictOn(question, selectedAnswer);
  return verdict && { versionId, verdict };
}

/** Maximum attempts whose version is remembered, so that a child's answers do not look for it one by one. */
const REMEMBERED = 10_000;
const remembered = new WeakMap<Queryable, Map<number, number>>();

async function versionIdOf(db: Queryable, attemptId: number, isStale: boolean): Promise<number | undefined> {
  let versions = remembered.get(db);
  if (!versions) {
    versions = new Map();
    remembered.set(db, versions);
  }
  const known = isStale ? undefined : versions.get(attemptId);
  if (known !== undefined) return known;
  const found = await findVersionId(db, attemptId);
  if (found === undefined) return undefined;
  if (versions.size >= REMEMBERED) versions.delete(versions.keys().next().value as number);
  versions.set(attemptId, found);
  return found;
}
