import type { z } from 'zod';
import type { Database } from '../../server/db.ts';
import { conflict, notFound } from '../../server/errors.ts';
import type { Frame } from '../../server/http.ts';
import { type childInput, childrenContract } from './children.contract.ts';
import { CONSENT_VERSION, MOST_ACTIVE_CHILDREN, nextCover, provinceOf, schoolKey } from './children.rules.ts';
import { type ChildFields, type ChildRow, insertChild, lockAndCountChildren, updateChild } from './children.store.ts';

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
    if (active >= MOST_ACTIVE_CHILDREN) {
      throw conflict('too-many-children', `Cada conta pode ter até ${MOST_ACTIVE_CHILDREN} filhos activos.`);
    }
    return insertChild(transaction, userId, {
      ...fieldsOf(input),
      extendedTime: input.extendedTime ?? null,
      cover: nextCover(total),
      consentVersion: CONSENT_VERSION,
    });
  });
}

/** Registering children and changing their profiles. */
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
  });
}
