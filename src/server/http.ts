import type { Readable } from 'node:stream';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { z } from 'zod';
import type { Contract, Endpoint, EndpointKey, FileReply, Parts, Reply, Role } from '../shared/endpoint.ts';
import { type Admission, createAdmission } from './admission.ts';
import { type Brand, type Config, hashToken } from './config.ts';
import type { Database } from './db.ts';
import { forbidden, invalid, notFound, notSignedIn, Refused, refusalFor } from './errors.ts';
import { keepRaw, rawBodyOf, readForms, readUpload, sendFile, takingOf } from './files.ts';
import { type RouteConfig, refuseForeignWrites } from './foreign-writes.ts';
import type { Log } from './log.ts';
import { answeringAs, followedCalls, requestIds } from './request-id.ts';
import { callHeaders, securityHeaders } from './security-headers.ts';
import { giveUp, refuseUnreadable, sendError } from './send-error.ts';
import { traceCalls } from './tracing.ts';

z.config(z.locales.pt());

/** The person behind a session. `role` decides what they may do; `userId` what is theirs. */
export interface Caller {
  userId: number;
  role: Exclude<Role, 'anonymous'>;
  /** SHA-256 of the session's token: names the session without being able to open it. */
  tokenHash: Buffer;
}

/** One call being answered. Everything a handler needs to know of the request; the rest stays in the frame. */
export interface Call<E extends Endpoint> extends Parts<E> {
  /** Throws 401 when nobody is signed in; endpoints that refuse the anonymous can simply read it. */
  readonly caller: Caller;
  readonly callerOrNobody: Caller | undefined;
  /** Hash of the session cookie, whether or not it opens a session. */
  readonly tokenHash: Buffer | undefined;
  readonly address: string;
  readonly device: string;
  /** A header of the request, for calls of programs that sign what they send; undefined when it is not there. */
  sent(name: string): string | undefined;
  readonly log: Log;
  /** Gives the browser a new session, or takes its session away. */
  setSession(token: string | null): void;
  header(name: string, value: string): void;
  status(code: 200 | 201 | 404): void;
}

export type Handlers<C extends Contract> = { [K in keyof C & EndpointKey]: (call: Call<C[K]>) => Promise<Reply<C[K]>> };

export interface BindOptions {
  /**
   * Endpoints whose own SQL statement looks the session up, so that the whole call is one statement. The frame then
   * leaves `caller` unset; the handler must refuse what the session does not allow.
   */
  sessionInStatement?: readonly string[];
}

/** The app as features see it: a place to bind their contract to. */
export interface Frame {
  readonly server: FastifyInstance;
  /** Who is let in while there is too much to do, and while the program starts and ends. */
  readonly admission: Admission;
  readonly db: Database;
  readonly log: Log;
  readonly config: Config;
  /** Names shown on screens and in mails. */
  brand(): Brand;
  bind<C extends Contract>(contract: C, handlers: Handlers<C>, options?: BindOptions): void;
  /** What has been bound, for the OpenAPI document and the tests that walk over every endpoint. */
  readonly endpoints: ReadonlyMap<EndpointKey, Endpoint>;
  /**
   * Runs a GET endpoint from within the server, as this caller, and gives its serialised answer. How the first screen's
   * data get into the page. Undefined when the endpoint refuses.
   */
  read(
    key: EndpointKey,
    parts: { params?: Record<string, string>; query?: Record<string, string> },
    request: FastifyRequest,
  ): Promise<string | undefined>;
  callerOf(request: FastifyRequest): Promise<Caller | undefined>;
  /** How a browser that asks for a page which does not exist is answered; programs get JSON. */
  drawNotFound(draw: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>): void;
}

export interface FrameOptions {
  config: Config;
  db: Database;
  log: Log;
  brand: () => Brand;
  /** Whose session a token opens. */
  resolveSession: (tokenHash: Buffer) => Promise<Caller | undefined>;
}

const BODY_LIMIT = 64 * 1024;
const SESSION_SECONDS = 30 * 24 * 3600;
/** Milliseconds after which a call is told to come back, whatever it waits for; what it began may still be done. */
const LONGEST_CALL = 5_500;

/**
 * One frame for all endpoints: session → role → parse input → handler → parse output → map errors.
 * Output schemas are an allow-list: a field that the contract does not name cannot leave the server.
 */
export async function createFrame(options: FrameOptions): Promise<Frame> {
  const { config, db, log } = options;
  const headers = securityHeaders(config.https);
  const ofCalls = callHeaders(config.https);
  const admission = createAdmission(headers);
  const server = fastify({
    serverFactory: (handler) => admission.serve(handler, { keepAlive: 65_000, request: 30_000 }),
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy as boolean,
    bodyLimit: BODY_LIMIT,
    genReqId: requestIds(config.trustProxy),
    forceCloseConnections: 'idle',
    // What still arrives while the server closes is answered, and its connection closed.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (error, request, reply) => {
      reply.headers(isCall(request.url) ? ofCalls : headers);
      sendError(error, request, reply as FastifyReply, log);
    },
  });
  // Read once while the line is there: who hangs up before the answer still had an address.
  server.server.on('connection', ({ remoteAddress }) => remoteAddress);
  const cookieName = config.https ? '__Host-sid' : 'sid';
  const ownOrigin = new URL(config.publicUrl).origin;
  const sessions = new WeakMap<FastifyRequest, Promise<Caller | undefined>>();
  const deadlines = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  const endpoints = new Map<EndpointKey, Endpoint>();
  const runs = new Map<EndpointKey, (request: FastifyRequest, parts: RawParts) => Promise<string>>();
  let drawPage: ((request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) | undefined;

  server.setValidatorCompiler(({ schema }) => (given: unknown) => {
    const parsed = (schema as z.ZodType).safeParse(given);
    return parsed.success ? { value: parsed.data } : { error: parsed.error };
  });
  server.setSerializerCompiler(
    ({ schema }) =>
      (output: unknown) =>
        JSON.stringify((schema as z.ZodType).parse(output)),
  );
  await server.register(cookie);
  await server.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: BROTLI_QUICK,
    // At once and here: handing a reply of a few KB to another thread costs several times what packing it does.
    syncThreshold: 32 * 1024,
    inflateIfDeflated: false,
    globalDecompression: false,
  });
  // Only JSON comes in; whoever takes another type says so in the contract.
  server.removeContentTypeParser(['text/plain']);
  await readForms(server);
  server.setErrorHandler((error, request, reply) => sendError(error, request, reply, log));

  traceCalls(server, followedCalls(config.trustProxy));
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(isCall(request.url) ? ofCalls : headers);
    reply.header('X-Request-Id', request.id);
    const { longest = LONGEST_CALL } = request.routeOptions.config as RouteConfig;
    deadlines.set(request, setTimeout(giveUp, longest, reply));
    refuseForeignWrites(request, ownOrigin);
  });
  // Fastify's own limit for handlers ends with the request's body, before most of the waiting begins.
  server.addHook('onSend', (request, reply, _payload, done) => {
    clearTimeout(deadlines.get(request));
    if (admission.isDraining()) reply.header('Connection', 'close');
    // A connection stays open without its being said (RFC 9112 §9.3); saying it weighs as much as an answer.
    else if (request.raw.httpVersion === '1.1') reply.raw.removeHeader('Connection');
    done();
  });
  const answering = answeringAs(config.trustProxy);
  // After the body has come in: reading it would lose the thread.
  server.addHook('preHandler', (request, _reply, done) => answering(request, done));
  server.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode >= 500 || log.isLevelEnabled('debug')) {
      log.info(
        {
          requestId: request.id,
          method: request.method,
          route: request.routeOptions.url,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
        },
        'request',
      );
    }
    done();
  });

  const tokenHashOf = (request: FastifyRequest): Buffer | undefined => {
    const token = request.cookies[cookieName];
    return token && token.length <= 100 ? hashToken(token) : undefined;
  };
  const callerOf = (request: FastifyRequest): Promise<Caller | undefined> => {
    let found = sessions.get(request);
    if (!found) {
      const hash = tokenHashOf(request);
      found = hash ? options.resolveSession(hash) : Promise.resolve(undefined);
      sessions.set(request, found);
    }
    return found;
  };

  function callFor(
    request: FastifyRequest,
    reply: FastifyReply | undefined,
    parts: Parts<Endpoint>,
    caller: Caller | undefined,
  ): Call<Endpoint> {
    return {
      params: parts.params,
      query: parts.query,
      body: parts.body,
      file: parts.file,
      rawBody: parts.rawBody,
      callerOrNobody: caller,
      get caller() {
        if (!caller) throw notSignedIn();
        return caller;
      },
      tokenHash: tokenHashOf(request),
      address: request.ip,
      device: String(request.headers['user-agent'] ?? '').slice(0, 200),
      sent: (name) => [request.headers[name.toLowerCase()]].flat()[0],
      log,
      setSession(token) {
        const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: config.https } as const;
        if (token === null) reply?.clearCookie(cookieName, attributes);
        else reply?.setCookie(cookieName, token, { ...attributes, maxAge: SESSION_SECONDS });
      },
      header: (name, value) => void reply?.header(name, value),
      status: (code) => void reply?.code(code),
    };
  }

  async function authorise(endpoint: Endpoint, request: FastifyRequest): Promise<Caller | undefined> {
    const caller = await callerOf(request);
    if (endpoint.authz.allow.includes('anonymous')) return caller;
    if (!caller) throw notSignedIn();
    if (!endpoint.authz.allow.includes(caller.role)) throw forbidden(endpoint.authz.refusals?.[caller.role]);
    return caller;
  }

  const frame: Frame = {
    server,
    admission,
    db,
    log,
    config,
    brand: options.brand,
    endpoints,
    callerOf,
    drawNotFound(draw) {
      drawPage = draw;
    },
    bind(contract, handlers, bindOptions = {}) {
      for (const key of Object.keys(contract) as EndpointKey[]) {
        const endpoint = contract[key]!;
        const handler = handlers[key as keyof Handlers<typeof contract>] as unknown as (
          call: Call<Endpoint>,
        ) => Promise<unknown>;
        const [method, url] = key.split(' ') as [string, string];
        const inStatement = bindOptions.sessionInStatement?.includes(key) ?? false;
        const taking = takingOf(endpoint);
        if (endpoints.has(key)) throw new Error(`${key} is bound twice`);
        endpoints.set(key, endpoint);
        runs.set(key, async (request, raw) => {
          const caller = await authorise(endpoint, request);
          const call = callFor(request, undefined, parse(endpoint, raw), caller);
          return JSON.stringify(endpoint.output.parse(await handler(call)));
        });
        server.route({
          method,
          url,
          schema: schemaOf(endpoint),
          attachValidation: true,
          bodyLimit: taking.bodyLimit ?? BODY_LIMIT,
          config: {
            endpoint: key,
            ...(taking.takes ? { takes: taking.takes } : {}),
            ...(endpoint.longest ? { longest: endpoint.longest * 1_000 } : {}),
          },
          // Before the body is read and checked: a stranger learns nothing about what a call would accept.
          preParsing: async (request, _reply, payload) => {
            if (!inStatement) await authorise(endpoint, request);
            return endpoint.raw ? keepRaw(request, payload as Readable, BODY_LIMIT) : payload;
          },
          handler: async (request, reply) => {
            if (request.validationError) throw asRefusal(request.validationError);
            const caller = inStatement ? undefined : await callerOf(request);
            const call = callFor(request, reply, await partsOf(endpoint, request), caller);
            reply.code(endpoint.status ?? 200).header('Cache-Control', 'private, no-store');
            const output = await handler(call).catch((error: unknown) => {
              if (reply.sent) return undefined;
              throw error;
            });
            // Given up meanwhile: the caller was told to come back.
            if (reply.sent) return reply;
            if (reply.statusCode === 204) return reply.send();
            if (endpoint.file) return sendFile(reply, output as FileReply);
            return reply.send(output);
          },
        });
      }
    },
    async read(key, parts, request) {
      const run = runs.get(key);
      if (!run) throw new Error(`${key} is not bound`);
      try {
        return await run(request, parts);
      } catch (error) {
        if (refusalFor(error)) return undefined;
        throw error;
      }
    },
  };

  server.setNotFoundHandler((request, reply) => {
    // A path that exists with another method is told apart, as HTTP wants it.
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
      (method) => method !== request.method && server.findRoute({ method, url: pathOf(request.url) } as never),
    );
    if (others.length > 0) reply.header('Allow', others.join(', '));
    const wantsPage =
      request.method === 'GET' && !request.url.startsWith('/api/') && /text\/html/.test(request.headers.accept ?? '');
    // Typed or copied with a stroke too many: sent to where it was meant to go, on this site.
    const meant = pathOf(request.url).replace(/(?<=[^/])\/+$/, '');
    if (wantsPage && meant !== pathOf(request.url) && server.findRoute({ method: 'GET', url: meant } as never))
      return reply.redirect(meant + request.url.slice(pathOf(request.url).length), 308);
    if (wantsPage && drawPage) return drawPage(request, reply);
    const refusal =
      others.length > 0 ? new Refused(405, 'wrong-method', 'Este endereço não aceita este pedido.') : notFound();
    return sendError(refusal, request, reply, log);
  });

  return frame;
}

interface RawParts {
  params?: Record<string, string>;
  query?: Record<string, string>;
}

/** Quality 5 in a window of 256 KB: 4 % smaller than 4 in the library's own window, in the same time. */
const BROTLI_QUICK = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 },
};

/** Totals of a list that is given page by page, in the headers that programs look for. */
export function tellTotal(
  call: Pick<Call<Endpoint>, 'header'>,
  path: string,
  query: Record<string, string | number | null>,
  page: number,
  limit: number,
  total: number,
): void {
  call.header('X-Total-Count', String(total));
  const last = Math.max(Math.ceil(total / limit), 1);
  const link = (number: number, rel: string) => {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...query, limit, page: number }))
      if (value !== null) search.set(name, String(value));
    return `<${path}?${search}>; rel="${rel}"`;
  };
  const links = [
    link(1, 'first'),
    ...(page > 1 ? [link(page - 1, 'prev')] : []),
    ...(page < last ? [link(page + 1, 'next')] : []),
    link(last, 'last'),
  ];
  call.header('Link', links.join(', '));
}

function schemaOf(endpoint: Endpoint) {
  return {
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(endpoint.body && !endpoint.upload ? { body: endpoint.body } : {}),
    ...(endpoint.status === 204 || endpoint.file ? {} : { response: { '2xx': endpoint.output } }),
  };
}

/** What a page reads for itself. An address typed wrongly names nothing: refused, as over the wire. */
function parse(endpoint: Endpoint, raw: RawParts): Parts<Endpoint> {
  const params = endpoint.params?.safeParse(raw.params ?? {});
  const query = endpoint.query?.safeParse(raw.query ?? {});
  if (params?.error) throw notFound();
  if (query?.error) throw asRefusal(query.error);
  return {
    params: params?.data as never,
    query: query?.data as never,
    body: undefined as never,
    file: undefined as never,
    rawBody: undefined as never,
  };
}

/** The request after validation. An upload's parts are read only now, when it is known who sends them. */
async function partsOf(endpoint: Endpoint, request: FastifyRequest): Promise<Parts<Endpoint>> {
  const { params, query, body } = request as unknown as Parts<Endpoint>;
  if (!endpoint.upload)
    return { params, query, body, file: undefined, rawBody: (endpoint.raw ? rawBodyOf(request) : undefined) as never };
  const { file, fields } = await readUpload(request, endpoint.upload.maxBytes);
  const parsed = endpoint.body?.safeParse(fields);
  if (parsed?.error) throw asRefusal(parsed.error);
  return { params, query, body: parsed?.data as never, file: file as never, rawBody: undefined };
}

/** A path that cannot name anything is simply not found; everything else names the fields. */
function asRefusal(fault: unknown): Refused {
  const { validationContext, issues = [] } = fault as { validationContext?: string; issues?: z.core.$ZodIssue[] };
  if (validationContext === 'params') return notFound();
  const fields: Record<string, string> = {};
  for (const issue of issues) fields[issue.path.join('.') || 'body'] ??= issue.message;
  const [first, ...others] = Object.values(fields);
  return invalid(fields, first && others.length === 0 ? first : undefined);
}

/** The readable page of the calls lives among them and is a document. */
const isCall = (url: string) => url.startsWith('/api/') && !url.startsWith('/api/docs');
const pathOf = (url: string) => url.split('?')[0] ?? url;
