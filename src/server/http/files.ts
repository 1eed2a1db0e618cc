import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, FileReply, Uploaded } from '../../shared/endpoint.ts';
import { invalid, Refused } from './errors.ts';

// Request and response bodies other than JSON. Authorization is done by the frame (http.ts).

/** Maximum number of text parts next to the file, and bytes of each. */
const FIELDS = { fields: 40, fieldSize: 16 * 1024, fieldNameSize: 100 } as const;
/** Bytes reserved for multipart headers. */
const HEADINGS = 64 * 1024;
const FORM = 'application/x-www-form-urlencoded';
/** Media types in which a form may be sent (HTML §4.10.21.8). */
export const FORM_TYPES = [FORM, 'multipart/form-data'] as const;

/** Enables parsing of forms and uploads; endpoints that do not declare them still reject them. */
export async function readForms(server: FastifyInstance): Promise<void> {
  // The plugin's hooks would run on every call, only to delete files that it saved. Here uploads stay in memory, so its hooks are not
  // registered.
  const unhooked: FastifyInstance = Object.create(server, { addHook: { value: () => unhooked } });
  await new Promise<void>((resolve) => multipart(unhooked, { throwFileSizeLimit: true }, () => resolve()));
  server.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
  // Proxies may send an HTTP/2 request without a body as one with an empty body that has neither a type nor a length.
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
    done(body.length === 0 ? null : new Refused(415, 'wrong-type', 'O corpo do pedido tem de ser JSON.'), undefined),
  );
}

/** Returns the Fastify route options that follow from an endpoint. */
export function takingOf(endpoint: Endpoint): { takes?: RegExp; bodyLimit?: number } {
  if (endpoint.upload) return { takes: /^multipart\/form-data\s*;/i, bodyLimit: endpoint.upload.maxBytes + HEADINGS };
  if (endpoint.form) return { takes: new RegExp(`^(${FORM_TYPES.join('|')})\\s*(;|$)`, 'i') };
  return endpoint.maxBodyBytes ? { bodyLimit: endpoint.maxBodyBytes } : {};
}

const MANGLED = () => invalid({ file: 'O envio não se consegue ler.' });

/**
 * Parses an upload: one file and its text parts.
 *
 * @throws Refused 413 when the file is too large, 400 when it is missing or the parts are invalid.
 */
export async function readUpload(
  request: FastifyRequest,
  { maxBytes, part: name = 'file' }: NonNullable<Endpoint['upload']>,
): Promise<{ file: Uploaded; fields: Record<string, string> }> {
  if (!request.isMultipart()) throw invalid({ [name]: 'Escolha um ficheiro.' });
  let file: Uploaded | undefined;
  const fields: Record<string, string> = {};
  try {
    for await (const part of request.parts({ limits: { ...FIELDS, files: 1, fileSize: maxBytes } })) {
      if (part.type === 'file') {
        const bytes = await part.toBuffer();
        if (part.fieldname === name) file = { bytes, name: part.filename.slice(0, 200), type: part.mimetype };
      } else addField(fields, part);
    }
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (code === 'FST_REQ_FILE_TOO_LARGE' || code === 'FST_ERR_CTP_BODY_TOO_LARGE')
      throw new Refused(413, 'too-large', `O ficheiro tem mais de ${megabytes(maxBytes)}.`);
    throw MANGLED();
  }
  if (!file) throw invalid({ [name]: 'Escolha um ficheiro.' });
  return { file, fields };
}

/**
 * Parses a form that was sent as multipart/form-data.
 *
 * @throws Refused 400 when a part is invalid or a file.
 */
export async function readFormParts(request: FastifyRequest): Promise<Record<string, string>> {
  const fields: Record<string, string> = {};
  try {
    for await (const part of request.parts({ limits: { ...FIELDS, files: 0 } }))
      if (part.type === 'field') addField(fields, part);
  } catch {
    throw MANGLED();
  }
  return fields;
}

function addField(fields: Record<string, string>, { fieldname, value }: { fieldname: string; value: unknown }): void {
  if (typeof value === 'string' && !Object.hasOwn(Object.prototype, fieldname)) fields[fieldname] = value;
}

const megabytes = (bytes: number) => `${(bytes / 1_048_576).toLocaleString('pt-PT', { maximumFractionDigits: 1 })} MB`;

const rawBodies = new WeakMap<FastifyRequest, Buffer>();

/** Reads the raw body, for `rawBodyOf`, and passes it on to the parser. */
export async function readRawBody(request: FastifyRequest, payload: Readable, limit: number): Promise<Readable> {
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

/** Returns the raw body, which is empty if the request had none. */
export const rawBodyOf = (request: FastifyRequest): Uint8Array => rawBodies.get(request) ?? Buffer.alloc(0);

/** Sends a file, as a download if it has a name, otherwise inline. Disables content type sniffing. */
export function sendFile(reply: FastifyReply, { bytes, type, name }: FileReply): FastifyReply {
  return reply
    .type(type)
    .header('Content-Disposition', name === undefined ? 'inline' : contentDisposition(name))
    .header('X-Content-Type-Options', 'nosniff')
    .serializer((payload: unknown) => payload as string)
    .send(bytes instanceof Uint8Array ? bytes : Readable.from(bytes));
}
