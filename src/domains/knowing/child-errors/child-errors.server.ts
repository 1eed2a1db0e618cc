import type { Database } from '../../../server/db/db.ts';
import { notFound } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { misconceptionOfSlip, misconceptions } from '../../bank/misconceptions/misconceptions.server.ts';
import { templates } from '../../bank/variants/templates.server.ts';
import { type FamilyChild, findFamilyChild } from '../../money/plans/covered.store.ts';
import { classMean, classNumber, difficultyPrior, guessingOf, SCALE } from '../diagnostic/scale.rules.ts';
import { abilityFromAnswers } from '../diagnostic/tracking.server.ts';
import { chanceOfRight } from '../knowledge/ability.rules.ts';
import { type ChildErrorRow, childErrorsContract } from './child-errors.contract.ts';
import { findShown, findVariantAnswers, type ShownRow, type VariantRow } from './child-errors.store.ts';
import { errorSentence } from './error-words.rules.ts';
import { chanceWithoutError, type ErrorTrace, isSaid, type Opportunity, TRACE, traceError } from './trace.rules.ts';

/** Maximum number of errors that are said: a parent can work on a few. */
const MAX_NAMED = 3;
const MAX_OVERCOME = 2;

/**
 * Returns the errors that are said of a child, and those that it has overcome lately. Computed from the answers each time, so that regraded
 * keys, new calibrations and corrected errors need no rebuilding.
 */
async function errorsOfChild(db: Database, child: FamilyChild): Promise<ChildErrorRow[]> {
  const [shown, variants] = await Promise.all([findShown(db, child.id), findVariantAnswers(db, child.id)]);
  const generated = variants.flatMap((row) => shownByVariant(row) ?? []);
  const rows = [...shown, ...generated];
  if (rows.length < TRACE.FEWEST_OPPORTUNITIES) return [];
  const ability =
    (await abilityFromAnswers(db, child, 'Matemática'))?.ability ?? classMean(classNumber(child.schoolClass));
  const traces = [...opportunitiesByError(rows, ability)].flatMap(([id, opportunities]) => {
    const error = misconceptions().get(id);
    const trace = traceError(opportunities, child.now);
    return error && trace.state !== 'unsaid' ? [{ error, trace }] : [];
  });
  const isNews = ({ changedAt }: ErrorTrace) =>
    changedAt !== null && child.now.getTime() - changedAt.getTime() <= TRACE.NEWS_DAYS * DAY_MS;
  const named = traces
    .filter(({ trace }) => isSaid(trace))
    .sort((one, other) => other.trace.probability - one.trace.probability || other.trace.times - one.trace.times);
  const overcome = traces.filter(({ trace }) => trace.state === 'overcome' && isNews(trace));
  return [...named.slice(0, MAX_NAMED), ...overcome.slice(0, MAX_OVERCOME)].map(({ error, trace }) => ({
    id: error.id,
    state: trace.state as 'named' | 'overcome',
    sentence: errorSentence(child, error.name, trace, child.now),
    example: error.example,
    helps: error.helps,
    times: trace.times,
    opportunities: trace.opportunities,
    since: (trace.since ?? child.now).toISOString(),
    changedAt: (trace.changedAt ?? child.now).toISOString(),
  }));
}

/** Returns the opportunities of each error. @param ability of the child, on the scale of the difficulties. */
function opportunitiesByError(rows: readonly ShownRow[], ability: number): Map<string, Opportunity[]> {
  const byError = new Map<string, Opportunity[]>();
  for (const { at, given, errors, difficulty, schoolClass, author, alternatives } of rows) {
    const item = {
      difficulty: difficulty ?? difficultyPrior(classNumber(schoolClass), author).mean,
      guessing: guessingOf(alternatives),
    };
    const wrong = 1 - chanceOfRight(ability, item);
    for (const id of new Set(errors)) {
      const own = errors.filter((one) => one === id).length;
      const list = byError.get(id) ?? byError.set(id, []).get(id)!;
      list.push({ at, shows: given === id, chance: chanceWithoutError(wrong, own, alternatives === 0) });
    }
  }
  return byError;
}

/** Returns the answer to a generated question, or undefined if its template has changed since or is gone. */
function shownByVariant({ card, selectedAnswer, isRight, isWritten, at }: VariantRow): ShownRow | undefined {
  const place = card.lastIndexOf(':');
  const template = templates().get(card.slice(0, place));
  if (!template) return undefined;
  const { alternatives, right } = template.ready().make(Number(card.slice(place + 1)));
  // What was written and equals no alternative has no letter.
  const chosen = /^[A-F]$/.test(selectedAnswer) ? selectedAnswer.charCodeAt(0) - 65 : -1;
  // Another version of the template makes another question of the same seed.
  if ((chosen === right) !== isRight) return undefined;
  const ids = alternatives.map(({ misconception }) => misconception && misconceptionOfSlip(misconception));
  const errors = ids.flatMap((id) => id ?? []);
  const { schoolClass } = template;
  const given = ids[chosen] ?? null;
  return errors.length === 0
    ? undefined
    : {
        at,
        isRight,
        given,
        errors,
        difficulty: null,
        schoolClass,
        author: SCALE.AUTHOR_MIDDLE,
        alternatives: isWritten ? 0 : alternatives.length,
      };
}

/** Returns the errors of a child of this family. @throws Refused 404 when the child does not exist or is another family's. */
export async function readErrors(db: Database, userId: number, childId: number): Promise<ChildErrorRow[]> {
  const child = await findFamilyChild(db, userId, childId);
  if (!child) throw notFound();
  return errorsOfChild(db, child);
}

/** Binds the endpoint of a child's errors. */
export function bindChildErrors(frame: Frame): void {
  const { db } = frame;
  frame.bind(childErrorsContract, {
    'GET /api/children/:id/errors': (call) => readErrors(db, call.caller.userId, call.params.id),
  });
}
