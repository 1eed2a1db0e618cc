import { createHash } from 'node:crypto';
import type { Database } from '../../../server/db/db.ts';
import { conflict, notFound } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { queueMail, withdrawMailsOf } from '../../../server/mail/mail.ts';
import { audit } from '../../../server/watch/audit.ts';
import { dateInLuanda } from '../../../shared/calendar.ts';
import { newsContract } from './news.contract.ts';
import {
  countReaders,
  deleteNews,
  findNews,
  findReaders,
  findReadersAmong,
  insertNews,
  lockNews,
  lockNewsToTell,
  updateReached,
  wasToldToday,
} from './news.store.ts';
import { messageNotice, newsNotice, sourceOfNews } from './notifications.rules.ts';
import { findReceivers } from './notifications.store.ts';
import { mailOf, tellAll } from './telling.server.ts';

/** Maximum items in one reply. */
const MAX_LISTED = 50;
/** Number of people notified in one transaction, and of transactions in one run; the others are notified in the next run. */
const AT_A_TIME = 200;
const TIMES = 25;

/**
 * Notifies the next recipients of news. The position is stored in the same transaction, so that a crash neither skips nor repeats
 * anybody. Safe to run concurrently.
 */
export async function tellNews(db: Database): Promise<number> {
  let told = 0;
  for (let turn = 0; turn < TIMES; turn += 1) {
    const made = await db.transaction(async (transaction) => {
      const news = await lockNewsToTell(transaction);
      if (!news) return null;
      const readers = await findReaders(transaction, news, AT_A_TIME);
      let made = 0;
      const notices = [newsNotice(news, news.now)];
      made += await tellAll(
        transaction,
        readers.map((userId) => ({ userId, notices })),
      );
      await updateReached(transaction, news.id, readers.at(-1) ?? news.reached, readers.length < AT_A_TIME);
      return made;
    });
    if (made === null) break;
    told += made;
  }
  return told;
}

/** Sends the mail of news that is not published to its writer, and returns the address. */
async function mailToWriter(
  db: Database,
  userId: number,
  written: { title: string; message: string },
): Promise<string> {
  const [writer] = await findReceivers(db, [userId]);
  if (!writer) throw notFound();
  await db.transaction(async (transaction) => {
    const mail = mailOf(writer, newsNotice({ id: 0, ...written }, writer.now));
    await queueMail(transaction, { ...mail, source: `news-preview:${userId}`, subject: `[Ensaio] ${written.title}` });
  });
  return writer.email;
}

/** Binds the endpoints with which administrators publish and withdraw news. */
export function bindNews(frame: Frame): void {
  const { db } = frame;
  frame.bind(newsContract, {
    'GET /api/admin/news': () => findNews(db, MAX_LISTED),

    'POST /api/admin/news': (call) =>
      db.transaction(async (transaction) => {
        const { title, message, audience } = call.body;
        const { userId } = call.caller;
        // Two requests at once must not both find that the text is new.
        await lockNews(transaction);
        if (await wasToldToday(transaction, title, message))
          throw conflict('news-told', 'Esta novidade já foi enviada hoje.');
        const made = await insertNews(transaction, { title, message, audience, writtenBy: userId });
        await audit(transaction, {
          userId,
          address: call.address,
          action: 'news.sent',
          subject: `news ${made.id}`,
          after: { title, text: message, audience },
        });
        return made;
      }),

    'POST /api/admin/news/preview': async (call) => {
      const { mailMe, audience, ...written } = call.body;
      const counts = await countReaders(db, audience);
      return { ...counts, mailedTo: mailMe ? await mailToWriter(db, call.caller.userId, written) : null };
    },

    'POST /api/admin/messages': (call) =>
      db.transaction(async (transaction) => {
        const { title, message } = call.body;
        const ids = [...new Set(call.body.ids)];
        const key = createHash('sha256').update(`${title}\0${message}`).digest('base64url').slice(0, 22);
        const now = new Date();
        const notices = [messageNotice({ key: `${dateInLuanda(now)}:${key}`, title, message }, now)];
        const told = await tellAll(
          transaction,
          (await findReadersAmong(transaction, ids)).map((userId) => ({ userId, notices })),
        );
        await audit(transaction, {
          userId: call.caller.userId,
          address: call.address,
          action: 'users.notified',
          subject: 'users',
          after: { title, text: message, accounts: ids, rows: told },
        });
        return { told, left: ids.length - told };
      }),

    'DELETE /api/admin/news/:id': (call) =>
      db.transaction(async (transaction) => {
        const gone = await deleteNews(transaction, call.params.id);
        if (!gone) throw notFound();
        await withdrawMailsOf(transaction, sourceOfNews(gone.id));
        await audit(transaction, {
          userId: call.caller.userId,
          address: call.address,
          action: 'news.withdrawn',
          subject: `news ${gone.id}`,
          before: { title: gone.title, text: gone.message, audience: gone.audience },
        });
        return null;
      }),
  });
}
