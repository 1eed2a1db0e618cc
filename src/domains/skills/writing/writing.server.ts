import type { Database, Queryable } from '../../../server/db/db.ts';
import { notForChildren, notFound, Refused } from '../../../server/http/errors.ts';
import type { Call, Frame } from '../../../server/http/http.ts';
import { consumeRateLimit } from '../../../server/http/rate-limits.ts';
import { writingContent } from '../../../server/skills-content.ts';
import { addEvidence } from '../../knowing/knowledge/knowledge.server.ts';
import { lockFamilyCover } from '../../money/plans/covered.store.ts';
import { type Limited, nextFreeDay, takeFreeUse } from '../grid/free-limit.server.ts';
import { checkDay, recordsAnHour, startOf } from '../grid/sent.server.ts';
import { readingClassOf } from '../reading/forms.rules.ts';
import { type FamilyReader, findReader, lockReader } from '../reading/reading.store.ts';
import { isUntyped, problemOfMarks, problemOfTyped, TYPED_FROM_CLASS } from './dictation.rules.ts';
import type { DictationBody, PromptBody, RulerBody } from './forms.rules.ts';
import {
  presentChildWritings,
  presentDictation,
  presentReceived,
  presentText,
  tellDictation,
} from './presented.server.ts';
import { knownRules, summaryOf } from './recorded.rules.ts';
import { areAsked, placeOf } from './ruler.rules.ts';
import { printPrompt, printRuler } from './sheet.server.ts';
import {
  type SavedDictation,
  type SavedText,
  type SentDictation,
  type SentText,
  type WritingPack,
  writingContract,
} from './writing.contract.ts';
import {
  type FormRow,
  findDictation,
  findDictations,
  findForm,
  findOffered,
  findText,
  findTexts,
  insertDictation,
  insertText,
  type StoredDictation,
  type StoredText,
} from './writing.store.ts';

const refuse = (code: string, message: string) => new Refused(422, code, message);

/** Returns what a class writes. In child mode without rulers and signs, which are for the grown-up who marks. */
async function readPack(db: Queryable, schoolClass: string, inChildMode: boolean): Promise<WritingPack> {
  const writingClass = readingClassOf(schoolClass);
  const forms = await findOffered(db, writingClass);
  const ofKind = <Body>(kind: FormRow['kind']) =>
    forms.filter((form) => form.kind === kind).map(({ id, version, body }) => ({ id, version, ...(body as Body) }));
  return {
    schoolClass: writingClass,
    dictations: ofKind<DictationBody>('dictation'),
    prompts: ofKind<PromptBody>('prompt'),
    rulers: inChildMode ? [] : ofKind<RulerBody>('ruler'),
    signs: inChildMode ? [] : [...writingContent().signs],
  };
}

/** Returns a form, after checking it. @throws Refused 422 */
async function formOf<Body>(
  db: Queryable,
  { id, version, kind }: { id: string; version: number | undefined; kind: FormRow['kind'] },
  unknown: string,
): Promise<FormRow & { body: Body }> {
  const form = await findForm(db, id, version);
  if (!form && (await findForm(db, id, undefined)))
    throw refuse('unknown-version', 'As marcas são de outra versão. Actualize a página e marque de novo.');
  if (form?.kind !== kind) throw refuse(`unknown-${kind}`, unknown);
  return form as FormRow & { body: Body };
}

/** What the plan allows of dictations or of texts. */
const limitedTo = (
  reader: FamilyReader,
  kind: 'dictation' | 'text',
  earlier: readonly { startedAt: Date }[],
): Limited => ({ kind, limit: reader.allows.writingsPerTrimester, earlier });
const limitedDictations = (reader: FamilyReader, earlier: readonly StoredDictation[]): Limited =>
  limitedTo(
    reader,
    'dictation',
    earlier.filter((one) => !isUntyped(one)),
  );

const USED_UP = {
  dictation: { code: 'writing-limit', done: 'O ditado deste trimestre está feito', another: 'Há outro' },
  text: { code: 'writing-limit', done: 'O texto deste trimestre está feito', another: 'Há outro' },
};

/** Checks what was sent against the dictation. @throws Refused 422 with the sentence that says what is wrong. */
function checkDictation({ typed, wrong }: SentDictation, form: FormRow & { body: DictationBody }): void {
  if ((typed === undefined) === (wrong === undefined))
    throw refuse('typed-or-marked', 'Um ditado é marcado no papel ou escrito no telemóvel, um dos dois.');
  if (typed !== undefined && form.schoolClass < TYPED_FROM_CLASS)
    throw refuse('typed-too-early', 'Antes da 4.ª classe o ditado escreve-se em papel.');
  const words = form.body.words.length;
  const problem = typed === undefined ? problemOfMarks(words, wrong ?? []) : problemOfTyped(words, typed);
  if (problem) throw refuse(problem.code, problem.message);
}

/**
 * Records a dictation. Safe to repeat: the same `clientId` again changes nothing and returns what was stored. In child mode only what the
 * child typed is taken, and the reply has no result.
 *
 * @returns the reply, and whether it was stored now.
 * @throws Refused 404 when the child is not this parent's; 402 beyond the plan; 403 for marks in child mode; 422 for what does not fit,
 * and beyond `MAX_RECORDS_A_DAY`.
 */
async function recordDictation(
  db: Database,
  { userId, inChildMode }: { userId: number; inChildMode: boolean },
  sent: SentDictation,
): Promise<{ saved: SavedDictation; isNew: boolean }> {
  const reader = await findReader(db, userId, sent.childId);
  if (!reader) throw notFound();
  if (inChildMode && sent.typed === undefined) throw notForChildren();
  const reply = (stored: StoredDictation, isNew: boolean) => ({
    saved: inChildMode ? presentReceived(stored) : presentDictation(reader, tellDictation(stored)),
    isNew,
  });
  const known = await findDictation(db, sent.childId, sent.clientId);
  if (known) return reply(known, false);
  const form = await formOf<DictationBody>(
    db,
    { id: sent.dictationId, version: sent.version, kind: 'dictation' },
    'Esse ditado não existe.',
  );
  const startedAt = startOf(sent.startedAt, reader);
  checkDictation(sent, form);
  await consumeRateLimit(db, recordsAnHour('dictations'), String(userId));
  return db.transaction(async (transaction) => {
    await lockFamilyCover(transaction, userId);
    await lockReader(transaction, sent.childId);
    const meanwhile = await findDictation(transaction, sent.childId, sent.clientId);
    if (meanwhile) return reply(meanwhile, false);
    await checkDay(transaction, sent.childId, { records: 'dictations', kind: 'dictation', startedAt });
    const earlier = await findDictations(transaction, sent.childId);
    const { body, schoolClass } = form;
    const written = { typed: sent.typed ?? null, marks: sent.typed === undefined ? (sent.wrong ?? []) : null };
    const limited = limitedDictations(reader, earlier);
    if (!isUntyped(written))
      await takeFreeUse(transaction, { userId, child: reader, startedAt }, limited, USED_UP.dictation);
    const summary = summaryOf({ body, ...written });
    const dictation = {
      clientId: sent.clientId,
      formId: form.id,
      formVersion: form.version,
      startedAt,
      ...written,
      words: summary.words,
      right: summary.right,
      summary,
    };
    const id = await insertDictation(transaction, sent.childId, dictation);
    const rules = isUntyped(written) ? [] : knownRules(body, summary);
    await addEvidence(
      transaction,
      sent.childId,
      'dictation',
      rules.map(({ kind, isKnown }) => ({
        content: `dictation:${form.id}:${kind}`,
        objective: body.objective,
        answeredAt: startedAt,
        isRight: isKnown,
      })),
    );
    return reply({ ...dictation, id, schoolClass, body }, true);
  });
}

/** Checks the comparisons and signs of a text. @throws Refused 422 */
function checkText({ comparisons, signs }: SentText, prompt: PromptBody, ruler: FormRow & { body: RulerBody }): void {
  if (ruler.body.kind !== prompt.kind) throw refuse('wrong-ruler', 'Essa régua não é desta proposta.');
  if (!areAsked(comparisons))
    throw refuse('comparisons', 'Faltam comparações, ou são de outros textos da régua. Compare de novo.');
  const asked = writingContent().signs.map(({ id }) => id);
  const answered = signs.map(({ id }) => id);
  if (
    asked.length !== answered.length ||
    new Set(answered).size < answered.length ||
    !asked.every((id) => answered.includes(id))
  )
    throw refuse('signs', 'Responda uma vez a cada um dos seis sinais.');
}

/**
 * Records where a text was placed. Safe to repeat: the same `clientId` again changes nothing and returns what was stored.
 *
 * @returns the reply, and whether it was stored now.
 * @throws Refused 404 when the child is not this parent's; 402 beyond the plan; 422 for what does not fit, and beyond
 * `MAX_RECORDS_A_DAY`.
 */
async function recordText(db: Database, userId: number, sent: SentText): Promise<{ saved: SavedText; isNew: boolean }> {
  const reader = await findReader(db, userId, sent.childId);
  if (!reader) throw notFound();
  const reply = (stored: StoredText, isNew: boolean) => ({ saved: presentText(stored, writingContent().signs), isNew });
  const known = await findText(db, sent.childId, sent.clientId);
  if (known) return reply(known, false);
  const prompt = await formOf<PromptBody>(
    db,
    { id: sent.promptId, version: sent.version, kind: 'prompt' },
    'Essa proposta não existe.',
  );
  const ruler = await formOf<RulerBody>(
    db,
    { id: sent.rulerId, version: sent.rulerVersion, kind: 'ruler' },
    'Essa régua não existe.',
  );
  if (ruler.schoolClass !== prompt.schoolClass) throw refuse('wrong-ruler', 'Essa régua não é desta proposta.');
  checkText(sent, prompt.body, ruler);
  const startedAt = startOf(sent.startedAt, reader);
  await consumeRateLimit(db, recordsAnHour('texts'), String(userId));
  return db.transaction(async (transaction) => {
    await lockFamilyCover(transaction, userId);
    await lockReader(transaction, sent.childId);
    const meanwhile = await findText(transaction, sent.childId, sent.clientId);
    if (meanwhile) return reply(meanwhile, false);
    await checkDay(transaction, sent.childId, { records: 'texts', kind: 'text', startedAt });
    const earlier = await findTexts(transaction, sent.childId);
    const limited = limitedTo(reader, 'text', earlier);
    await takeFreeUse(transaction, { userId, child: reader, startedAt }, limited, USED_UP.text);
    const { comparisons, signs } = sent;
    const text = {
      clientId: sent.clientId,
      promptId: prompt.id,
      promptVersion: prompt.version,
      rulerId: ruler.id,
      rulerVersion: ruler.version,
      startedAt,
      comparisons,
      signs,
      level: placeOf(comparisons).level,
    };
    const id = await insertText(transaction, sent.childId, text);
    return reply({ ...text, id, schoolClass: prompt.schoolClass, prompt: prompt.body, opinion: null }, true);
  });
}

async function readChildWritings(db: Database, userId: number, childId: number) {
  const reader = await findReader(db, userId, childId);
  if (!reader) throw notFound();
  const [dictations, texts] = [await findDictations(db, childId), await findTexts(db, childId)];
  const limit = reader.allows.writingsPerTrimester !== null && {
    nextDictation: await nextFreeDay(db, reader, limitedDictations(reader, dictations)),
    nextText: await nextFreeDay(db, reader, limitedTo(reader, 'text', texts)),
  };
  return presentChildWritings(reader, { dictations, texts }, { signs: writingContent().signs, limit: limit || null });
}

/** Binds the endpoints of dictations and texts. */
export function bindWriting(frame: Frame): void {
  const { db } = frame;
  const pdf = (bytes: Buffer) => ({ bytes, type: 'application/pdf' });
  const look = () => ({ brand: frame.brand(), now: new Date() });
  frame.bind(writingContract, {
    'GET /api/writing/pack': ({ query, caller }) => readPack(db, query.schoolClass, caller.onlyChildren !== null),
    'POST /api/dictations': async (call: Call<(typeof writingContract)['POST /api/dictations']>) => {
      const { userId, onlyChildren } = call.caller;
      const { saved, isNew } = await recordDictation(db, { userId, inChildMode: onlyChildren !== null }, call.body);
      if (!isNew) call.status(200);
      return saved;
    },
    'POST /api/texts': async (call: Call<(typeof writingContract)['POST /api/texts']>) => {
      const { saved, isNew } = await recordText(db, call.caller.userId, call.body);
      if (!isNew) call.status(200);
      return saved;
    },
    'GET /api/children/:id/writings': ({ caller, params }) => readChildWritings(db, caller.userId, params.id),
    'GET /api/writing/prompts/:id/sheet': async ({ params, query }) =>
      pdf(await printPrompt(db, { ...params, ...query }, look())),
    'GET /api/writing/rulers/:id/sheet': async ({ params, query }) =>
      pdf(await printRuler(db, { ...params, ...query }, look())),
  });
}
