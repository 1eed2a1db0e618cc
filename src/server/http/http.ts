import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify';
import { z } from 'zod';
import type { Contract, Endpoint, EndpointKey, FileReply, Parts, Role } from '../../shared/endpoint.ts';
import { type Brand, type Config, hashToken } from '../config.ts';
import type { Database } from '../db/db.ts';
import { type Replica, readStale } from '../db/replica.ts';
import type { Log } from '../watch/log.ts';
import type { Admission } from './admission.ts';
import { type ChildOf, refuseOtherChildren } from './child-mode.ts';
import { Cookies } from './cookies.ts';
import { forbidden, notForChildren, notSignedIn, type Refused, refusalFor } from './errors.ts';
import { type CallLanes, createCallLanes } from './fair-lanes.ts';
import { readFormParts, readRawBody, sendFile, takingOf } from './files.ts';
import { isRepeatable, repeated } from './repeated.ts';
import { asRefusal, parse, partsOf, type RawParts, schemaOf } from './request-parts.ts';
import { answerUnknown, BODY_LIMIT, createWebServer, refuseUnread, waitForUpload } from './web-server.ts';
import { type Made, WrittenReply } from './written-reply.ts';

z.config(z.locales.pt());

/** The user of a session. `role` determines permissions, `userId` ownership. */
export interface Caller {
  userId: number;
  role: Exclude<Role, 'anonymous'>;
  /** SHA-256 of the session token: identifies the session without granting access. */
  tokenHash: Buffer;
  /** In child mode: the only children that may be accessed. Null outside child mode. */
  onlyChildren: readonly number[] | null;
  /** Since when the session has been the parent's, or the children's, in milliseconds since 1970. */
  modeSince: number;
  /** Whether this request has prolonged the session. */
  isProlonged?: boolean;
}

/** The context of one call: everything about the request that a handler may use. */
export interface Call<E extends Endpoint> extends Parts<E> {
  /** Throws 401 without a session; endpoints that exclude anonymous callers can read it directly. */
  readonly caller: Caller;
  readonly callerOrNobody: Caller | undefined;
  /** Hash of the session cookie, whether the session is valid or not. */
  readonly tokenHash: Buffer | undefined;
  readonly address: string;
  readonly device: string;
  /** Aborted when the call has ended: it was answered, also because it took too long, or its connection was closed. */
  readonly ended: AbortSignal;
  /** Returns a request header, for programs that sign their calls, or undefined if the request does not have it. */
  sent(name: string): string | undefined;
  readonly log: Log;
  /** The database to read from, for endpoints whose contract says `stale`. */
  readonly db: E extends { stale: true } ? Database : never;
  /** Sets or clears the session cookie. */
  setSession(token: string | null): void;
  /** Hash of this browser's own cookie, by which it is recognised after a sign-in; undefined if it has none. */
  readonly browserHash: Buffer | undefined;
  /** Gives this browser a cookie of its own, or prolongs the one it has. @returns its hash. */
  rememberBrowser(): Buffer;
  header(name: string, value: string): void;
  status(code: 200 | 201 | 404): void;
}

export type Handlers<C extends Contract> = { [K in keyof C & EndpointKey]: (call: Call<C[K]>) => Promise<Made<C[K]>> };

export interface BindOptions {
  /**
   * Endpoints whose own SQL statement looks up the session, so that a call is a single statement. The frame leaves
   * `caller` unset; the handler must enforce everything that depends on the session, child mode included.
   */
  sessionInStatement?: readonly string[];
}

type PageRenderer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** The app as seen by features: binds their contracts. */
export interface Frame {
  readonly server: FastifyInstance;
  /** Admission control. It handles overload, start and shutdown. */
  readonly admission: Admission;
  readonly db: Database;
  /** The replica, if there is one; endpoints that may read from it get its database as `call.db`. */
  readonly replica: Replica | undefined;
  readonly log: Log;
  readonly config: Config;
  /** Returns the names displayed on screens and in mails. */
  brand(): Brand;
  bind<C extends Contract>(contract: C, handlers: Handlers<C>, options?: BindOptions): void;
  /** All bound endpoints, for the OpenAPI document and for tests that iterate over them. */
  readonly endpoints: ReadonlyMap<EndpointKey, Endpoint>;
  /**
   * Calls a GET endpoint internally as this caller and returns its serialised reply; used to embed the first screen's
   * data in the page.
   *
   * @returns the refusal, if the endpoint refuses.
   */
  read(
    key: EndpointKey,
    parts: { params?: Record<string, string>; query?: Record<string, string> },
    request: FastifyRequest,
  ): Promise<string | Refused>;
  /** @param reply gets the session's cookie again when the session is prolonged. */
  callerOf(request: FastifyRequest, reply: FastifyReply | undefined): Promise<Caller | undefined>;
  /** Prepares a page of the app when it is the account's turn (fair-lanes.ts). */
  preparePage: CallLanes['page'];
  /** Returns whether a request has the cookie of a session, valid or not. */
  hasSessionCookie(request: FastifyRequest): boolean;
  /** Sets the page for browsers that request an unknown address; programs get JSON. */
  renderNotFound(render: PageRenderer): void;
}

export interface FrameOptions {
  config: Config;
  db: Database;
  /** The replica for reads that may be some seconds old, if there is one. */
  replica?: Replica | undefined;
  log: Log;
  brand: () => Brand;
  /** Looks up the session of a token. */
  resolveSession: (tokenHash: Buffer) => Promise<Caller | undefined>;
  /** Refuses a caller who has not confirmed the second factor as the endpoint asks. */
  refuseUnconfirmed: (caller: Caller, stepUp: true | 'with-factor') => Promise<void>;
  /** Returns the child of an attempt or a diagnostic; undefined if there is none. */
  childOf: ChildOf;
}

/** Determines the caller of a request, and creates the context for its handler. */
class Calls {
  readonly #options: FrameOptions;
  readonly cookies: Cookies;
  readonly #sessions = new WeakMap<IncomingMessage, Promise<Caller | undefined>>();

  constructor(options: FrameOptions) {
    this.#options = options;
    this.cookies = new Cookies(options.config.https);
  }

  /**
   * Returns the caller, looked up once for each request.
   *
   * @param reply gets the session's cookie again when the session is prolonged: the browser would delete it 30 days after the sign-in.
   */
  async callerOf(request: FastifyRequest, reply: FastifyReply | undefined): Promise<Caller | undefined> {
    const token = this.cookies.sessionTokenOf(request.cookies);
    const caller = await this.#find(request.raw, token);
    if (token && caller?.isProlonged && reply) {
      caller.isProlonged = false;
      this.cookies.setSession(reply, token);
    }
    return caller;
  }

  /** Looks up the account of a request before routing. The result is kept for the route, which does not look it up again. */
  async accountOf(request: IncomingMessage, server: FastifyInstance): Promise<number | undefined> {
    const token = this.cookies.sessionTokenOf(server.parseCookie(request.headers.cookie ?? ''));
    return (await this.#find(request, token))?.userId;
  }

  #find(request: IncomingMessage, token: string | undefined): Promise<Caller | undefined> {
    let found = this.#sessions.get(request);
    if (!found) {
      const hash = token && hashToken(token);
      found = hash ? repeated(() => this.#options.resolveSession(hash)) : Promise.resolve(undefined);
      this.#sessions.set(request, found);
    }
    return found;
  }

  /** @throws Refused 401 or 403 when the endpoint's policy does not allow the caller. */
  async authorise(
    endpoint: Endpoint,
    request: FastifyRequest,
    reply: FastifyReply | undefined,
  ): Promise<Caller | undefined> {
    const caller = await this.callerOf(request, reply);
    if (caller?.onlyChildren && !endpoint.authz.childMode) throw notForChildren();
    if (endpoint.authz.allow.includes('anonymous')) return caller;
    if (!caller) throw notSignedIn();
    if (!endpoint.authz.allow.includes(caller.role)) throw forbidden(endpoint.authz.refusals?.[caller.role]);
    const { stepUp } = endpoint.authz;
    if (stepUp === true || stepUp === 'with-factor') await this.#options.refuseUnconfirmed(caller, stepUp);
    return caller;
  }

  /** @param reply undefined for an internal call of a page, which sets no headers. */
  contextOf(
    request: FastifyRequest,
    reply: FastifyReply | undefined,
    parts: Parts<Endpoint>,
    caller: Caller | undefined,
    db = this.#options.db,
  ): Call<Endpoint> {
    return new CallContext(this, this.#options.log, db, request, reply, parts, caller);
  }
}

/** A class, because an object literal with closures would take ten times the memory for each call. */
class CallContext implements Call<Endpoint> {
  readonly params: Call<Endpoint>['params'];
  readonly query: Call<Endpoint>['query'];
  readonly body: Call<Endpoint>['body'];
  readonly file: Call<Endpoint>['file'];
  readonly rawBody: Call<Endpoint>['rawBody'];
  readonly callerOrNobody: Caller | undefined;
  readonly log: Log;
  readonly db: never;
  readonly #calls: Calls;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply | undefined;

  constructor(
    calls: Calls,
    log: Log,
    db: Database,
    request: FastifyRequest,
    reply: FastifyReply | undefined,
    { params, query, body, file, rawBody }: Parts<Endpoint>,
    caller: Caller | undefined,
  ) {
    this.params = params;
    this.query = query;
    this.body = body;
    this.file = file;
    this.rawBody = rawBody;
    this.callerOrNobody = caller;
    this.log = log;
    this.db = db as never;
    this.#calls = calls;
    this.#request = request;
    this.#reply = reply;
  }

  get caller(): Caller {
    if (!this.callerOrNobody) throw notSignedIn();
    return this.callerOrNobody;
  }

  // These are getters because only some endpoints need them.
  get tokenHash(): Buffer | undefined {
    return this.#calls.cookies.sessionHashOf(this.#request);
  }

  get address(): string {
    return this.#request.ip;
  }

  get device(): string {
    return String(this.#request.headers['user-agent'] ?? '').slice(0, 200);
  }

  get ended(): AbortSignal {
    const ending = new AbortController();
    const response = this.#reply?.raw;
    if (response?.closed) ending.abort();
    else response?.once('close', () => ending.abort());
    return ending.signal;
  }

  sent(name: string): string | undefined {
    return [this.#request.headers[name.toLowerCase()]].flat()[0];
  }

  get browserHash(): Buffer | undefined {
    const token = this.#calls.cookies.browserTokenOf(this.#request);
    return token ? hashToken(token) : undefined;
  }

  rememberBrowser(): Buffer {
    const token = this.#calls.cookies.browserTokenOf(this.#request) ?? randomBytes(32).toString('base64url');
    if (this.#reply) this.#calls.cookies.setBrowser(this.#reply, token);
    return hashToken(token);
  }

  setSession(token: string | null): void {
    if (this.#reply) this.#calls.cookies.setSession(this.#reply, token);
  }

  header(name: string, value: string): void {
    this.#reply?.header(name, value);
  }

  status(code: 200 | 201 | 404): void {
    this.#reply?.code(code);
  }
}

/**
 * Returns whether a call may be answered from the replica. It may not if the client asks for the newest data, as the app does after a
 * change.
 */
const mayBeStale = ({ stale }: Endpoint, { headers }: FastifyRequest, replica: Replica): boolean =>
  stale === true && replica.usable() && !/no-cache|max-age=0/.test(headers['cache-control'] ?? '');

type Handler = (call: Call<Endpoint>) => Promise<unknown>;

/** Returns the route of one endpoint. `inStatement`: the endpoint's own statement looks up the session. */
function routeOf(
  key: EndpointKey,
  endpoint: Endpoint,
  handler: Handler,
  calls: Calls,
  {
    childOf,
    inStatement,
    replica,
    lanes,
  }: { childOf: ChildOf; inStatement: boolean; replica: Replica | undefined; lanes: CallLanes },
): RouteOptions {
  const [method, url] = key.split(' ') as [HTTPMethods, string];
  const taking = takingOf(endpoint);
  return {
    method,
    url,
    schema: schemaOf(endpoint),
    attachValidation: true,
    bodyLimit: taking.bodyLimit ?? BODY_LIMIT,
    config: {
      endpoint: key,
      ...(taking.takes ? { takes: taking.takes } : {}),
      ...(endpoint.longest ? { longest: endpoint.longest * 1_000 } : {}),
    } as NonNullable<RouteOptions['config']>,
    ...(inStatement
      ? {}
      : {
          // Runs before the body is validated, so that callers without permission learn nothing about the accepted input.
          preParsing: async (request, reply, payload) => {
            await calls.authorise(endpoint, request, reply);
            if (endpoint.upload) waitForUpload(request, reply);
            return endpoint.raw ? readRawBody(request, payload as Readable, BODY_LIMIT) : payload;
          },
        }),
    // Fields of a multipart form are read before validation, as the parsers of other bodies do.
    ...(endpoint.form && {
      preValidation: async (request) => {
        if (request.isMultipart()) request.body = await readFormParts(request);
      },
    }),
    handler: async (request, reply) => {
      if (request.validationError) throw asRefusal(request.validationError);
      const caller = inStatement ? undefined : await calls.callerOf(request, reply);
      if (caller && endpoint.upload) refuseUnread(() => lanes.refuseIfFull(endpoint, caller.userId), reply);
      const parts = await partsOf(endpoint, request);
      if (caller?.onlyChildren) await refuseOtherChildren(endpoint, caller, parts, childOf);
      reply.code(endpoint.status ?? 200).header('Cache-Control', 'private, no-store');
      const run = (db?: Database) => handler(calls.contextOf(request, reply, parts, caller, db));
      const work = caller ? (db?: Database) => lanes.run(endpoint, caller.userId, () => run(db)) : run;
      const onPrimary = () => (isRepeatable(key, endpoint, parts.body) ? repeated(() => work()) : work());
      const output = await (replica && mayBeStale(endpoint, request, replica)
        ? readStale(replica, work, onPrimary)
        : onPrimary()
      ).catch((error: unknown) => {
        if (reply.sent) return undefined;
        throw error;
      });
      // The call has already timed out.
      if (reply.sent) return reply;
      if (reply.statusCode === 204) return reply.send();
      if (endpoint.file) return sendFile(reply, output as FileReply);
      return reply.send(output instanceof WrittenReply ? output.bodyFor(reply) : output);
    },
  };
}

/**
 * Creates the frame for all endpoints: session → role → parse input → handler → serialise output → map errors. Output schemas are an
 * allow-list: fields that the contract does not name are never sent.
 */
export async function createFrame(options: FrameOptions): Promise<Frame> {
  const { config, db, log, childOf } = options;
  const calls = new Calls(options);
  const { server, admission } = await createWebServer(config, log, (request) => calls.accountOf(request, server));
  const lanes = createCallLanes();
  const endpoints = new Map<EndpointKey, Endpoint>();
  const runs = new Map<EndpointKey, (request: FastifyRequest, parts: RawParts) => Promise<string>>();
  let notFoundPage: PageRenderer | undefined;
  answerUnknown(server, log, () => notFoundPage);
  return {
    server,
    admission,
    db,
    replica: options.replica,
    log,
    config,
    brand: options.brand,
    endpoints,
    callerOf: (request, reply) => calls.callerOf(request, reply),
    preparePage: lanes.page,
    hasSessionCookie: (request) => calls.cookies.sessionTokenOf(request.cookies) !== undefined,
    renderNotFound(render) {
      notFoundPage = render;
    },
    bind(contract, handlers, bindOptions = {}) {
      for (const key of Object.keys(contract) as EndpointKey[]) {
        const endpoint = contract[key]!;
        const handler = handlers[key as keyof Handlers<typeof contract>] as unknown as Handler;
        if (endpoints.has(key)) throw new Error(`${key} is bound twice`);
        endpoints.set(key, endpoint);
        runs.set(key, async (request, raw) => {
          const caller = await calls.authorise(endpoint, request, undefined);
          const parts = parse(endpoint, raw);
          await refuseOtherChildren(endpoint, caller, parts, childOf);
          return JSON.stringify(
            endpoint.output.parse(await handler(calls.contextOf(request, undefined, parts, caller))),
          );
        });
        const inStatement = bindOptions.sessionInStatement?.includes(key) ?? false;
        server.route(routeOf(key, endpoint, handler, calls, { childOf, inStatement, replica: options.replica, lanes }));
      }
    },
    async read(key, parts, request) {
      const run = runs.get(key);
      if (!run) throw new Error(`${key} is not bound`);
      try {
        return await run(request, parts);
      } catch (error) {
        const refusal = refusalFor(error);
        if (refusal) return refusal;
        throw error;
      }
    },
  };
}

/** Sets the headers with the totals of a paginated list. */
export function setPaginationHeaders(
  call: Pick<Call<Endpoint>, 'header'>,
  path: string,
  query: Record<string, string | number | null | undefined>,
  page: number,
  limit: number,
  total: number,
): void {
  call.header('X-Total-Count', String(total));
  const last = Math.max(Math.ceil(total / limit), 1);
  const link = (number: number, rel: string) => {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...query, limit, page: number }))
      if (value != null) search.set(name, String(value));
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
