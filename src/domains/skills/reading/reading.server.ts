import type { Database, Queryable } from '../../../server/db/db.ts';
import { liveSettings } from '../../../server/db/live-settings.ts';
import { notFound, Refused } from '../../../server/http/errors.ts';
import type { Call, Frame } from '../../../server/http/http.ts';
import { consumeRateLimit } from '../../../server/http/rate-limits.ts';
import { addEvidence } from '../../knowing/knowledge/knowledge.server.ts';
import { lockFamilyCover } from '../../money/plans/covered.store.ts';
import { type Limited, nextFreeDay, takeFreeUse } from '../grid/free-limit.server.ts';
import { problemOf, saysNothing, score, TIMED_SECONDS } from '../grid/grid.rules.ts';
import { checkDay, recordsAnHour, startOf } from '../grid/sent.server.ts';
import { reasonsOf, type StoredReading, tell, tellAll } from './child-readings.rules.ts';
import { markRecording } from './ear.server.ts';
import { readingClassOf, stepOf } from './forms.rules.ts';
import { reachedOf } from './ladder.rules.ts';
import { presentChildReadings, presentSaved } from './presented.server.ts';
import { type ReadingPack, readingContract, type SavedReading, type SentReading } from './reading.contract.ts';
import {
  type FamilyReader,
  type FormRow,
  findForm,
  findOffered,
  findReader,
  findReading,
  findReadings,
  findTrainings,
  insertReading,
  lockReader,
} from './reading.store.ts';
import { printSheet } from './sheet.server.ts';

const refuse = (code: string, message: string) => new Refused(422, code, message);

/** Returns what a class reads. In child mode without questions, answers and the training, which the child must not see. */
async function readPack(db: Queryable, schoolClass: string, inChildMode: boolean): Promise<ReadingPack> {
  const readingClass = readingClassOf(schoolClass);
  const forms = await findOffered(db, readingClass);
  const ofKind = (kind: FormRow['kind']) => forms.filter((form) => form.kind === kind);
  const list = (kind: 'letters' | 'words') => {
    const [form] = ofKind(kind);
    return form ? { id: form.id, version: form.version, items: form.body.words } : null;
  };
  const text = ({ id, version, body: { title, words, paragraphs } }: FormRow) => ({
    id,
    version,
    title,
    words,
    paragraphs,
  });
  return {
    schoolClass: readingClass,
    letters: list('letters'),
    words: list('words'),
    forms: (['first', 'class'] as const).flatMap((kind) =>
      ofKind(kind).map((form) => ({
        ...text(form),
        kind,
        parallelSet: form.body.parallelSet ?? '',
        questions: inChildMode ? [] : form.body.questions,
      })),
    ),
    listening: ofKind('listening').map((form) => ({
      ...text(form),
      questions: inChildMode ? [] : form.body.questions,
    })),
    ear: inChildMode ? [] : ofKind('ear').map((form) => ({ ...text(form), read: form.body.read })),
  };
}

/** Returns the form that was read, after checking it. @throws Refused 422 */
async function formOf(db: Queryable, sent: SentReading): Promise<FormRow & { kind: StoredReading['kind'] }> {
  const form = await findForm(db, sent.formId, sent.version);
  if (!form && (await findForm(db, sent.formId, undefined)))
    throw refuse('unknown-version', 'As marcas são de outra versão deste texto. Actualize a página e leia de novo.');
  if (!form || form.kind === 'ear') throw refuse('unknown-form', 'Esse texto não existe.');
  if (stepOf(form.kind) !== sent.step) throw refuse('wrong-step', 'Esse texto não é deste passo da leitura.');
  return form as FormRow & { kind: StoredReading['kind'] };
}

/** Checks marks and answers against the form. @throws Refused 422 with the sentence that says what is wrong. */
function checkMarks(sent: SentReading, form: FormRow): void {
  if (sent.step === 'listening' && (sent.lastItem !== null || sent.wrong.length + sent.selfCorrected.length > 0))
    throw refuse('nothing-to-mark', 'Numa história ouvida não se marcam palavras.');
  const problem = problemOf(form.items, sent);
  if (problem) throw refuse(problem.code, problem.message);
  const named = sent.answers.map(({ questionId }) => questionId);
  if (new Set(named).size < named.length) throw refuse('answered-twice', 'A mesma pergunta tem duas respostas.');
  const reached = sent.step === 'listening' ? Number.POSITIVE_INFINITY : reachedOf(form.items, sent, TIMED_SECONDS);
  for (const questionId of named) {
    const question = form.body.questions.find(({ id }) => id === questionId);
    if (!question) throw refuse('unknown-question', 'Essa pergunta não é deste texto.');
    if (question.place >= reached)
      throw refuse('not-reached', 'Há uma resposta a uma pergunta sobre a parte que a criança não leu.');
  }
}

/** What the plan allows of the texts of a kind. */
const limitedTexts = (reader: FamilyReader, kind: string, earlier: readonly StoredReading[]): Limited => ({
  kind: kind === 'first' ? 'reading-first' : 'reading-class',
  limit: reader.allows.readingsPerTrimester,
  earlier: earlier.filter((one) => one.kind === kind && one.listener === 1 && !saysNothing(one)),
});

const USED_UP = { code: 'reading-limit', done: 'A leitura deste trimestre está feita', another: 'Há outra' };

/** Returns the reading that a second listener marked. @throws Refused 422 */
function markedFirst(sent: SentReading, form: FormRow, earlier: readonly StoredReading[]): StoredReading | undefined {
  if ((sent.listener === 2) !== (sent.recordedBy !== undefined))
    throw refuse('second-listener', 'Um segundo ouvinte marca a gravação de uma leitura que já existe.');
  if (sent.recordedBy === undefined) return undefined;
  const first = earlier.find(({ clientId }) => clientId === sent.recordedBy);
  const fits =
    first?.listener === 1 &&
    first.mode === 'recorded' &&
    first.formId === form.id &&
    first.formVersion === form.version;
  if (!fits || sent.mode !== 'recorded')
    throw refuse('second-listener', 'Um segundo ouvinte marca a gravação de uma leitura que já existe.');
  if (earlier.some(({ recordedBy }) => recordedBy === sent.recordedBy))
    throw refuse('second-listener', 'Esta leitura já tem um segundo ouvinte.');
  return first;
}

/**
 * Records one step of a reading. Safe to repeat: the same `clientId` again changes nothing and returns what was stored.
 *
 * @returns the reply, and whether it was stored now.
 * @throws Refused 404 when the child is not this parent's; 402 beyond the plan; 422 for marks that do not fit the text, and
 * beyond `MAX_RECORDS_A_DAY`; 429 after too many
 * new ones in an hour.
 */
async function recordReading(
  db: Database,
  userId: number,
  sent: SentReading,
): Promise<{ saved: SavedReading; isNew: boolean }> {
  const reader = await findReader(db, userId, sent.childId);
  if (!reader) throw notFound();
  const repeated = async (queryable: Queryable) => {
    const stored = await findReading(queryable, sent.childId, sent.clientId);
    if (!stored) return undefined;
    const earlier = await findReadings(queryable, sent.childId);
    const first = stored.recordedBy && (await findReading(queryable, sent.childId, stored.recordedBy));
    return { saved: presentSaved(reader, stored, first ? [first, ...earlier] : earlier), isNew: false };
  };
  const known = await repeated(db);
  if (known) return known;
  const form = await formOf(db, sent);
  const startedAt = startOf(sent.startedAt, reader);
  checkMarks(sent, form);
  await consumeRateLimit(db, recordsAnHour('readings'), String(userId));
  return db.transaction(async (transaction) => {
    await lockFamilyCover(transaction, userId);
    await lockReader(transaction, sent.childId);
    const meanwhile = await repeated(transaction);
    if (meanwhile) return meanwhile;
    const earlier = await findReadings(transaction, sent.childId);
    await checkDay(transaction, sent.childId, { records: 'readings', kind: form.kind, startedAt });
    const first = markedFirst(sent, form, earlier);
    const reading: Omit<StoredReading, 'id'> = {
      ...sent,
      formVersion: form.version,
      kind: form.kind,
      schoolClass: form.schoolClass,
      items: form.items,
      body: form.body,
      startedAt,
      lastItem: sent.finished ? form.items - 1 : sent.lastItem,
      recordedBy: sent.recordedBy ?? null,
      reasons: [],
    };
    reading.reasons = reasonsOf(reading, reader.trainedAt !== null);
    if (sent.step === 'text' && sent.listener === 1 && !saysNothing(reading))
      await takeFreeUse(
        transaction,
        { userId, child: reader, startedAt },
        limitedTexts(reader, form.kind, earlier),
        USED_UP,
      );
    if (first && tell(first, { ...reading, id: 0 }).reasons.includes('listeners-differ'))
      reading.reasons.push('listeners-differ');
    const { attempted, right } = sent.step === 'listening' ? { attempted: 0, right: 0 } : score(form.items, reading);
    const id = await insertReading(transaction, sent.childId, {
      ...reading,
      attempted,
      right,
      listener: sent.listener,
    });
    await addToMap(transaction, sent.childId, { ...reading, id });
    return { saved: presentSaved(reader, { ...reading, id }, earlier), isNew: true };
  });
}

/** Adds the answers about a text to the evidence of the map, unless the reading is a lápis. Each question counts once. */
async function addToMap(transaction: Queryable, childId: number, reading: StoredReading): Promise<void> {
  if (reading.reasons.length > 0 || reading.listener !== 1) return;
  const answers = reading.answers.flatMap(({ questionId, outcome }) => {
    const question = reading.body.questions.find(({ id }) => id === questionId);
    return question
      ? [
          {
            content: `reading:${reading.formId}:${questionId}`,
            objective: question.objective,
            answeredAt: reading.startedAt,
            isRight: outcome === 'right',
          },
        ]
      : [];
  });
  if (answers.length > 0) await addEvidence(transaction, childId, 'reading', answers);
}

async function readChildReadings(db: Database, userId: number, childId: number) {
  const reader = await findReader(db, userId, childId);
  if (!reader) throw notFound();
  const readings = await findReadings(db, childId);
  const texts = limitedTexts(reader, 'class', readings);
  return presentChildReadings(reader, tellAll(readings), await findTrainings(db, userId), {
    starts: liveSettings(db).trimesters,
    limit: texts.limit === null ? null : { nextDay: await nextFreeDay(db, reader, texts) },
  });
}

/** Binds the endpoints of reading aloud. */
export function bindReading(frame: Frame): void {
  const { db } = frame;
  frame.bind(readingContract, {
    'GET /api/reading/pack': ({ query, caller }) => readPack(db, query.schoolClass, caller.onlyChildren !== null),
    'GET /api/reading/forms/:id/sheet': async ({ params, query }) => ({
      bytes: await printSheet(db, { ...params, ...query }, { brand: frame.brand(), now: new Date() }),
      type: 'application/pdf',
    }),
    'POST /api/readings': async (call: Call<(typeof readingContract)['POST /api/readings']>) => {
      const { saved, isNew } = await recordReading(db, call.caller.userId, call.body);
      if (!isNew) call.status(200);
      return saved;
    },
    'GET /api/children/:id/readings': ({ caller, params }) => readChildReadings(db, caller.userId, params.id),
    'POST /api/ear-training': ({ caller, body }) => markRecording(db, caller.userId, body),
  });
}
