import { MAX_PHOTO_TRIES } from '../../shared/skills/photo.ts';
import type { AttemptWork, OfflineSitting, PendingAnswer } from './queue.rules.ts';

// What waits on the device to be sent: one store and one sender for all kinds. A new kind is one entry in `Bodies` and one in `KINDS`.
// The service worker sends the same rows while the app is closed, so nothing here needs a page.

/** A review of a practice card. */
export interface PracticeReview {
  clientId: string;
  id: string;
  selectedAnswer: string;
  /** ISO 8601, by the server's clock as the device knows it. */
  at: string;
  /** Milliseconds on a visible screen; only of answers to a check. */
  visibleMs?: number;
}

/** The marks of a reading, a dictation or a text, as `POST /api/readings`, `/api/dictations` and `/api/texts` take them. */
export interface ReadingMarks {
  clientId: string;
  childId: number;
  [field: string]: unknown;
}

/** Sums or numbers, as `POST /api/calculations` takes them. */
export interface CalculationMarks {
  clientId: string;
  childId: number;
  [field: string]: unknown;
}

/** The marks of a recording of the ear's training. */
export interface EarMarks {
  clientId: string;
  recordingId: string;
  wrong: number[];
  selfCorrected: number[];
}

/** A photograph of a text, as `POST /api/texts/{id}/opinion` takes it. */
interface OpinionPhoto {
  /** The id that the device gave the text, or the server's. */
  text: string;
  /** A JPEG picture in base64, in which the name is covered. */
  photo: string;
}

/** What is sent of each kind of row. */
interface Bodies {
  answer: Omit<PendingAnswer, 'userId' | 'childId'>;
  finish: { completed: true } & Partial<AttemptWork>;
  sitting: OfflineSitting;
  review: PracticeReview;
  reading: ReadingMarks;
  training: EarMarks;
  calculation: CalculationMarks;
  dictation: ReadingMarks;
  text: ReadingMarks;
  opinion: OpinionPhoto;
}
export type KindName = keyof Bodies;

/** Something on this device that the server does not have. */
export interface Waiting<K extends KindName = KindName> {
  /** Identifies it, so that a newer one replaces it and the server takes it once. */
  id: string;
  kind: K;
  /** The parent; 0 if an earlier version did not store it: it is then sent by whoever may. */
  userId: number;
  /** Undefined if an earlier version did not store it: it is then sent while the parent has the phone. */
  childId: number | undefined;
  /** The attempt that it belongs to, for the screen of a sitting. */
  attemptId?: number | undefined;
  /** What it is about, such as "Fracções (Maria)". */
  words?: string | undefined;
  /** Rows of a lane are sent one after the other, by `order`. */
  lane: string;
  order: number;
  /** How often sending has failed after it may have cost data. */
  tries: number;
  /** When it was first kept, in milliseconds since 1970. */
  since: number;
  body: Bodies[K];
}

/** A call that sends rows. */
export interface Sending {
  method: 'POST' | 'PUT';
  path: string;
  body: unknown;
  /** A JPEG picture in base64, sent as a part of a form instead of a JSON body. It takes long on a slow line. */
  photo?: string;
}

interface Kind<K extends KindName> {
  /** The call that sends a row, or up to `most` rows of one lane that begin with it. */
  sending(row: Waiting<K>, rows: readonly Waiting<K>[]): Sending;
  most?: number;
  /** Whether the body of a successful reply is really the server's. */
  confirms(reply: Record<string, unknown>, row: Waiting<K>): boolean;
  /** Why single rows were not accepted by a successful call, by their id. */
  refusals?(reply: Record<string, unknown>): ReadonlyMap<string, string>;
  /** Whether a reply concerns the sitting on the device too: then only a page handles it, and the service worker leaves the row. */
  endsSitting?: true;
  /** "3 respostas de Fracções (Maria)". */
  says(count: number, words: string): string;
}

const answers = (count: number, words: string) =>
  count === 1 ? `uma resposta de ${words}` : `${count} respostas de ${words}`;

/** Sends each row by itself. */
const posting =
  (path: string) =>
  ({ body }: Waiting): Sending => ({ method: 'POST', path, body });
/** A reply is the server's if these fields are numbers. */
const numbers =
  (...fields: string[]) =>
  (reply: Record<string, unknown>): boolean =>
    fields.every((field) => typeof reply[field] === 'number');
/** "um ditado (Maria)", or "ditado (Maria), 2 vezes". */
const once = (count: number, words: string, one = 'um ') => (count === 1 ? one + words : `${words}, ${count} vezes`);

/** Every kind of row: how it is sent, and what a person reads. */
export const KINDS: { readonly [K in KindName]: Kind<K> } = {
  answer: {
    sending: ({ body: { timing, ...body } }) => ({
      method: 'POST',
      path: '/api/answers',
      body: { ...body, ...timing },
    }),
    confirms: (reply, { attemptId }) => reply['saved'] === true && reply['attemptId'] === attemptId,
    says: answers,
  },
  finish: {
    sending: ({ attemptId, body }) => ({ method: 'PUT', path: `/api/attempts/${attemptId}`, body }),
    confirms: (reply, { attemptId }) => reply['id'] === attemptId && reply['completed'] === true,
    endsSitting: true,
    says: (_count, words) => words,
  },
  sitting: {
    sending: ({ attemptId, body }) => ({ method: 'POST', path: `/api/prepared/${attemptId}/sitting`, body }),
    confirms: (reply, { attemptId }) =>
      reply['id'] === attemptId && (reply['completed'] === true || reply['state'] === 'abandoned'),
    endsSitting: true,
    says: (_count, words) => words,
  },
  review: {
    // As many as fit into a call that the browser finishes after the page is closed (64 KB).
    most: 200,
    sending: ({ childId }, rows) => ({
      method: 'POST',
      path: `/api/children/${childId}/practice`,
      body: { reviews: rows.map(({ body }) => body) },
    }),
    confirms: (reply) => typeof reply['kept'] === 'number',
    refusals: ({ refused }) =>
      new Map(
        (refused as { clientId: string; code: string; message: string }[])
          .filter(({ code }) => code !== 'repeated')
          .map(({ clientId, message }) => [clientId, message]),
      ),
    says: answers,
  },
  reading: {
    sending: posting('/api/readings'),
    confirms: numbers('id', 'attempted'),
    says: (count, words) => once(count, words, 'uma '),
  },
  training: {
    sending: posting('/api/ear-training'),
    confirms: numbers('agreement'),
    says: () => 'o treino do ouvido',
  },
  calculation: {
    sending: posting('/api/calculations'),
    confirms: numbers('id', 'attempted'),
    says: (count, words) => once(count, `contas de cabeça (${words})`, ''),
  },
  dictation: { sending: posting('/api/dictations'), confirms: numbers('id', 'words'), says: once },
  text: { sending: posting('/api/texts'), confirms: numbers('id', 'level'), says: once },
  opinion: {
    sending: ({ body: { text, photo } }) => ({
      method: 'POST',
      path: `/api/texts/${encodeURIComponent(text)}/opinion`,
      body: undefined,
      photo,
    }),
    confirms: (reply) => typeof reply['textId'] === 'number' && typeof reply['state'] === 'string',
    says: (count, words) => (count === 1 ? `uma fotografia (${words})` : `${count} fotografias (${words})`),
  },
};

/** Returns whether a row is a photograph. Photographs are sent beside everything else, so that answers do not wait for them. */
export const isPhoto = (row: Waiting): row is Waiting<'opinion'> => row.kind === 'opinion';

/** Whether a photograph failed so often that it is sent again only when the family asks for it. */
export const isGivenUp = (row: Waiting): boolean => isPhoto(row) && row.tries >= MAX_PHOTO_TRIES;

/** Returns whether a photograph can be sent: the text that it shows does not itself wait, and it has not been tried too often. */
export const isPhotoDue = (row: Waiting<'opinion'>, waiting: readonly Waiting[]): boolean =>
  !isGivenUp(row) && !waiting.some(({ kind, id }) => kind === 'text' && id === row.body.text);

/** Returns whether a row is a choice of a question. */
export const isAnswer = (row: Waiting): row is Waiting<'answer'> => row.kind === 'answer';

/** Returns the call for rows of one kind and lane. */
export const sendingOf = (rows: readonly [Waiting, ...Waiting[]]): Sending =>
  (KINDS[rows[0].kind] as Kind<KindName>).sending(rows[0], rows);

/**
 * Returns whether a reply really comes from this server: a success that confirms what was sent, or a refusal with a code. Networks of hotels
 * and proxies reply with pages of their own.
 */
export function isOurs(row: Waiting, status: number, body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const reply = body as Record<string, unknown>;
  if (status >= 400) return typeof reply['code'] === 'string' && typeof reply['message'] === 'string';
  return (KINDS[row.kind] as Kind<KindName>).confirms(reply, row);
}

/** Returns the lanes with waiting rows, those that have waited longest first, each with its rows in the order of sending. */
export function sendingOrder(waiting: readonly Waiting[]): [Waiting, ...Waiting[]][] {
  const lanes = new Map<string, [Waiting, ...Waiting[]]>();
  for (const row of waiting) {
    const lane = lanes.get(row.lane);
    if (lane) lane.push(row);
    else lanes.set(row.lane, [row]);
  }
  const since = (rows: readonly Waiting[]) => Math.min(...rows.map((row) => row.since));
  for (const rows of lanes.values()) rows.sort((one, other) => one.order - other.order);
  return [...lanes.values()].sort(
    (one, other) => since(one) - since(other) || one[0].lane.localeCompare(other[0].lane, 'en', { numeric: true }),
  );
}

/** Returns the first rows of a lane that are sent together. */
export function nextOf([first, ...others]: readonly [Waiting, ...Waiting[]]): [Waiting, ...Waiting[]] {
  const together = others.slice(0, (KINDS[first.kind].most ?? 1) - 1);
  const end = together.findIndex(({ kind }) => kind !== first.kind);
  return [first, ...(end < 0 ? together : together.slice(0, end))];
}

/** Returns what waits, in words: a test that has been finished once, everything else with its number. */
export function wordsOfWaiting(waiting: readonly Waiting[]): { tests: string[]; others: string[] } {
  const tests: string[] = [];
  const others: string[] = [];
  for (const lane of sendingOrder(waiting)) {
    const end = lane.find(({ kind }) => KINDS[kind].endsSitting);
    const { kind, words = 'um teste' } = end ?? lane[0];
    if (end) tests.push(words);
    else others.push(KINDS[kind].says(lane.length, words));
  }
  return { tests, others };
}
