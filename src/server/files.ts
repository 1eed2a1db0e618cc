import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, FileReply, Uploaded } from '../shared/endpoint.ts';
import { invalid, Refused } from './errors.ts';

// What comes in and goes out in another shape than JSON. The frame (http.ts) decides who may; this only reads and writes.

/** Most text parts beside the file, and the length of each in bytes. */
const FIELDS = { fields: 40, fieldSize: 16 * 1024, fieldNameSize: 100 } as const;
/** Room for the parts' headings beside the file itself. */
const HEADINGS = 64 * 1024;
const FORM = 'application/x-www-form-urlencoded';

/** Lets the server read forms and uploads; calls that do not say that they take them refuse them all the same. */
export async function readForms(server: FastifyInstance): Promise<void> {
  await server.register(multipart, { throwFileSizeLimit: true });
  server.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
  // A proxy passes on an HTTP/2 request without a body as one whose length is not known yet: without a type, and empty.
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
    done(body.length === 0 ? null : new Refused(415, 'wrong-type', 'O corpo do pedido tem de ser JSON.'), undefined),
  );
}

/** What a route has to be told so that it takes what its endpoint takes. */
export function takingOf(endpoint: Endpoint): { takes?: RegExp; bodyLimit?: number } {
  if (endpoint.upload) return { takes: /^multipart\/form-data\s*;/i, bodyLimit: endpoint.upload.maxBytes + HEADINGS };
  if (endpoint.form) return { takes: /^application\/x-www-form-urlencoded\s*(;|$)/i };
  return {};
}

const MANGLED = () => invalid({ file: 'O envio não se consegue ler.' });

/**
 * Reads an upload: one file and the text parts beside it.
 *
 * @throws Refused 413 when the file is too large, 400 when there is none or the parts cannot be read.
 */
export async function readUpload(
  request: FastifyRequest,
  maxBytes: number,
): Promise<{ file: Uploaded; fields: Record<string, string> }> {
  if (!request.isMultipart()) throw invalid({ file: 'Escolha um ficheiro.' });
  let file: Uploaded | undefined;
  const fields: Record<string, string> = {};
  try {
    for await (const part of request.parts({ limits: { ...FIELDS, files: 1, fileSize: maxBytes } })) {
      if (part.type === 'file') {
        const bytes = await part.toBuffer();
        if (part.fieldname === 'file') file = { bytes, name: part.filename.slice(0, 200), type: part.mimetype };
      } else if (typeof part.value === 'string' && !Object.hasOwn(Object.prototype, part.fieldname)) {
        fields[part.fieldname] = part.value;
      }
    }
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (code === 'FST_REQ_FILE_TOO_LARGE' || code === 'FST_ERR_CTP_BODY_TOO_LARGE')
      throw new Refused(413, 'too-large', `O ficheiro tem mais de ${megabytes(maxBytes)}.`);
    throw MANGLED();
  }
  if (!file) throw invalid({ file: 'Escolha um ficheiro.' });
  return { file, fields };
}

const megabytes = (bytes: number) => `${(bytes / 1_048_576).toLocaleString('pt-PT', { maximumFractionDigits: 1 })} MB`;

const rawBodies = new WeakMap<FastifyRequest, Buffer>();

/** Keeps a body as it came and hands it on to be read as usual. */
export async function keepRaw(request: FastifyRequest, payload: Readable, limit: number): Promise<Readable> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of payload) {
    length += (piece as Buffer).length;
    if (length > limit) throw new Refused(413, 'too-large', 'O pedido é demasiado grande.');
    pieces.push(piece as Buffer);
  }
  const body = Buffer.concat(pieces);
  rawBodies.set(request, body);
  return Object.assign(Readable.from([body], { objectMode: false }), { receivedEncodedLength: length });
}

/** The body as it came; empty when there was none. */
export const rawBodyOf = (request: FastifyRequest): Uint8Array => rawBodies.get(request) ?? Buffer.alloc(0);

/** Sends a file: to be kept under its name, or shown when it has none. Never read as another type than it says. */
export function sendFile(reply: FastifyReply, { bytes, type, name }: FileReply): FastifyReply {
  return reply
    .type(type)
    .header('Content-Disposition', name === undefined ? 'inline' : contentDisposition(name))
    .header('X-Content-Type-Options', 'nosniff')
    .serializer((payload: unknown) => payload as string)
    .send(bytes);
}
