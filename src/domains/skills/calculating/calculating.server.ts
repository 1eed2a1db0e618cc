import type { Database } from '../../../server/db/db.ts';
import { notForChildren, notFound, Refused } from '../../../server/http/errors.ts';
import type { Call, Frame } from '../../../server/http/http.ts';
import { consumeRateLimit } from '../../../server/http/rate-limits.ts';
import { dateInLuanda } from '../../../shared/calendar.ts';
import { firstName, withArticle } from '../../../shared/text.ts';
import { type FamilyChild, findFamilyChild, lockFamilyCover } from '../../money/plans/covered.store.ts';
import { type Limited, nextFreeDay, takeFreeUse } from '../grid/free-limit.server.ts';
import { problemOf, saysNothing } from '../grid/grid.rules.ts';
import { checkDay, recordsAnHour, startOf } from '../grid/sent.server.ts';
import {
  type ChildCalculations,
  calculatingContract,
  type SavedCalculation,
  type SentCalculation,
} from './calculating.contract.ts';
import {
  countRuns,
  findCalculation,
  findCalculations,
  insertCalculation,
  lockCalculator,
} from './calculating.store.ts';
import { headline } from './calculating-words.rules.ts';
import { evidenceOf, type StoredCalculation, type ToldCalculation, tell } from './calculations.rules.ts';
import { RUN_SECONDS, reasonsOf, reasonsOfMarked, troublesOf, WRONG_IN_A_ROW, wrongInARow } from './head.rules.ts';
import { itemsOf, NUMBERS_ITEMS, NUMBERS_VERSION, numbersSet, numbersSets } from './numbers.rules.ts';
import {
  ABOUT,
  copiesOf,
  SETS_OF_CLASS,
  SETS_VERSION,
  SUMS_OF_SET,
  setName,
  sumClassOf,
  sumOf,
  sumsOf,
  sumText,
} from './sums.rules.ts';

/** Seconds that a typed run may last beyond its minute: the last answer is confirmed, a slow phone draws. */
const MAX_LATE_SECONDS = 15;

const refuse = (code: string, message: string) => new Refused(422, code, message);

function packOf(schoolClass: string, inChildMode: boolean) {
  const sumClass = sumClassOf(schoolClass);
  const names = Array.from({ length: SETS_OF_CLASS }, (_, index) => setName(sumClass, index + 1));
  return {
    schoolClass: sumClass,
    about: ABOUT[sumClass],
    head: names.map((name) => ({
      id: name,
      version: SETS_VERSION,
      sums: (sumsOf(name) ?? []).map(sumText),
      copies: copiesOf(name),
    })),
    numbers:
      sumClass > 2
        ? []
        : numbersSets().map((set) => ({
            id: set.id,
            version: NUMBERS_VERSION,
            items: itemsOf(set).map((item) => (inChildMode ? { ...item, right: null } : item)),
          })),
  };
}

/** Returns what is stored of a calculation after checking it against its set. @throws Refused 422 with the sentence that says what is wrong. */
function checked(sent: SentCalculation, who: FamilyChild): Omit<StoredCalculation, 'id'> {
  const { kind, mode, formId = null, version } = sent;
  const startedAt = startOf(sent.startedAt, who);
  if ((kind === 'numbers' && mode === 'typed') || (kind === 'training' && mode === 'aloud'))
    throw refuse('wrong-mode', 'Isso não se faz dessa maneira.');
  const items = itemsCounted(sent);
  const current = kind === 'numbers' ? NUMBERS_VERSION : SETS_VERSION;
  if (kind !== 'training' && version !== undefined && version !== current)
    throw refuse('unknown-version', 'São contas de outra versão. Actualize a página e comece de novo.');
  const marks = {
    finished: sent.finished,
    lastItem: sent.lastItem,
    wrong: sent.wrong,
    selfCorrected: sent.selfCorrected,
  };
  const base = {
    clientId: sent.clientId,
    kind,
    mode,
    formId: kind === 'training' ? null : formId,
    formVersion: kind === 'training' ? null : current,
    startedAt,
    seconds: sent.seconds,
    reasons: [],
  };
  if (mode === 'aloud') {
    if (sent.answers.length + sent.copying.length > 0)
      throw refuse('nothing-typed', 'O que se diz em voz alta não tem números escritos.');
    const all = kind === 'numbers' ? { ...marks, finished: true, lastItem: items - 1 } : marks;
    if (kind === 'numbers') checkAllMarked(sent, items);
    const problem = problemOf(items, { ...all, seconds: sent.seconds });
    if (problem)
      throw refuse(problem.code, problem.message.replaceAll('palavra', 'conta').replace('texto', 'conjunto'));
    return {
      ...base,
      ...all,
      copying: [],
      answers: [],
      lastItem: all.finished ? items - 1 : all.lastItem,
      reasons: [
        ...reasonsOfMarked(kind === 'numbers' ? 'numbers' : 'head', items, { ...all, seconds: sent.seconds }),
        ...(kind === 'numbers' && isUnmarked(sent) ? (['unmarked'] as const) : []),
      ],
    };
  }
  if (marks.finished || marks.lastItem !== null || marks.wrong.length + marks.selfCorrected.length > 0)
    throw refuse('nothing-to-mark', 'As contas que a criança escreve não se marcam.');
  const answers = answersOf(sent, items);
  return {
    ...base,
    copying: sent.copying,
    answers,
    finished: kind === 'training' || answers.length === items,
    lastItem: answers.length === 0 ? null : answers.length - 1,
    wrong: [],
    selfCorrected: [],
    reasons: kind === 'head' ? reasonsOf(answers, { seconds: sent.seconds, copying: sent.copying, items }) : [],
  };
}

/**
 * Returns whether numbers came without any mark. A phone of an earlier version sends only what was wrong: without any, nobody knows whether
 * all were right or none was asked.
 */
const isUnmarked = ({ right, wrong, selfCorrected }: SentCalculation): boolean =>
  right === undefined && wrong.length + selfCorrected.length === 0;

/** Checks that each number was marked: one that was not asked is not right. @throws Refused 422 */
function checkAllMarked({ right, wrong, selfCorrected }: SentCalculation, items: number): void {
  if (right === undefined) return;
  const marks = [...right, ...wrong, ...selfCorrected];
  if (marks.length !== items || new Set(marks).size < items)
    throw refuse('not-all-marked', 'Marque cada número uma vez: certo ou errado.');
}

/** Returns how many items a calculation can have. @throws Refused 422 */
function itemsCounted({ kind, formId = '', answers }: SentCalculation): number {
  if (kind === 'training') return answers.length;
  const known = kind === 'numbers' ? numbersSet(formId) : sumsOf(formId);
  if (!known) throw refuse('unknown-form', 'Essas contas não existem.');
  return kind === 'numbers' ? NUMBERS_ITEMS : SUMS_OF_SET;
}

/** Returns what was typed, each answer with its sum. @throws Refused 422 */
function answersOf(sent: SentCalculation, items: number) {
  const { kind, seconds, answers } = sent;
  const longest = kind === 'head' ? RUN_SECONDS + MAX_LATE_SECONDS : 600;
  if (!(seconds >= 1 && seconds <= longest))
    throw refuse('seconds', `Indique quantos segundos durou, de 1 a ${longest}.`);
  if (answers.reduce((sum, { ms }) => sum + ms, 0) > (seconds + 1) * 1_000)
    throw refuse('seconds', 'As contas demoraram mais do que o tempo todo.');
  if (kind === 'training') {
    if (items === 0) throw refuse('nothing-done', 'Não há nenhuma conta feita.');
    return answers.map(({ sum = '', written, ms }) => {
      if (!sumOf(sum)) throw refuse('unknown-sum', 'Essa conta não existe.');
      return { sum, written, ms };
    });
  }
  if (answers.length > items) throw refuse('too-many', `São ${items} contas, e vieram ${answers.length}.`);
  const sums = sumsOf(sent.formId ?? '') ?? [];
  const typed = answers.map(({ written, ms }, index) => ({ sum: sumText(sums[index] as never), written, ms }));
  const isOver = typed.slice(0, -1).some((_, index) => wrongInARow(typed.slice(0, index + 1)) >= WRONG_IN_A_ROW);
  if (isOver) throw refuse('after-end', `Depois de ${WRONG_IN_A_ROW} erradas seguidas as contas acabam.`);
  return typed;
}

const hundredths = (value: number) => Math.round(value * 100) / 100;

function outcomeOf(who: FamilyChild, told: ToldCalculation): SavedCalculation & { right: number } {
  const { calculation, right, attempted, perMinute, typingMs, parts, facts, predicate } = told;
  return {
    id: calculation.id,
    kind: calculation.kind,
    right,
    attempted,
    perMinute: perMinute === null ? null : hundredths(perMinute),
    typingMs,
    provisional: calculation.reasons.length > 0,
    reasons: calculation.reasons,
    sentence: headline({ firstName: firstName(who.fullName), gender: who.gender }, predicate),
    parts,
    facts,
  };
}

/** Returns the reply in child mode: it was received; the result waits for the parent. */
const presentReceived = ({ calculation, attempted }: ToldCalculation): SavedCalculation => ({
  id: calculation.id,
  kind: calculation.kind,
  right: null,
  attempted,
  perMinute: null,
  typingMs: null,
  provisional: false,
  reasons: [],
  sentence: 'Obrigado!',
  parts: null,
  facts: [],
});

/** What the plan allows of runs of sums in the head. */
const limitedRuns = (who: FamilyChild, all: readonly StoredCalculation[]): Limited => ({
  kind: 'sums',
  limit: who.allows.readingsPerTrimester,
  earlier: all.filter((one) => one.kind === 'head' && !saysNothing(one)),
});

const USED_UP = {
  code: 'calculation-limit',
  done: 'As contas de cabeça deste trimestre estão feitas',
  another: 'Há outras',
};

/**
 * Records a run, a training or the numbers aloud. Safe to repeat: the same `clientId` again changes nothing and returns what was stored.
 *
 * @returns the reply, and whether it was stored now.
 * @throws Refused 404 when the child is not this parent's; 402 beyond the plan; 403 for marks in child mode; 422 for what does not fit the set,
 * and beyond `MAX_RECORDS_A_DAY`.
 */
async function recordCalculation(
  db: Database,
  caller: { userId: number; onlyChildren: readonly number[] | null },
  sent: SentCalculation,
): Promise<{ saved: SavedCalculation; isNew: boolean }> {
  if (caller.onlyChildren !== null && sent.mode === 'aloud') throw notForChildren();
  const who = await findFamilyChild(db, caller.userId, sent.childId);
  if (!who) throw notFound();
  const present = (stored: StoredCalculation) =>
    caller.onlyChildren === null ? outcomeOf(who, tell(stored)) : presentReceived(tell(stored));
  const before = await findCalculation(db, sent.childId, sent.clientId);
  if (before) return { saved: present(before), isNew: false };
  const stored = checked(sent, who);
  await consumeRateLimit(db, recordsAnHour('calculations'), String(caller.userId));
  return db.transaction(async (transaction) => {
    await lockFamilyCover(transaction, caller.userId);
    await lockCalculator(transaction, sent.childId);
    const known = await findCalculation(transaction, sent.childId, sent.clientId);
    if (known) return { saved: present(known), isNew: false };
    await checkDay(transaction, sent.childId, { records: 'calculations', ...stored });
    // What says nothing is no use of the plan.
    if (sent.kind === 'head' && !saysNothing(stored)) {
      const runs = limitedRuns(who, await findCalculations(transaction, sent.childId));
      await takeFreeUse(transaction, { userId: caller.userId, child: who, startedAt: stored.startedAt }, runs, USED_UP);
    }
    const { right, attempted } = tell({ ...stored, id: 0 });
    const id = await insertCalculation(transaction, sent.childId, { ...stored, right, attempted });
    return { saved: present({ ...stored, id }), isNew: true };
  });
}

async function readChildCalculations(db: Database, userId: number, childId: number): Promise<ChildCalculations> {
  const who = await findFamilyChild(db, userId, childId);
  if (!who) throw notFound();
  const all = await findCalculations(db, childId);
  const runs = limitedRuns(who, all);
  const name = firstName(who.fullName);
  return {
    child: {
      id: who.id,
      firstName: name,
      subject: withArticle(name, who.gender),
      gender: who.gender,
      schoolClass: who.schoolClass,
      cover: who.cover,
    },
    today: dateInLuanda(who.now),
    sumClass: sumClassOf(who.schoolClass),
    runs: await countRuns(db, childId),
    calculations: all
      .map(tell)
      .reverse()
      .map((told) => ({
        ...outcomeOf(who, told),
        clientId: told.calculation.clientId,
        mode: told.calculation.mode,
        schoolClass: told.schoolClass,
        startedAt: told.calculation.startedAt.toISOString(),
        day: told.day,
        seconds: told.calculation.seconds,
      })),
    facts: troublesOf(all.map(evidenceOf)),
    limit: runs.limit === null ? null : { nextDay: await nextFreeDay(db, who, runs) },
  };
}

/** Binds the endpoints of sums in the head and numbers aloud. */
export function bindCalculating(frame: Frame): void {
  const { db } = frame;
  frame.bind(calculatingContract, {
    'GET /api/calculating/pack': async ({ caller, query }) => packOf(query.schoolClass, caller.onlyChildren !== null),
    'POST /api/calculations': async (call: Call<(typeof calculatingContract)['POST /api/calculations']>) => {
      const { saved, isNew } = await recordCalculation(db, call.caller, call.body);
      if (!isNew) call.status(200);
      return saved;
    },
    'GET /api/children/:id/calculations': ({ caller, params }) => readChildCalculations(db, caller.userId, params.id),
  });
}
