import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type Database, openDatabase, type Queryable } from '../../../server/db/db.ts';
import { conflict, notFound, Refused, refusalFor } from '../../../server/http/errors.ts';
import { giveWay, PACE, restsBetweenSteps } from '../../../server/jobs/giving-way.ts';
import { shorten } from '../../../shared/text.ts';
import { lockTest } from '../authoring/authoring.store.ts';
import { objectivesNamed } from '../curriculum/curriculum.server.ts';
import { writtenQuestion } from '../question-formats/draft.rules.ts';
import { type Draft, FileRefused, type Kept, type Numbering, type RowRead } from '../question-formats/files.rules.ts';
import { type FileRead, readFile } from '../question-formats/reading.server.ts';
import { paperNotes } from '../test-bank/paper.server.ts';
import { type PreparedQuestion, renderWritten } from '../test-bank/questions.server.ts';
import { printedText } from './exports.rules.ts';
import { keyOf, withPictures } from './import-pictures.server.ts';
import { createPreview } from './import-preview.server.ts';
import { type PreparedByDraft, SLICE, storeImport, type Tell } from './import-storing.server.ts';
import { type ImportReport, importsContract } from './imports.contract.ts';
import { countsOf, type PlannedRow, planImport, problemText, ROW_WORDS } from './imports.rules.ts';
import { findKnown, type Progress, upsertProgress } from './imports.store.ts';

// The work of one import. import-thread.server.ts calls it directly for a small file and starts it in a thread for a large one.

export interface ImportJob {
  testId: number;
  userId: number;
  address: string;
  fileName: string;
  bytes: Uint8Array;
  dryRun: boolean;
  skipHeader: boolean;
  overwriteDuplicates: boolean;
  leaveOutWrong: boolean;
  /** `state` of the preview; undefined if there was none. */
  state?: string | undefined;
  token: string | undefined;
}

/** The message that the thread of an import sends when it ends; `report` is the reply as JSON. */
export type Reply =
  | { report: Uint8Array<ArrayBuffer> }
  | { refused: ReturnType<typeof serializeRefusal> }
  | { fault: { message: string; code: string } };

const serializeRefusal = (refusal: Refused) => ({
  status: refusal.status,
  code: refusal.code,
  message: refusal.message,
  more: {
    ...(refusal.fields ? { fields: refusal.fields } : {}),
    ...(refusal.retryAfter === undefined ? {} : { retryAfter: refusal.retryAfter }),
  },
});

async function threadMain({ url, job }: { url: string; job: ImportJob }): Promise<void> {
  const db = openDatabase(url, { connections: 2, statementTimeout: 20_000 });
  let reply: Reply;
  try {
    reply = { report: written(await runImport(db, job)) };
  } catch (error) {
    const refusal = refusalFor(error);
    reply = refusal
      ? { refused: serializeRefusal(refusal) }
      : { fault: { message: (error as Error).message, code: String((error as { code?: unknown }).code ?? '') } };
  }
  await db.close().catch(() => {});
  parentPort?.postMessage(reply, 'report' in reply ? [reply.report.buffer] : []);
}

const reportOutput = importsContract['POST /api/teacher/tests/:id/import'].output;
const rowOutput = reportOutput.shape.rows.element;
/** Number of rows that are serialized together. */
const WRITTEN_TOGETHER = 200;

/**
 * Validates an import report against the contract and serializes it as JSON. Rows are serialized in slices: the whole report as one text
 * would need several times its size.
 */
function written({ rows, ...rest }: ImportReport): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const { rows: _, ...head } = reportOutput.parse({ ...rest, rows: [] });
  const parts = [encoder.encode(`${JSON.stringify(head).slice(0, -1)},"rows":[`)];
  for (let start = 0; start < rows.length; start += WRITTEN_TOGETHER) {
    const slice = rows.slice(start, start + WRITTEN_TOGETHER).map((row) => JSON.stringify(rowOutput.parse(row)));
    parts.push(encoder.encode(`${start === 0 ? '' : ','}${slice.join(',')}`));
  }
  parts.push(encoder.encode(']}'));
  const json = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    json.set(part, at);
    at += part.length;
  }
  return json;
}

/** Reads a file and, unless it is a dry run, stores all of its questions or none. */
export async function runImport(db: Database, job: ImportJob): Promise<ImportReport> {
  const tell = async (stage: Progress['stage'], done: number, total: number): Promise<void> => {
    if (job.token) await upsertProgress(db, job.userId, job.token, { stage, done, total });
  };
  await tell('reading', 0, 1);
  const read = readOrRefuse(job);
  const { rows: pictured, pictures } = await withPictures(db, await withObjectives(db, read.rows));
  const { rows, prepared } = await renderFormulas(pictured, tell);
  const preview = createPreview(prepared, pictures);
  const report = (planned: readonly PlannedRow[], batchId: number | null): ImportReport => ({
    dryRun: job.dryRun,
    format: read.format,
    numbering: read.numbering,
    counts: countsOf(planned),
    rows: planned.map(({ problems, draft, absent, replaces, ...row }) => ({
      ...row,
      problems: problems.map(problemText),
      question: job.dryRun && draft ? preview(draft, replaces ? absent : []) : null,
    })),
    pictures: rows.filter(({ draft }) => draft?.picture || draft?.pictures).length,
    state: stateOf(planned),
    batchId,
  });
  const plan = async (via: Queryable) =>
    planImport(
      { rows, numbering: read.numbering },
      await findKnown(via, job.testId),
      job.overwriteDuplicates,
      (draft) => keyOf(pictures.shown.get(draft)),
    );
  if (job.dryRun) return report(await plan(db), null);
  return db.transaction(async (transaction) => {
    if (!(await lockTest(transaction, job.testId))) throw notFound();
    const planned = await plan(transaction);
    if (job.state !== undefined && job.state !== stateOf(planned))
      throw conflict(
        'changed-meanwhile',
        'Entretanto mudou no teste uma das questões que o ficheiro ia substituir. Nada foi importado: escolha o ficheiro de novo e veja o que muda.',
      );
    const counts = countsOf(planned);
    if (counts.wrong > 0 && !job.leaveOutWrong) throw refuseWrong(planned, counts.wrong, read.numbering);
    if (counts.created + counts.replaced === 0) return report(planned, null);
    await holdObjectives(transaction, planned);
    const batchId = await storeImport(transaction, job, read.format, planned, { prepared, pictures }, tell);
    return report(planned, batchId);
  });
}

/** Identifies the questions to be replaced, in their present revisions. */
const stateOf = (planned: readonly PlannedRow[]): string =>
  createHash('sha256')
    .update(planned.flatMap(({ replaces }) => (replaces ? `${replaces.id}:${replaces.revision}` : [])).join())
    .digest('base64url');

function readOrRefuse(job: ImportJob): FileRead {
  try {
    return readFile(job.bytes, job.fileName, job.skipHeader);
  } catch (error) {
    if (error instanceof FileRefused)
      throw new Refused(error.status, error.code, error.message, { fields: { file: error.message } });
    throw error;
  }
}

const objectivesOf = (rows: readonly { draft: Draft | null }[]): string[] =>
  rows.flatMap(({ draft }) => (draft?.objective ? [draft.objective] : []));

/**
 * Replaces the objective codes of the rows by the codes as the curriculum writes them. An objective that does not exist is left out with a
 * note: other countries and programs have codes of their own.
 */
async function withObjectives(db: Queryable, rows: readonly RowRead[]): Promise<RowRead[]> {
  const known = await objectivesNamed(db, objectivesOf(rows));
  return rows.map((row) => {
    const given = row.draft?.objective;
    if (!row.draft || !given) return row;
    const objective = known.get(given);
    if (objective) return { ...row, draft: { ...row.draft, objective } };
    const note = `O objectivo «${shorten(given, 40)}» não existe nos planos curriculares daqui e não é guardado.`;
    const absent: Kept[] = [...(row.absent ?? []), 'objective'];
    return { ...row, absent, draft: { ...row.draft, objective: null }, notes: [...row.notes, note] };
  });
}

/** Locks the objectives of the questions that are being stored, so that nobody deletes one before the import commits. */
async function holdObjectives(transaction: Queryable, planned: readonly PlannedRow[]): Promise<void> {
  const wanted = objectivesOf(planned);
  const held = await objectivesNamed(transaction, wanted);
  if (wanted.some((code) => !held.has(code)))
    throw conflict(
      'changed-meanwhile',
      'Um dos objectivos do ficheiro foi apagado entretanto dos planos curriculares. Nada foi importado.',
    );
}

/** Renders the formulas of every row. A row with an unreadable formula becomes wrong. */
async function renderFormulas(
  rows: readonly RowRead[],
  tell: Tell,
): Promise<{ rows: RowRead[]; prepared: PreparedByDraft }> {
  const prepared = new Map<Draft, PreparedQuestion>();
  const checked: RowRead[] = [];
  const rest = restsBetweenSteps(PACE.AWAITED);
  for (const [index, row] of rows.entries()) {
    if (index % SLICE === 0) await tell('checking', index, rows.length);
    const restMs = rest();
    if (restMs > 0) await pause(restMs);
    const { draft } = row;
    if (!draft) {
      checked.push(row);
      continue;
    }
    const { question, problems } = await renderWritten(writtenQuestion(draft));
    if (question) prepared.set(draft, question);
    const [message] = Object.values(problems);
    const noted = { ...row, notes: [...row.notes, ...paperNotes(textsOf(draft))] };
    checked.push(message === undefined ? noted : { ...row, draft: null, problems: [{ column: null, message }] });
  }
  return { rows: checked, prepared };
}

const textsOf = ({ passage, statement, alternatives, explanation }: Draft): string[] =>
  [passage ?? '', statement, ...alternatives, explanation ?? ''].map(printedText);

/** Maximum number of rows listed in a refusal, so that the response stays short. */
const NAMED = 100;

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function refuseWrong(planned: readonly PlannedRow[], wrong: number, numbering: Numbering): Refused {
  const { one, many } = ROW_WORDS[numbering];
  const rows = planned.filter(({ verdict }) => verdict === 'wrong');
  const sentence = (row: PlannedRow) => row.problems.map(problemText).join(' ');
  const fields = Object.fromEntries(rows.slice(0, NAMED).map((row) => [`${one} ${row.row}`, sentence(row)]));
  const [first] = rows;
  const found = wrong === 1 ? `Há uma ${one} com problemas` : `Há ${wrong} ${many} com problemas`;
  return new Refused(
    400,
    'wrong-rows',
    `${found}; nada foi importado.${first ? ` ${capital(one)} ${first.row}: ${sentence(first)}` : ''}`,
    { fields },
  );
}

const given = workerData as { importJob?: { url: string; job: ImportJob } } | null;
if (given?.importJob) {
  giveWay(PACE.AWAITED);
  await threadMain(given.importJob);
}
