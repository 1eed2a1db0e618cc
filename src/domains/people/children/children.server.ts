import type { Database, Queryable, Transaction } from '../../../server/db/db.ts';
import { conflict, notFound, notSignedIn } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { consumeRateLimit } from '../../../server/http/rate-limits.ts';
import type { Periodic } from '../../../server/jobs/jobs.ts';
import type { Log } from '../../../server/watch/log.ts';
import { DAYS_TO_CHANGE_ONES_MIND } from '../../../shared/durations.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { ERASED_AT_A_TIME } from '../accounts/account.rules.ts';
import { POLICY_VERSION } from '../accounts/accounts.rules.ts';
import { findUser } from '../accounts/accounts.store.ts';
import { confirmPassword } from '../accounts/own-password.server.ts';
import { type ChildInput, childInput, childrenContract } from './children.contract.ts';
import {
  FAMILIES_OF_A_SUGGESTION,
  FIRST_LETTERS,
  MAX_ACTIVE_CHILDREN,
  MAX_KEPT_CHILDREN,
  MAX_SUGGESTIONS,
  NEW_CHILDREN,
  nextCover,
  provinceOf,
  SCHOOL_QUESTIONS,
  schoolKey,
} from './children.rules.ts';
import {
  type ChildFields,
  type ChildRow,
  deleteMarkedChildren,
  findChild,
  findChildOfClient,
  findSchools,
  insertChild,
  lockAndCountChildren,
  markChildForDeletion,
  updateChild,
  updateChildActive,
  upsertMostAtOnce,
} from './children.store.ts';

/** Every field as undefined: the value of those that an older page does not send. */
const UNSENT = Object.fromEntries(Object.keys(childInput.shape).map((name) => [name, undefined]));

function fieldsOf(input: ChildInput): ChildFields {
  return { ...UNSENT, ...input, schoolKey: schoolKey(input.school), province: provinceOf(input.location) };
}

/**
 * Registers a child. A call with the `clientId` of an earlier one changes the child that was added then.
 *
 * @throws Refused 409 when the account already has the maximum number of active children, or of children in all; 429 after too many new
 * ones in an hour.
 */
export function addChild(
  db: Database,
  userId: number,
  { clientId, ...input }: ChildInput & { clientId?: string | undefined },
): Promise<ChildRow> {
  return db.transaction(async (transaction) => {
    const { total, active } = await lockAndCountChildren(transaction, userId);
    const known = clientId && (await findChildOfClient(transaction, userId, clientId));
    const changed = known && (await changeChild(transaction, userId, known.id, input));
    if (changed) return changed;
    if (active >= MAX_ACTIVE_CHILDREN) throw tooManyChildren();
    if (total >= MAX_KEPT_CHILDREN) throw tooManyKept();
    await consumeRateLimit(transaction, NEW_CHILDREN, String(userId));
    await upsertMostAtOnce(transaction, userId, active + 1);
    return insertChild(transaction, userId, {
      ...fieldsOf(input),
      cover: nextCover(total),
      clientId: clientId ?? null,
      consentVersion: POLICY_VERSION,
    });
  });
}

/** Changes a child of this parent. @returns undefined if it is not theirs. */
const changeChild = (db: Queryable, userId: number, id: number, input: ChildInput) =>
  updateChild(db, userId, id, fieldsOf(input));

const tooManyChildren = () =>
  conflict(
    'too-many-children',
    `Cada conta pode ter até ${MAX_ACTIVE_CHILDREN} crianças activas. Para ter outra, arquive primeiro uma.`,
  );

const tooManyKept = () =>
  conflict(
    'too-many-kept-children',
    `Esta conta já tem ${MAX_KEPT_CHILDREN} crianças, com as arquivadas. Se esta está no arquivo, tire-a de lá. Senão, apague um perfil: o lugar fica livre 30 dias depois.`,
  );

/**
 * Restores an archived child; no effect on an active one.
 *
 * @throws Refused 404 when it is not this parent's; 409 when the account already has the maximum number of active children.
 */
function restoreChild(db: Database, userId: number, id: number): Promise<ChildRow> {
  return db.transaction(async (transaction) => {
    const { active } = await lockAndCountChildren(transaction, userId);
    const child = await findChild(transaction, userId, id);
    if (!child) throw notFound();
    if (child.active) return child;
    if (active >= MAX_ACTIVE_CHILDREN) throw tooManyChildren();
    await upsertMostAtOnce(transaction, userId, active + 1);
    return (await updateChildActive(transaction, userId, id, true)) ?? child;
  });
}

/** Records the family's current number of children, which counts for this month, and then removes a child. */
function takeAway<T>(db: Database, userId: number, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  return db.transaction(async (transaction) => {
    const { active } = await lockAndCountChildren(transaction, userId);
    const taken = await work(transaction);
    if (taken) await upsertMostAtOnce(transaction, userId, active);
    return taken;
  });
}

/** Binds the endpoints for children and school suggestions. */
export function bindChildren(frame: Frame): void {
  const { db } = frame;
  frame.bind(childrenContract, {
    'POST /api/children': (call) => addChild(db, call.caller.userId, call.body),

    'PUT /api/children/:id': async (call) => {
      const changed = await changeChild(db, call.caller.userId, call.params.id, call.body);
      if (!changed) throw notFound();
      return changed;
    },

    'POST /api/children/:id/archive': async (call) => {
      const archived = await takeAway(db, call.caller.userId, (transaction) =>
        updateChildActive(transaction, call.caller.userId, call.params.id, false),
      );
      if (!archived) throw notFound();
      return archived;
    },

    'POST /api/children/:id/restore': (call) => restoreChild(db, call.caller.userId, call.params.id),

    'DELETE /api/children/:id': async (call) => {
      const { userId } = call.caller;
      const { id } = call.params;
      // Ownership is checked before the password.
      if (!(await findChild(db, userId, id))) throw notFound();
      const user = await findUser(db, userId);
      if (!user) throw notSignedIn();
      await confirmPassword(db, user, call.caller.tokenHash, call.body.password, 'password');
      const marked = await takeAway(db, userId, (transaction) => markChildForDeletion(transaction, userId, id));
      if (!marked) throw notFound();
      call.log.info({ event: 'child-deletion-asked', userId, childId: id }, 'a child is to be erased');
      return { deletionAt: new Date(marked.askedAt.getTime() + DAYS_TO_CHANGE_ONES_MIND * DAY_MS) };
    },

    'GET /api/schools': async (call) => {
      const key = schoolKey(call.query.query);
      if (!key || key.length < FIRST_LETTERS) return [];
      const who = String(call.caller.userId);
      await consumeRateLimit(db, SCHOOL_QUESTIONS, who);
      return findSchools(db, key, FAMILIES_OF_A_SUGGESTION, MAX_SUGGESTIONS);
    },
  });
}

/**
 * Erases children 30 days after it was requested. Safe to run concurrently.
 *
 * @returns how many were erased.
 */
export async function eraseChildren(db: Database, log: Log): Promise<number> {
  let erased = 0;
  for (;;) {
    const children = await deleteMarkedChildren(db, DAYS_TO_CHANGE_ONES_MIND, ERASED_AT_A_TIME);
    for (const { id, userId } of children)
      log.info({ event: 'child-erased', userId, childId: id }, 'a child was erased');
    erased += children.length;
    if (children.length < ERASED_AT_A_TIME) return erased;
  }
}

/** Returns the periodic jobs for children. */
export const childrenWork = (db: Database, log: Log): Periodic[] => [
  { name: 'erase-children', every: 3600, work: () => eraseChildren(db, log) },
];
