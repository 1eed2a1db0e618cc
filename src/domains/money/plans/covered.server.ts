import type { Database, Queryable } from '../../../server/db/db.ts';
import { conflict, invalid, notFound } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { longDate } from '../../../shared/dates.ts';
import { type CoveredChildren, coveredContract } from './covered.contract.ts';
import { HELD_DAYS, heldUntil, judgeChoice, MAX_PLACES, nextSwap } from './covered.rules.ts';
import {
  type FamilyCover,
  findFamilyChild,
  findFamilyCover,
  findPlaces,
  lockFamilyCover,
  replaceChosen,
  upsertSwap,
} from './covered.store.ts';
import { type Entitlements, isCovered, planInForce } from './plans.rules.ts';

/**
 * Returns what the plan includes for one child of this parent now: its entitlements if it covers the child, otherwise those of "Essencial".
 *
 * @throws Refused 404 when the child does not exist or belongs to another family.
 */
export async function readEntitlements(db: Queryable, userId: number, childId: number): Promise<Entitlements> {
  const child = await findFamilyChild(db, userId, childId);
  if (!child) throw notFound();
  return child.allows;
}

/**
 * Stores which children the parent wants to be covered. Safe to repeat.
 *
 * @throws Refused 404 for a child that is not theirs or is archived; 400 for more children than the plan covers; 409 'cover-in-use' too
 * soon after the last swap.
 */
function chooseCovered(db: Database, userId: number, childIds: readonly number[]): Promise<CoveredChildren> {
  const wanted = [...new Set(childIds)];
  return db.transaction(async (transaction) => {
    const [, family, children] = await Promise.all([
      lockFamilyCover(transaction, userId),
      findFamilyCover(transaction, userId),
      findPlaces(transaction, userId),
    ]);
    const active = new Set(children.filter((child) => child.active).map(({ id }) => id));
    if (!family || !wanted.every((id) => active.has(id))) throw notFound();
    const places = planInForce(family, family.now).coveredChildren;
    const held = children.filter(({ usedAt }) => heldUntil(usedAt, family.now)).map(({ id }) => id);
    const verdict = judgeChoice({ places, wanted, held, swappedAt: family.swappedAt }, family.now);
    if (verdict === 'too-many') throw tooMany(places || MAX_PLACES);
    if (verdict === 'too-soon') throw tooSoon(nextSwap(family.swappedAt));
    if (verdict === 'swap') await upsertSwap(transaction, userId);
    await replaceChosen(transaction, userId, wanted);
    return readCovered(transaction, userId);
  });
}

const tooMany = (places: number) =>
  invalid(
    { childIds: places === 1 ? 'O plano é para 1 criança.' : `O plano é para até ${places} crianças.` },
    places === 1 ? 'O plano é para 1 criança. Escolha só uma.' : `O plano é para até ${places} crianças.`,
  );

const tooSoon = (from: Date | null) =>
  conflict(
    'cover-in-use',
    `Há menos de ${HELD_DAYS} dias já trocou uma criança que usava o plano. Pode voltar a trocar a partir de ${from ? longDate(from) : 'amanhã'}.`,
  );

/** Returns the covered children, as the parent sees them. */
async function readCovered(db: Queryable, userId: number): Promise<CoveredChildren> {
  const family = await findFamilyCover(db, userId);
  if (!family) throw notFound();
  return present(family, await findPlaces(db, userId));
}

function present(family: FamilyCover, children: Awaited<ReturnType<typeof findPlaces>>): CoveredChildren {
  const plan = planInForce(family, family.now);
  const next = nextSwap(family.swappedAt);
  return {
    places: plan.coveredChildren,
    children: children.map(({ usedAt, ...child }, index) => ({
      ...child,
      covered: child.active && isCovered(plan, index + 1),
      heldUntil: heldUntil(usedAt, family.now)?.toISOString() ?? null,
    })),
    swapFrom: next && next > family.now ? next.toISOString() : null,
  };
}

/** Binds reading and choosing the children that a plan covers. */
export function bindCovered(frame: Frame): void {
  const { db } = frame;
  frame.bind(coveredContract, {
    'GET /api/covered-children': (call) => readCovered(db, call.caller.userId),
    'PUT /api/covered-children': (call) => chooseCovered(db, call.caller.userId, call.body.childIds),
  });
}
