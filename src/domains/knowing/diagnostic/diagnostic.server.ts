import type { Database, Queryable } from '../../../server/db/db.ts';
import { conflict, invalid, notFound, planRequired, type Refused } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import type { Periodic } from '../../../server/jobs/jobs.ts';
import { listen } from '../../../server/jobs/outbox.ts';
import { dateInLuanda } from '../../../shared/calendar.ts';
import { USUAL_DURATION } from '../../../shared/durations.ts';
import { firstName } from '../../../shared/text.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { DISCIPLINES, type Discipline } from '../../../shared/words.ts';
import { verdictOn } from '../../bank/answering/answering.rules.ts';
import { writtenRefusal } from '../../bank/answering/refusal.server.ts';
import { languagesOf } from '../../bank/test-bank/presented.rules.ts';
import { type FrozenQuestion, presentQuestion } from '../../bank/test-bank/tests.rules.ts';
import { type FamilyChild, findFamilyChild, lockFamilyCover } from '../../money/plans/covered.store.ts';
import { IN_THE_FAMILY, isUsedUpByOthers, upsertFreeUse } from '../../money/plans/free-uses.store.ts';
import { clampMilliseconds, timeLimitFor } from '../../sitting/attempts/attempts.rules.ts';
import { allowFile, familyFile } from '../family-files/family-file.server.ts';
import type { Ability } from '../knowledge/ability.rules.ts';
import { askedSoFar, askNext, finish, frozenQuestion } from './asking.server.ts';
import { onKeyCorrected } from './corrected.server.ts';
import { diagnosticContract, type UnderWay } from './diagnostic.contract.ts';
import { abilityAfter, classesFor, DIAGNOSTIC, fewestOf, isOver, priorFrom, priorOf } from './diagnostic.rules.ts';
import {
  type AskedQuestion,
  abandonDiagnostic,
  type DiagnosticRow,
  findChildOfDiagnostic,
  findDiagnostic,
  findDiagnostics,
  findOverdue,
  insertDiagnostic,
  lockChild,
  lockDiagnostic,
  recordAnswer,
} from './diagnostic.store.ts';
import { diagnosticPdf } from './diagnostic-pdf.server.ts';
import { tooEarly } from './diagnostic-words.rules.ts';
import { certaintyOf } from './level.rules.ts';
import { poolOf } from './pool.server.ts';
import { findQuestionCounts } from './pool.store.ts';
import { detailsOf, presentResult } from './result.server.ts';
import { className } from './scale.rules.ts';
import { abilityFromAnswers, levelsFromAnswers } from './tracking.server.ts';

/** Returns the child of a diagnostic. */
export const childOfDiagnostic = findChildOfDiagnostic;

/**
 * Starts the diagnostic of a child in a discipline, or returns the open one with its unanswered question.
 *
 * @throws Refused 404 not this parent's child; 409 archived child, too early to repeat, or too few questions; 402 plan limit.
 */
async function startDiagnostic(
  db: Database,
  userId: number,
  childId: number,
  discipline: Discipline,
): Promise<UnderWay> {
  return db.transaction(async (transaction) => {
    await lockFamilyCover(transaction, userId);
    await lockChild(transaction, childId, userId);
    const child = await findFamilyChild(transaction, userId, childId);
    if (!child) throw notFound();
    const earlier = await findDiagnostics(transaction, childId);
    const open = earlier.find((one) => one.discipline === discipline && one.state === 'open');
    if (open && !isOverdue(open, child.now)) {
      const { answered, open: question } = await askedSoFar(transaction, open.id);
      if (question) return underWay(db, transaction, child, open, question, answered.length);
    }
    if (open) {
      await settle(db, transaction, open);
      earlier.splice(0, earlier.length, ...(await findDiagnostics(transaction, childId)));
    }
    const refusal = refusalOf(child, discipline, earlier, await isTakenByOthers(transaction, child));
    if (refusal) throw refusal;
    if (isLimited(child)) await upsertFreeUse(transaction, childId, FREE_DIAGNOSTIC);
    const { schoolClass } = child;
    const seconds = timeLimitFor(USUAL_DURATION, child.extendedTime);
    const tracked = await abilityFromAnswers(transaction, child, discipline);
    const prior = tracked && priorFrom(tracked);
    const begun = { childId, discipline, schoolClass, priorAbility: prior?.mean ?? null, priorSd: prior?.sd ?? null };
    const created = await insertDiagnostic(transaction, { ...begun, seconds });
    const id = (created as { id: number }).id;
    const question = await askNext(db, transaction, { ...begun, id }, []);
    if (!question || !askedClasses(await findQuestionCounts(transaction), discipline, schoolClass))
      throw tooFew(discipline);
    const started = await lockDiagnostic(transaction, id);
    return underWay(db, transaction, child, started as DiagnosticRow, question, 0);
  });
}

const FREE_DIAGNOSTIC = { kind: 'diagnostic', period: '' } as const;
const isLimited = (child: FamilyChild) => child.allows.diagnostics !== null;
/** Returns whether the family's other children have already used the diagnostics that the free plan includes. */
const isTakenByOthers = async (db: Queryable, child: FamilyChild): Promise<boolean> =>
  isLimited(child) && (await isUsedUpByOthers(db, child.id, FREE_DIAGNOSTIC));

const tooFew = (discipline: string) =>
  conflict('too-few-questions', `Ainda não há perguntas de ${discipline} que cheguem para esta classe.`);

/**
 * Returns the classes whose questions of a discipline a child is asked, or null if there are too few of these questions for a diagnostic.
 *
 * @param schoolClass the child's class.
 */
function askedClasses(
  counts: Awaited<ReturnType<typeof findQuestionCounts>>,
  discipline: string,
  schoolClass: string,
): string[] | null {
  const classes = classesFor(schoolClass).map(className);
  const asked = counts.filter((one) => one.discipline === discipline && classes.includes(one.schoolClass));
  if (asked.reduce((sum, { questions }) => sum + questions, 0) < DIAGNOSTIC.FEWEST) return null;
  return classes.filter((name) => asked.some((one) => one.schoolClass === name));
}

/** Returns whether the time of an open diagnostic, including its grace, is over. */
const isOverdue = ({ deadlineAt }: DiagnosticRow, now: Date) =>
  now.getTime() > deadlineAt.getTime() + DIAGNOSTIC.GRACE_MINUTES * 60_000;

/** Days after which a child's diagnostic can be repeated; null if its plan gives a limited number. */
const repeatDays = (child: FamilyChild) => (isLimited(child) ? null : DIAGNOSTIC.WAIT_DAYS);

/**
 * From when a finished diagnostic can be repeated; null if the plan gives no other. One without effort has no result and can be repeated at
 * once.
 */
function againFrom(child: FamilyChild, { startedAt, finishedAt, effort }: DiagnosticRow): Date | null {
  const done = finishedAt ?? startedAt;
  if (effort === 'low') return done;
  const days = repeatDays(child);
  return days === null ? null : new Date(done.getTime() + days * DAY_MS);
}

/** Returns why a child cannot start the diagnostic of a discipline now. @param earlier newest first. @param taken by the family's others. */
function refusalOf(
  child: FamilyChild,
  discipline: string,
  earlier: readonly DiagnosticRow[],
  taken: boolean,
): Refused | null {
  if (!child.active)
    return conflict('child-archived', 'Esta criança está arquivada. Em «Filhos», tire-a do arquivo para continuar.');
  const counts = earlier.filter(({ state, effort }) => state !== 'abandoned' && effort !== 'low');
  const { diagnostics } = child.allows;
  if (diagnostics !== null && counts.length >= diagnostics)
    return planRequired(
      'plan-limit',
      `O plano Essencial dá um ponto de partida por criança, e o de ${counts[0]?.discipline} já foi feito. Nos planos pagos há em todas as disciplinas.`,
    );
  if (taken)
    return planRequired(
      'plan-limit',
      `O plano Essencial dá um ponto de partida por criança, e já foram feitos ${IN_THE_FAMILY}. Nos planos pagos há em todas as disciplinas.`,
    );
  const last = counts.find((one) => one.discipline === discipline && one.state === 'finished');
  const from = last && againFrom(child, last);
  if (from && from > child.now)
    return conflict('too-early', tooEarly(child, discipline, last.finishedAt ?? last.startedAt, from));
  return null;
}

/** Ends a diagnostic whose time is over. */
async function settle(db: Queryable, transaction: Queryable, diagnostic: DiagnosticRow): Promise<void> {
  const { answered } = await askedSoFar(transaction, diagnostic.id);
  await endWith(db, transaction, diagnostic, answered);
}

/** Ends a diagnostic: with a result if enough questions were answered, otherwise as abandoned. */
async function endWith(
  db: Queryable,
  transaction: Queryable,
  diagnostic: DiagnosticRow,
  answered: readonly AskedQuestion[],
): Promise<void> {
  if (answered.length >= fewestOf(diagnostic)) await finish(db, transaction, diagnostic, answered);
  else await abandonDiagnostic(transaction, diagnostic.id);
}

async function underWay(
  db: Queryable,
  transaction: Queryable,
  child: FamilyChild,
  diagnostic: DiagnosticRow,
  asked: AskedQuestion,
  answered: number,
): Promise<UnderWay> {
  const { id, childId, discipline, deadlineAt, now } = diagnostic;
  const { schoolClass, cover } = child;
  const question = presentQuestion(await frozenQuestion(db, asked, transaction));
  return {
    id,
    childId,
    discipline,
    finished: false,
    question,
    languages: [...languagesOf({ discipline, schoolClass: asked.schoolClass }, question.alternatives)],
    answered,
    fewest: fewestOf(diagnostic),
    deadline: deadlineAt.toISOString(),
    serverTime: now.toISOString(),
    remainingSeconds: Math.max(0, Math.floor((deadlineAt.getTime() - now.getTime()) / 1000)),
    child: { id: childId, firstName: firstName(child.fullName), schoolClass, cover },
  };
}

/** Returns how certain the class of a short check is; null for a full diagnostic. */
async function checkOf(db: Queryable, transaction: Queryable, diagnostic: DiagnosticRow, estimate: Ability) {
  if (diagnostic.priorSd === null) return null;
  const { thresholds } = await poolOf(db, diagnostic.discipline, transaction);
  const classes = classesFor(diagnostic.schoolClass);
  return {
    certainty: certaintyOf(
      estimate,
      thresholds.filter(({ schoolClass }) => classes.includes(schoolClass)),
    ),
  };
}

/**
 * Records the answer to the current question and asks the next one, or ends the diagnostic. Repeating the same answer changes
 * nothing and returns what comes next, also if the first reply was lost.
 *
 * @param selectedAnswer a letter, or null for «Ainda não aprendi».
 * @throws Refused 404 not this parent's; 400 no such alternative; 409 the question was not asked, has another answer, or the
 * diagnostic is over.
 */
async function answerDiagnostic(
  db: Database,
  userId: number,
  id: number,
  answer: { questionId: number; selectedAnswer: string | null; visibleMs: number | null },
): Promise<UnderWay | { finished: true }> {
  return db.transaction(async (transaction) => {
    const found = await findDiagnostic(transaction, userId, id);
    if (!found) throw notFound();
    await lockChild(transaction, found.childId, null);
    const diagnostic = await lockDiagnostic(transaction, id);
    const child = await findFamilyChild(transaction, userId, found.childId);
    if (!diagnostic || !child) throw notFound();
    const { all, answered, open } = await askedSoFar(transaction, id);
    const given = all.find(({ questionId }) => questionId === answer.questionId);
    if (!given) throw conflict('not-asked', 'Esta pergunta não foi feita.');
    if (given.answeredAt !== null) {
      if (!isSameAnswer(await frozenQuestion(db, given, transaction), given, answer.selectedAnswer))
        throw conflict('already-answered', 'Esta pergunta já tem resposta.');
      if (diagnostic.state !== 'open' || !open) return { finished: true };
      return underWay(db, transaction, child, diagnostic, open, answered.length);
    }
    if (diagnostic.state !== 'open' || isOverdue(diagnostic, diagnostic.now)) {
      throw conflict('diagnostic-ended', 'O tempo acabou. Entrega o telemóvel a quem to deu.');
    }
    const question = await frozenQuestion(db, given, transaction);
    const read = readAnswer(question, answer.selectedAnswer);
    const isRight = read.selectedAnswer === question.correctAnswer;
    const recorded = { ...read, isRight, visibleMs: clampMilliseconds(answer.visibleMs) };
    await recordAnswer(transaction, id, { position: given.position, ...recorded });
    const soFar = [...answered, { ...given, answeredAt: diagnostic.now, ...recorded }];
    const estimate = abilityAfter(soFar, priorOf(diagnostic));
    const timeIsUp = diagnostic.now >= diagnostic.deadlineAt;
    const next = isOver(
      soFar.length,
      estimate.standardError,
      timeIsUp,
      await checkOf(db, transaction, diagnostic, estimate),
    )
      ? undefined
      : await askNext(db, transaction, diagnostic, soFar);
    if (next) return underWay(db, transaction, child, diagnostic, next, soFar.length);
    await endWith(db, transaction, diagnostic, soFar);
    return { finished: true };
  });
}

/**
 * Returns an answer as it is stored: the letter, and what was written.
 *
 * @param given a letter, what was written, or null for «Ainda não aprendi».
 * @throws Refused 400 no such alternative, or no number; 422 a number that can be read in two ways.
 */
function readAnswer(question: FrozenQuestion, given: string | null): Pick<AskedQuestion, 'selectedAnswer' | 'written'> {
  if (given === null) return { selectedAnswer: null, written: null };
  const verdict = verdictOn(question, given);
  if (verdict?.kind === 'answer') return { selectedAnswer: verdict.letter, written: verdict.text };
  if (verdict) throw writtenRefusal(verdict);
  const place = /^[A-F]$/.test(given) ? given.charCodeAt(0) - 65 : -1;
  if (place < 0 || place >= question.alternatives.length)
    throw invalid({ selectedAnswer: 'Escolha uma das alternativas.' });
  return { selectedAnswer: given, written: null };
}

/** Returns whether an answer is the one that a question already has. */
function isSameAnswer(question: FrozenQuestion, known: AskedQuestion, given: string | null): boolean {
  const verdict = given === null ? undefined : verdictOn(question, given);
  return verdict?.kind === 'answer' ? verdict.text === known.written : given === known.selectedAnswer;
}

/** Ends open diagnostics whose time is over. Safe to run concurrently. */
export async function settleDiagnostics(db: Database): Promise<number> {
  const overdue = await findOverdue(db, 200);
  for (const { id } of overdue) {
    await db.transaction(async (transaction) => {
      const childId = await findChildOfDiagnostic(transaction, id);
      if (childId === undefined) return;
      await lockChild(transaction, childId, null);
      const diagnostic = await lockDiagnostic(transaction, id);
      if (diagnostic?.state === 'open') await settle(db, transaction, diagnostic);
    });
  }
  return overdue.length;
}

/**
 * Returns the result of a diagnostic with the growth since the previous one, or its unanswered question.
 *
 * @throws Refused 404 not this parent's; 409 when it ended without enough answers, or its time is over and it is not settled yet.
 */
async function readDiagnostic(db: Database, userId: number, id: number) {
  const diagnostic = await findDiagnostic(db, userId, id);
  const child = diagnostic && (await findFamilyChild(db, userId, diagnostic.childId));
  if (!diagnostic || !child) throw notFound();
  if (diagnostic.state === 'finished') {
    const result = presentResult(child, diagnostic, await findQuestionCounts(db), againFrom(child, diagnostic));
    return { ...result, ...(await detailsOf(db, userId, child, diagnostic, result)) };
  }
  const { answered, open } = await askedSoFar(db, id);
  if (diagnostic.state === 'open' && isOverdue(diagnostic, child.now) && answered.length >= fewestOf(diagnostic))
    throw conflict('result-pending', 'O tempo acabou. O resultado fica pronto daqui a um minuto.');
  if (diagnostic.state === 'abandoned' || !open || isOverdue(diagnostic, child.now))
    throw conflict('no-result', 'Ficou a meio, com poucas respostas para dizer o nível. Comece de novo quando quiser.');
  return underWay(db, db, child, diagnostic, open, answered.length);
}

/**
 * Returns a child's finished diagnostics, newest first, what can be started now, and the levels that its ordinary tests show.
 *
 * @throws Refused 404 not this parent's.
 */
async function listDiagnostics(db: Database, userId: number, childId: number) {
  const child = await findFamilyChild(db, userId, childId);
  if (!child) throw notFound();
  const { suggestions } = child.allows;
  const [all, taken, counts, levels] = await Promise.all([
    findDiagnostics(db, childId),
    isTakenByOthers(db, child),
    findQuestionCounts(db),
    suggestions ? levelsFromAnswers(db, child) : undefined,
  ]);
  const disciplines = DISCIPLINES.flatMap((discipline) => {
    const classes = askedClasses(counts, discipline, child.schoolClass);
    if (!classes) return [];
    const open = all.some((one) => one.discipline === discipline && one.state === 'open' && !isOverdue(one, child.now));
    const refusal = open ? null : refusalOf(child, discipline, all, taken);
    const told = refusal && { code: refusal.code, message: refusal.message };
    const fromAnswers = levels?.get(discipline) ?? null;
    return [{ discipline, classes, open, refusal: told, repeatDays: repeatDays(child), fromAnswers }];
  });
  const finished = all.filter(({ state }) => state === 'finished');
  return { diagnostics: finished.map((one) => presentResult(child, one, counts, againFrom(child, one))), disciplines };
}

/** Runs every minute, so that a result is ready soon after the time is over, even if the child has left. */
export const diagnosticWork = (db: Database): Periodic[] => [
  { name: 'settle-diagnostics', every: 60, work: () => settleDiagnostics(db) },
];

/** Binds the endpoints of the diagnostic "Ponto de partida". */
export function bindDiagnostics(frame: Frame): void {
  const { db } = frame;

  const printResult = async (userId: number, id: number) => {
    const diagnostic = await findDiagnostic(db, userId, id);
    const child = diagnostic && (await findFamilyChild(db, userId, diagnostic.childId));
    if (!child) throw notFound();
    const { now } = await allowFile(db, userId, { childId: child.id });
    const result = await readDiagnostic(db, userId, id);
    if (!result.finished) throw conflict('not-completed', 'Este ponto de partida ainda não tem resultado.');
    const bytes = await diagnosticPdf(result, { brand: frame.brand(), now, child });
    return familyFile(bytes, ['ponto-de-partida', result.discipline, dateInLuanda(now)]);
  };

  listen('key-corrected', onKeyCorrected);
  frame.bind(diagnosticContract, {
    'POST /api/diagnostics': ({ caller, body }) => startDiagnostic(db, caller.userId, body.childId, body.discipline),
    'POST /api/diagnostics/:id/answers': ({ caller, params, body }) =>
      answerDiagnostic(db, caller.userId, params.id, { ...body, visibleMs: body.visibleMs ?? null }),
    'GET /api/diagnostics/:id': ({ caller, params }) => readDiagnostic(db, caller.userId, params.id),
    'GET /api/diagnostics/:id/pdf': ({ caller, params }) => printResult(caller.userId, params.id),
    'GET /api/children/:id/diagnostics': ({ caller, params }) => listDiagnostics(db, caller.userId, params.id),
  });
}
