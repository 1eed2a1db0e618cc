import type { Queryable } from '../../../server/db/db.ts';
import { conflict, notFound, planRequired, Refused } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { consumeRateLimit, type Limit } from '../../../server/http/rate-limits.ts';
import type { Periodic } from '../../../server/jobs/jobs.ts';
import { writingContent } from '../../../server/skills-content.ts';
import { dateInLuanda } from '../../../shared/calendar.ts';
import { MAX_TEXT_PHOTO_BYTES } from '../../../shared/skills/photo.ts';
import { firstName } from '../../../shared/text.ts';
import { entitlementsOf } from '../../money/plans/plans.rules.ts';
import { type PhotoRedrawn, redrawInThread } from '../../sitting/paper/photo-thread.server.ts';
import { bindDesk } from './desk.server.ts';
import { endOpinions, sealPhoto } from './ending.server.ts';
import { bindMarking } from './marking.server.ts';
import { type Opinion, opinionsContract } from './opinions.contract.ts';
import { levelsOf, levelTogether, MAX_OPINIONS, OPINION_DAYS, opinionSentence, REASONS } from './opinions.rules.ts';
import {
  countAsked,
  findMarks,
  findText,
  insertOpinion,
  insertPhoto,
  lockFamily,
  type TextRow,
} from './opinions.store.ts';

/** Photographs of a family: each takes a quarter of a second of CPU. */
const PHOTOS: Limit = { name: 'opinion-photo', hits: 30, seconds: 3600 };

/** Why a photograph is not kept, and what to do. */
const FAULTS: Readonly<Record<Extract<PhotoRedrawn, { fault: unknown }>['fault'], string>> = {
  dark: 'A fotografia está escura demais. Fotografe com luz do dia, sem a sombra da mão.',
  blank: 'Não se vê nada na fotografia. Fotografe a folha de cima e de perto.',
  'not-a-picture': 'Isto não é uma fotografia. Escolha uma fotografia JPEG ou PNG.',
  heic: 'O formato desta fotografia não serve. Fotografe a partir desta página.',
  animated: 'Isto é uma imagem animada. Escolha uma fotografia da folha, sem movimento.',
  'too-many-pixels': 'A fotografia é grande demais. Fotografe a partir desta página, que a torna mais leve.',
  'too-small': 'A fotografia é pequena demais para se ler. Fotografe a folha de novo, mais perto.',
  broken: 'A fotografia chegou estragada. Tire outra fotografia e envie-a de novo.',
};

/** Returns the opinion of a text as its family sees it. */
async function present(db: Queryable, text: TextRow): Promise<Opinion> {
  const marks = text.state === null ? [] : await findMarks(db, text.textId);
  const isReady = text.state === 'done';
  const given = isReady ? marks.filter(({ markedAt }) => markedAt !== null) : [];
  const levels = isReady ? levelsOf(marks) : [];
  const asked = given.filter(({ signs }) => (signs ?? []).length > 0);
  return {
    textId: text.textId,
    title: text.prompt.title,
    day: dateInLuanda(text.startedAt),
    child: { id: text.childId, firstName: firstName(text.fullName), gender: text.gender, cover: text.cover },
    state: stateOf(text, marks.length > 0),
    reason: text.reason,
    sentence: isReady ? opinionSentence(levels) : text.reason ? REASONS[text.reason] : '',
    levels,
    level: levelTogether(levels),
    signs:
      asked.length === 0
        ? []
        : writingContent().signs.map(({ id, text: words }) => ({
            id,
            text: words,
            seen: asked.filter(({ signs }) => signs?.some((sign) => sign.id === id && sign.isSeen)).length,
            of: asked.length,
          })),
    askedAt: text.askedAt?.toISOString() ?? null,
    eraseAt: text.eraseAt?.toISOString() ?? null,
    isInPlan: entitlementsOf(text).secondOpinion,
    left: Math.max(0, MAX_OPINIONS - (await countAsked(db, text.userId))),
  };
}

const stateOf = ({ state }: TextRow, isOpened: boolean): Opinion['state'] => {
  if (state === null) return 'none';
  if (state === 'done') return 'ready';
  if (state === 'closed') return 'closed';
  return isOpened || state === 'flagged' ? 'seen' : 'sent';
};

/** @throws Refused 404 when it is not this parent's. */
async function textOf(db: Queryable, userId: number, id: number | string): Promise<TextRow> {
  const text = await findText(db, userId, id);
  if (!text) throw notFound();
  return text;
}

const isAsked = ({ state }: TextRow) => state !== null && state !== 'closed';

/** @throws Refused 402 when the plan has no second opinion, 409 when the family has asked for as many as it can. */
async function checkMayAsk(db: Queryable, text: TextRow): Promise<void> {
  if (!entitlementsOf(text).secondOpinion)
    throw planRequired('second-opinion', 'A segunda opinião de professores faz parte dos planos pagos.');
  if ((await countAsked(db, text.userId)) >= MAX_OPINIONS)
    throw conflict(
      'opinion-limit',
      `Pode pedir ${MAX_OPINIONS} segundas opiniões em ${OPINION_DAYS} dias. Espere uns dias e peça outra vez.`,
    );
}

/**
 * Stores the photograph of a text for teachers to mark. Safe to repeat: while an opinion waits or once it is there, nothing changes.
 *
 * @throws Refused 404 when the text is not this parent's; 402 and 409 by plan and limit; 422 when the file is no photograph of a text.
 */
async function askOpinion(
  { db, config }: Frame,
  userId: number,
  id: number | string,
  photo: Uint8Array,
): Promise<Opinion> {
  const text = await textOf(db, userId, id);
  if (isAsked(text)) return present(db, text);
  await checkMayAsk(db, text);
  await consumeRateLimit(db, PHOTOS, String(userId));
  const redrawn = await redrawInThread(photo, MAX_TEXT_PHOTO_BYTES);
  if ('fault' in redrawn) throw new Refused(422, redrawn.fault, FAULTS[redrawn.fault]);
  const sealed = sealPhoto(config.secretKey, text.textId, redrawn.jpeg);
  return db.transaction(async (transaction) => {
    await lockFamily(transaction, userId);
    const now = await textOf(transaction, userId, id);
    if (isAsked(now)) return present(transaction, now);
    await checkMayAsk(transaction, now);
    await insertOpinion(transaction, now.textId);
    await insertPhoto(transaction, now.textId, sealed);
    return present(transaction, await textOf(transaction, userId, id));
  });
}

/** Binds the second opinion for parents, teachers and administrators. */
export function bindOpinions(frame: Frame): void {
  const { db } = frame;
  frame.bind(opinionsContract, {
    'POST /api/texts/:id/opinion': ({ caller, params, file }) =>
      askOpinion(frame, caller.userId, params.id, file.bytes),
    'GET /api/texts/:id/opinion': async ({ caller, params }) => present(db, await textOf(db, caller.userId, params.id)),
  });
  bindMarking(frame);
  bindDesk(frame);
}

export const opinionsWork = ({ db }: Frame): Periodic[] => [
  { name: 'end-opinions', every: 300, work: () => endOpinions(db) },
];
