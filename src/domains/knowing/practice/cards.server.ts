import { brotliCompressSync, constants } from 'node:zlib';
import type { Database } from '../../../server/db/db.ts';
import { notFound } from '../../../server/http/errors.ts';
import { keepsOrder } from '../../bank/test-bank/shuffle.rules.ts';
import { type FrozenQuestion, revealQuestion } from '../../bank/test-bank/tests.rules.ts';
import { errorsOf, versionOf } from '../../bank/test-bank/tests.server.ts';
import { templates } from '../../bank/variants/templates.server.ts';
import { variantQuestion } from '../../bank/variants/variants.server.ts';
import type { Card, PracticePack } from './practice.contract.ts';
import { cardId, type DealtCard, PACK_BYTES, type RevealedRow } from './practice.rules.ts';
import { REST_DAYS } from './schedule.rules.ts';
import { type DealtVariant, variantId } from './variants.rules.ts';

/** Returns a question as it was frozen in its version. */
export async function questionOf(
  db: Database,
  { versionId, questionId }: Pick<RevealedRow, 'versionId' | 'questionId'>,
): Promise<FrozenQuestion> {
  const found = (await versionOf(db, versionId)).questions.find(({ id }) => id === questionId);
  if (!found) throw notFound();
  return found;
}

type Revealed = Pick<Card, 'question' | 'correctAnswer' | 'explanation' | 'explanationHtml' | 'answering' | 'errors'>;

/** Returns a question as it was frozen in its version, with key, explanation and errors. To be used only for revealed questions. */
export async function revealedOf(db: Database, row: Pick<RevealedRow, 'versionId' | 'questionId'>): Promise<Revealed> {
  const version = await versionOf(db, row.versionId);
  const question = await questionOf(db, row);
  const errors = errorsOf(version, question);
  return { ...reveal(question), ...(Object.keys(errors).length > 0 ? { errors } : {}) };
}

function reveal(question: FrozenQuestion): Revealed {
  const {
    correctAnswer,
    explanation,
    explanationHtml,
    answering,
    objective: _,
    ...presented
  } = revealQuestion(question);
  return {
    question: presented,
    correctAnswer,
    explanation,
    ...(explanationHtml ? { explanationHtml } : {}),
    ...(answering ? { answering } : {}),
  };
}

async function presentCard(db: Database, { row, kind, due, isNew, state, turn }: DealtCard): Promise<Card> {
  const question = await questionOf(db, row);
  return {
    ...(await revealedOf(db, row)),
    id: cardId(kind, row),
    kind,
    due,
    isNew,
    rightDays: state.rightDays,
    ifRight: state.ifRight,
    ifWrong: state.ifWrong,
    keepsOrder: keepsOrder(question),
    discipline: row.discipline,
    schoolClass: row.schoolClass,
    ...(turn ? { turn } : {}),
  };
}

/** Returns a variant as one of today's cards, or undefined when its template no longer exists. */
export function presentVariant(dealt: DealtVariant, today: string): Card | undefined {
  const template = templates().get(dealt.key);
  const version = template?.ready().version ?? '';
  const question = variantQuestion(dealt.key, version, dealt.seed);
  return template && question
    ? {
        ...reveal(question),
        id: variantId(dealt, version),
        kind: 'variant',
        due: today,
        isNew: true,
        rightDays: [],
        ifRight: REST_DAYS,
        ifWrong: 1,
        keepsOrder: false,
        discipline: 'Matemática',
        schoolClass: template.schoolClass,
      }
    : undefined;
}

/** Number of bytes when compressed, as on the line. */
export const compressedBytes = (sent: Card | PracticePack): number =>
  brotliCompressSync(JSON.stringify(sent), { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length;

/** Returns the first cards whose compressed sizes add up to at most `PACK_BYTES`. Compressed together they take less than that sum. */
export async function fitting(db: Database, dealt: readonly DealtCard[], variants: readonly Card[]): Promise<Card[]> {
  const cards: Card[] = [];
  let bytes = 0;
  for (const one of [...dealt, ...variants]) {
    const card = 'row' in one ? await presentCard(db, one) : one;
    bytes += compressedBytes(card);
    if (bytes > PACK_BYTES) break;
    cards.push(card);
  }
  return cards;
}
