import type { Database } from '../../../server/db/db.ts';
import { conflict, forbidden, invalid, notForChildren, notFound, notSignedIn } from '../../../server/http/errors.ts';
import { writtenRefusal } from '../../bank/answering/refusal.server.ts';
import { type AnswerToSave, type SavedAnswer, upsertAnswer, upsertAnswersInTime } from './answers.store.ts';
import { canAnswer } from './attempts.rules.ts';
import { type Judged, judgeAnswer } from './written.server.ts';

/** Maximum number of answers in one statement, and of statements at a time: while one writes to the disk another can be prepared. */
const TOGETHER = 64;
const LANES = 2;

interface Waiting {
  answer: AnswerToSave;
  /** Called with the stored letter or text, or with undefined if the answer was not saved. */
  resolve: (stored: string | undefined) => void;
  reject: (error: unknown) => void;
}

/** An answer as it was sent. */
export interface SentAnswer extends Omit<AnswerToSave, 'letter' | 'option' | 'written'> {
  /** The letter, what was written, or the complete text of the option. */
  selectedAnswer: string;
}

/**
 * Saves an answer. Two answers of one device to one question are written in the order in which they arrived, whether they have a sequence
 * or not.
 *
 * @returns what is stored now, the letter or what was written: it differs from what was sent if a newer choice is already stored.
 * @throws Refused 401, 403 or 404 depending on the caller; 409 if the attempt or its time is over; 400 for a question or an option that its
 * test does not have, or for what is no number; 422 for a number that can be read in two ways.
 */
export function saveAnswer(db: Database, answer: SentAnswer): Promise<string> {
  // The key includes the session, so that answers do not wait for those that another session sends to the same attempt.
  const key = `${answer.tokenHash.toString('base64')}:${answer.attemptId}:${answer.questionId}`;
  const before = underWay.get(key);
  const saved = before ? before.then(() => saveNow(db, answer)) : saveNow(db, answer);
  const settled = saved
    .catch(() => {})
    .then(() => {
      if (underWay.get(key) === settled) underWay.delete(key);
    });
  underWay.set(key, settled);
  return saved;
}
const underWay = new Map<string, Promise<void>>();

async function saveNow(db: Database, { selectedAnswer, ...sent }: SentAnswer): Promise<string> {
  const choice = { ...sent, letter: selectedAnswer.toUpperCase(), option: selectedAnswer, written: null };
  // Most answers are letters. Whether something else was written only the question tells.
  const isLetter = /^[A-F]$/.test(selectedAnswer);
  let judged = isLetter ? undefined : await judgeAnswer(db, { ...sent, selectedAnswer });
  const inTime = await saveInTime(db, judged ? judgedAnswer(choice, judged) : choice);
  if (inTime !== undefined) return inTime;
  // A letter may be a word that was written, of a question without alternatives. And a regrade may have replaced the version meanwhile.
  judged = await judgeAnswer(db, { ...sent, selectedAnswer }, true);
  let answer = await upsertAnswer(db, judged ? judgedAnswer(choice, judged) : choice);
  const isReplaced = !answer.hasQuestion || (judged?.verdict.kind === 'answer' && answer.letter === null);
  if (answer.stored === null && answer.state !== null && isReplaced) {
    // A statement that waited for a regrade finds that the attempt has a version which it cannot see, because it began before.
    judged = await judgeAnswer(db, { ...sent, selectedAnswer }, true);
    answer = await upsertAnswer(db, judged ? judgedAnswer(choice, judged) : choice);
  }
  // A choice that is sent again after the attempt has ended, because the reply to it was lost, was not refused.
  const stored = answer.stored ?? answer.repeated;
  if (stored === null) throw answerRefusal(answer, sent.answeredAt, judged);
  return stored;
}

/** Returns an answer with the verdict on what was written. Without a letter nothing is saved: the statement only says who may save. */
const judgedAnswer = (choice: AnswerToSave, { verdict, versionId }: Judged): AnswerToSave =>
  verdict.kind === 'answer'
    ? { ...choice, letter: verdict.letter, option: '', written: { text: verdict.text, versionId } }
    : { ...choice, letter: '', option: '' };

function answerRefusal(answer: SavedAnswer, answeredAt: Date | null, judged: Judged | undefined) {
  if (answer.role === null) return notSignedIn();
  if (answer.role !== 'parent') return forbidden();
  if (answer.state === null && answer.inChildMode) return notForChildren();
  if (answer.state === null || answer.deadlineAt === null) return notFound();
  const verdict = canAnswer({ state: answer.state, deadlineAt: answer.deadlineAt }, answeredAt, answer.now);
  if (verdict === 'completed') return conflict('completed', 'Este teste já terminou: as respostas não mudam.');
  if (verdict === 'prepared')
    return conflict('prepared', 'Este teste foi preparado para fazer sem internet: as respostas vão todas juntas.');
  if (verdict === 'time-is-up') return conflict('time-is-up', 'O tempo deste teste acabou.');
  if (!answer.hasQuestion) return invalid({ questionId: 'Esta pergunta não é deste teste.' });
  if (judged && judged.verdict.kind !== 'answer') return writtenRefusal(judged.verdict);
  return invalid({ selectedAnswer: 'Escolha uma das opções da pergunta.' });
}

/**
 * Saves an answer that is in time, together with all others that arrive at the same moment or while a statement is running: one round trip
 * to the database and one commit for all of them. A single answer is sent without delay. An answer is acknowledged only after it is stored.
 *
 * @returns the stored letter or text, or undefined if the answer was not saved: `upsertAnswer` then saves it or says why it cannot be saved.
 */
export function saveInTime(db: Database, answer: AnswerToSave): Promise<string | undefined> {
  let writer = writers.get(db);
  if (!writer) {
    writer = createWriter(db);
    writers.set(db, writer);
  }
  return writer(answer);
}
const writers = new WeakMap<Database, (answer: AnswerToSave) => Promise<string | undefined>>();

function createWriter(db: Database): (answer: AnswerToSave) => Promise<string | undefined> {
  let waiting: Waiting[] = [];
  let busy = 0;

  /** Takes the next answers for one statement. Two answers to the same question go into two statements, in the order of arrival. */
  const take = (): Waiting[] => {
    const taken = new Map<string, Waiting>();
    const left: Waiting[] = [];
    for (const one of waiting) {
      const key = `${one.answer.attemptId}:${one.answer.questionId}`;
      if (taken.size < TOGETHER && !taken.has(key)) taken.set(key, one);
      else left.push(one);
    }
    waiting = left;
    return [...taken.values()];
  };

  const write = async (): Promise<void> => {
    const together = take();
    try {
      const saved = await upsertAnswersInTime(
        db,
        together.map(({ answer }) => answer),
      );
      for (const [place, { resolve }] of together.entries()) resolve(saved.get(place));
    } catch (error) {
      // If the database rejects the values of one answer, each answer of the statement is tried separately.
      const isTheirs = together.length > 1 && /^2[23]/.test(String((error as { code?: string }).code));
      for (const { resolve, reject } of together) isTheirs ? resolve(undefined) : reject(error);
    }
    if (waiting.length > 0) return write();
    busy -= 1;
  };

  return (answer) =>
    new Promise((resolve, reject) => {
      waiting.push({ answer, resolve, reject });
      if (busy === LANES) return;
      busy += 1;
      // Runs after the other requests that arrive in this turn of the event loop, so that their answers are included.
      setImmediate(() => {
        if (waiting.length > 0) void write();
        else busy -= 1;
      });
    });
}
