import type { z } from 'zod';
import type { Database } from '../../server/db.ts';
import { conflict, notFound } from '../../server/errors.ts';
import type { Frame } from '../../server/http.ts';
import { countHit, refuseOver } from '../../server/rate-limits.ts';
import { type childInput, childrenContract } from './children.contract.ts';
import {
  CONSENT_VERSION,
  FAMILIES_OF_A_SUGGESTION,
  FIRST_LETTERS,
  MOST_ACTIVE_CHILDREN,
  MOST_SUGGESTIONS,
  nextCover,
  provinceOf,
  SCHOOL_QUESTIONS,
  schoolKey,
} from './children.rules.ts';
import {
  type ChildFields,
  type ChildRow,
  deleteChild,
  findChild,
  findSchools,
  insertChild,
  lockAndCountChildren,
  updateChild,
  updateChildActive,
} from './children.store.ts';

function fieldsOf(input: z.output<typeof childInput>): ChildFields {
  return {
    fullName: input.fullName,
    birthDate: input.birthDate,
    gender: input.gender,
    schoolClass: input.schoolClass,
    school: input.school,
    schoolKey: schoolKey(input.school),
    location: input.location,
    province: provinceOf(input.location),
  };
}

/**
 * Registers a child.
 *
 * @throws Refused 409 when the family already has as many active children as an account may have.
 */
export function addChild(db: Database, userId: number, input: z.output<typeof childInput>): Promise<ChildRow> {
  return db.transaction(async (transaction) => {
    const { total, active } = await lockAndCountChildren(transaction, userId);
    if (active >= MOST_ACTIVE_CHILDREN) throw tooManyChildren();
    return insertChild(transaction, userId, {
      ...fieldsOf(input),
      extendedTime: input.extendedTime ?? null,
      cover: nextCover(total),
      consentVersion: CONSENT_VERSION,
    });
  });
}

const tooManyChildren = () =>
  conflict('too-many-children', `Cada conta pode ter até ${MOST_ACTIVE_CHILDREN} filhos activos.`);

/**
 * Brings an archived child back; one that is active stays so.
 *
 * @throws Refused 404 when it is not this parent's; 409 when there are as many active children as an account may have.
 */
export function restoreChild(db: Database, userId: number, id: number): Promise<ChildRow> {
  return db.transaction(async (transaction) => {
    const { active } = await lockAndCountChildren(transaction, userId);
    const child = await findChild(transaction, userId, id);
    if (!child) throw notFound();
    if (child.active) return child;
    if (active >= MOST_ACTIVE_CHILDREN) throw tooManyChildren();
    return (await updateChildActive(transaction, userId, id, true)) ?? child;
  });
}

/** Registering children, changing, archiving and erasing them, and the schools they may be at. */
export function bindChildren(frame: Frame): void {
  const { db } = frame;
  frame.bind(childrenContract, {
    'POST /api/children': (call) => addChild(db, call.caller.userId, call.body),

    'PUT /api/children/:id': async (call) => {
      const changed = await updateChild(db, call.caller.userId, call.params.id, {
        ...fieldsOf(call.body),
        extendedTime: call.body.extendedTime,
      });
      if (!changed) throw notFound();
      return changed;
    },

    'POST /api/children/:id/archive': async (call) => {
      const archived = await updateChildActive(db, call.caller.userId, call.params.id, false);
      if (!archived) throw notFound();
      return archived;
    },

    'POST /api/children/:id/restore': (call) => restoreChild(db, call.caller.userId, call.params.id),

    'DELETE /api/children/:id': async (call) => {
      const { userId } = call.caller;
      if ((await deleteChild(db, userId, call.params.id)) === 0) throw notFound();
      call.log.info({ event: 'child-erased', userId, childId: call.params.id }, 'a child was erased');
      return null;
    },

    'GET /api/schools': async (call) => {
      const key = schoolKey(call.query.query);
      if (!key || key.length < FIRST_LETTERS) return [];
      const who = String(call.caller.userId);
      await refuseOver(db, SCHOOL_QUESTIONS, who);
      await countHit(db, SCHOOL_QUESTIONS, who);
      return findSchools(db, key, FAMILIES_OF_A_SUGGESTION, MOST_SUGGESTIONS);
    },
  });
}
