import type { Database } from '../../../server/db/db.ts';
import { notFound } from '../../../server/http/errors.ts';
import { findFamilyChild } from '../../money/plans/covered.store.ts';
import { saysNothing } from '../grid/grid.rules.ts';
import { findCalculations } from './calculating.store.ts';
import { lineSentence, PART_NEXT } from './calculating-words.rules.ts';
import { evidenceOf, tell } from './calculations.rules.ts';
import { MAX_FACTS, troublesOf } from './head.rules.ts';
import { beginWith } from './numbers.rules.ts';

/**
 * Returns a sentence about how a child calculates, and what to do next: of its last sums in the head or numbers aloud, a lápis only if there is
 * nothing else. Null if there are none.
 *
 * @throws Refused 404 when the child is not this parent's.
 */
export async function calculatingLine(db: Database, userId: number, childId: number) {
  if (!(await findFamilyChild(db, userId, childId))) throw notFound();
  const all = await findCalculations(db, childId);
  const told = all
    .filter((one) => one.kind !== 'training' && !saysNothing(one))
    .map(tell)
    .reverse();
  const last = told.find(({ calculation }) => calculation.reasons.length === 0) ?? told[0];
  if (!last) return null;
  const part = last.parts && beginWith(last.parts);
  const facts = Math.min(MAX_FACTS, troublesOf(all.map(evidenceOf)).length);
  const next = part
    ? { title: PART_NEXT[part].title, time: '5 minutos' }
    : facts > 0
      ? { title: `Treinar ${facts === 1 ? 'uma conta' : `${facts} contas`}`, time: '3 minutos' }
      : { title: 'Contas de cabeça, daqui a uma semana', time: '3 minutos' };
  return {
    sentence: lineSentence(last.predicate),
    date: last.day,
    provisional: last.calculation.reasons.length > 0,
    next,
  };
}
