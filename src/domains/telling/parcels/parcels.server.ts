import { z } from 'zod';
import { invalid, notFound, Refused } from '../../../server/http/errors.ts';
import type { Call, Caller, Frame } from '../../../server/http/http.ts';
import { openParcel, openRowKey, parcelKey } from '../../../server/http/parcel-key.ts';
import { consumeRateLimit, type Limit } from '../../../server/http/rate-limits.ts';
import type { Endpoint, EndpointKey } from '../../../shared/endpoint.ts';
import { MAX_PARCEL_CALLS, type RowKey, readParcelFile } from '../../../shared/parcel.ts';
import { parcelsContract } from './parcels.contract.ts';

/** Parcels of an account: a family hands in a few a day. */
const PARCELS: Limit = { name: 'parcels', hits: 30, seconds: 3600 };

const parcel = z.object({
  userId: z.int(),
  calls: z
    .array(
      z.object({
        method: z.enum(['POST', 'PUT']),
        path: z.string().max(200),
        body: z.unknown(),
        words: z.string().max(300),
      }),
    )
    .max(MAX_PARCEL_CALLS),
});

type Handed = z.output<typeof parcel>['calls'][number];

/** Returns whether a call is one that phones keep until there is a network (`fromDevice` in its contract). */
function isFromDevice(endpoints: ReadonlyMap<EndpointKey, Endpoint>, { method, path }: Handed): boolean {
  return [...endpoints].some(([key, { fromDevice }]) => {
    if (!fromDevice || !key.startsWith(`${method} `)) return false;
    const pattern = key.slice(method.length + 1).replace(/:\w+/g, '\\d{1,10}');
    return new RegExp(`^${pattern}$`).test(path);
  });
}

/**
 * Makes the calls of a parcel as this caller, in their order, each by the same rules as if the phone had made it. Stops when the call has
 * ended: nobody reads the rest of the reply.
 *
 * @throws Refused 400 when the file is no parcel, was changed, or belongs to another family; 503 when the server is too busy to go on: the
 * whole file is then handed in again, which changes nothing of what was accepted; 429 after too many parcels in an hour.
 */
async function handIn(frame: Frame, call: Call<Endpoint>, file: string) {
  await consumeRateLimit(frame.db, PARCELS, String(call.caller.userId));
  const sealed = readParcelFile(file);
  const content = sealed && (await openParcel(frame.config.secretKey, sealed));
  const found = parcel.safeParse(parseJson(content));
  if (!found.success) throw invalid({ file: 'Este ficheiro não é uma cópia de respostas, ou foi alterado.' });
  const { userId, calls } = found.data;
  if (userId !== call.caller.userId)
    throw invalid({ file: 'Esta cópia é de outra conta. Entre na conta que a guardou.' });
  const passedOn = ['cookie', 'host', 'origin', 'sec-fetch-site', 'user-agent'].flatMap((name) => {
    const value = call.sent(name);
    return value === undefined ? [] : [[name, value]];
  });
  const headers = { ...Object.fromEntries(passedOn), 'content-type': 'application/json' };
  const refused: { words: string; why: string }[] = [];
  const { ended } = call;
  let taken = 0;
  for (const one of calls) {
    if (ended.aborted) break;
    const { method, path: url, body, words } = one;
    const payload = asJson(body);
    if (payload === undefined || !isFromDevice(frame.endpoints, one)) {
      refused.push({
        words,
        why: 'Não conseguimos ler estas respostas. Ligue esse telemóvel à internet: ele envia-as.',
      });
      continue;
    }
    const reply = await frame.admission.handedIn({ method, url }, userId, () =>
      frame.server.inject({ method, url, headers, payload, remoteAddress: call.address }),
    );
    if (reply.statusCode < 300) taken += 1;
    else if (reply.statusCode === 429 || reply.statusCode >= 500)
      throw new Refused(503, 'busy', 'O servidor está ocupado. Entregue a cópia outra vez daqui a pouco.');
    else refused.push({ words, why: (reply.json() as { message: string }).message });
  }
  return { taken, refused };
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** Returns the body of a call as JSON, or undefined if there is none or it is nested more deeply than can be written. */
function asJson(body: unknown): string | undefined {
  try {
    return JSON.stringify(body);
  } catch {
    return undefined;
  }
}

const rowKey = z.object({ userId: z.int(), childId: z.int().nullable(), key: z.string() }) satisfies z.ZodType<RowKey>;

/**
 * Returns the key of rows that a phone has closed.
 *
 * @throws Refused 404 if it is not this parent's, or in child mode not of a child who has the phone.
 */
async function openKey(secretKey: string, { userId, onlyChildren }: Caller, sealed: string) {
  const content = await openRowKey(secretKey, Buffer.from(sealed, 'base64'));
  const found = rowKey.safeParse(parseJson(content));
  if (!found.success || found.data.userId !== userId) throw notFound();
  const { childId, key } = found.data;
  if (onlyChildren && (childId === null || !onlyChildren.includes(childId))) throw notFound();
  return { key };
}

/** Binds handing in sealed copies, and the key for which they are sealed. */
export function bindParcels(frame: Frame): void {
  frame.bind(parcelsContract, {
    'GET /api/parcels/key': async () => ({ key: await parcelKey(frame.config.secretKey) }),
    'POST /api/parcels': (call) => handIn(frame, call as unknown as Call<Endpoint>, call.body.file),
    'POST /api/parcels/row-key': ({ caller, body }) => openKey(frame.config.secretKey, caller, body.sealed),
  });
}
