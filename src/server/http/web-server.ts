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
import type { z } from 'zod';
import type { Config } from '../config.ts';
import type { Log } from '../watch/log.ts';
import { traceCalls } from '../watch/tracing.ts';
import { type AccountOf, type Admission, createAdmission } from './admission.ts';
import { extendBodyTime } from './body-time.ts';
import { notFound, Refused } from './errors.ts';
import { readForms } from './files.ts';
import { type RouteConfig, refuseForeignWrites } from './foreign-writes.ts';
import { answeringAs, followedCalls, requestIds } from './request-id.ts';
import { routedPath } from './routed-path.ts';
import { assetHeaders, callHeaders, securityHeaders } from './security-headers.ts';
import { giveUp, refuseUnreadable, sendError, wantsPage } from './send-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The timer that ends the call after `LONGEST_CALL_MS`. */
    deadline: NodeJS.Timeout | undefined;
  }
}

/** Less than the buffer of a request (64 KB), so that admission control sees that an accepted body is whole before anything reads it. */
export const BODY_LIMIT = 64 * 1024 - 1;
/** Default timeout of a call in milliseconds; work already started may still complete. */
const LONGEST_CALL_MS = 5_500;
/** Time limits of a connection in milliseconds. An upload of 8 MB at 14 KB/s, as on a slow mobile network, takes `upload`. */
const TIMEOUTS = { keepAlive: 65_000, request: 30_000, upload: 600_000 };

/**
 * Quality 5 with a 64 KB window, for replies of about 16 KB. The result is as small as with a larger window and no size hint, and takes
 * three fifths of the time, because the encoder allocates less memory.
 */
const BROTLI_QUICK = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_LGWIN]: 16,
    [constants.BROTLI_PARAM_SIZE_HINT]: 16 * 1024,
  },
};

/**
 * Creates the HTTP server below the frame: admission, headers, timeouts, encodings and the log, without any route.
 *
 * @param accountOf looks up the account for whose turn a call waits in admission control.
 */
export async function createWebServer(
  config: Config,
  log: Log,
  accountOf: AccountOf,
): Promise<{ server: FastifyInstance; admission: Admission }> {
  const headers = securityHeaders(config.https);
  const ofCalls = callHeaders(config.https);
  const ofAssets = assetHeaders(config.https);
  const headersFor = (url: string) => (isCall(url) ? ofCalls : isAsset(url) ? ofAssets : headers);
  const admission = createAdmission(headers, accountOf);
  const server: FastifyInstance = fastify({
    serverFactory: (handler) => admission.serve(handler, TIMEOUTS),
    loggerInstance: log as FastifyBaseLogger,
    // The log itself adds the id of the call to each line (`namesOfCall`), so a child logger for each call is not needed.
    childLoggerFactory: () => log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy as boolean,
    bodyLimit: BODY_LIMIT,
    genReqId: requestIds(config.trustProxy),
    forceCloseConnections: 'idle',
    // Requests that arrive during shutdown are answered, and their connections closed.
    return503OnClosing: false,
    schemaController: NO_JSON_SCHEMA,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (error, request, reply) => {
      reply.headers(headersFor(request.url));
      sendError(error, request, reply as FastifyReply, log);
    },
  });
  // Read `remoteAddress` now: it is undefined after a disconnect.
  server.server.on('connection', ({ remoteAddress }) => remoteAddress);
  await readAndWrite(server);
  server.setErrorHandler((error, request, reply) => sendError(error, request, reply, log));
  traceCalls(server, followedCalls(config.trustProxy));
  const ownOrigin = new URL(config.publicUrl).origin;
  server.decorateRequest('deadline', undefined);
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersFor(request.url));
    if (!isAsset(request.url)) reply.header('X-Request-Id', request.id);
    startDeadline(request, reply);
    refuseForeignWrites(request, ownOrigin);
    done();
  });
  // Fastify's own handler timeout ends when the body has been read, before most of the waiting.
  server.addHook('onSend', (request, reply, _payload, done) => {
    clearTimeout(request.deadline);
    if (admission.isDraining()) reply.header('Connection', 'close');
    // Keep-alive is the default (RFC 9112 §9.3); the header would be as large as a typical reply.
    else if (request.raw.httpVersion === '1.1') reply.raw.removeHeader('Connection');
    done();
  });
  followCalls(server, config, log);
  return { server, admission };
}

function startDeadline(request: FastifyRequest, reply: FastifyReply): void {
  const { longest = LONGEST_CALL_MS } = request.routeOptions.config as RouteConfig;
  request.deadline = setTimeout(giveUp, longest, reply);
}

/** Checks whether a call with a file is refused, before the file is read; the connection then ends with the reply, so that it never is. */
export function refuseUnread(check: () => void, reply: FastifyReply): void {
  try {
    check();
  } catch (error) {
    reply.header('Connection', 'close');
    throw error;
  }
}

/**
 * Allows the body of an upload the time that a slow network needs: the timeout of the call starts only when the whole body has been read.
 * Call it after the caller has been authorised.
 */
export function waitForUpload(request: FastifyRequest, reply: FastifyReply): void {
  clearTimeout(request.deadline);
  extendBodyTime(request.raw, TIMEOUTS.upload);
  request.raw.once('end', () => {
    if (!reply.sent) startDeadline(request, reply);
  });
}

const isReplaced = (): never => {
  throw new Error('readAndWrite sets how requests are validated and replies are written');
};
/** Takes the place of the compilers of JSON Schema, which Fastify would load when it is created: 4 MB that nothing uses. */
const NO_JSON_SCHEMA = { compilersFactory: { buildValidator: isReplaced, buildSerializer: isReplaced } };

/** Registers validation and serialisation by the contracts' schemas, cookies, compression, and the accepted kinds of bodies. */
async function readAndWrite(server: FastifyInstance): Promise<void> {
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
    // Compressed synchronously: for a few KB, a worker thread costs several times more.
    syncThreshold: 32 * 1024,
    inflateIfDeflated: false,
    globalDecompression: false,
  });
  // Only JSON is accepted by default; endpoints declare other types in their contract.
  server.removeContentTypeParser(['text/plain']);
  await readForms(server);
}

/** Adds the id of each call to its log lines, and logs failed calls. */
function followCalls(server: FastifyInstance, config: Config, log: Log): void {
  const answering = answeringAs(config.trustProxy);
  // This runs after the body has been read, because reading it loses the async context.
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
}

/**
 * Answers requests for addresses without a route: 405 if the path exists with another method, a redirect for a trailing slash, otherwise
 * 404 with a page for browsers or JSON for programs.
 *
 * @param page returns the renderer of the page. It is called at each request, because the renderer is set after the frame is created.
 */
export function answerUnknown(
  server: FastifyInstance,
  log: Log,
  page: () => ((request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) | undefined,
): void {
  server.setNotFoundHandler((request, reply) => {
    // A path that exists with another method gets 405.
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
      (method) => method !== request.method && server.findRoute({ method, url: pathOf(request.url) } as never),
    );
    if (others.length > 0) reply.header('Allow', others.join(', '));
    const isPage = !request.url.startsWith('/api/') && wantsPage(request.raw);
    // Redirects a trailing slash, within this site.
    const meant = pathOf(request.url).replace(/(?<=[^/])\/+$/, '');
    if (isPage && meant !== pathOf(request.url) && server.findRoute({ method: 'GET', url: meant } as never))
      return reply.redirect(meant + request.url.slice(pathOf(request.url).length), 308);
    const render = page();
    if (isPage && render) return render(request, reply);
    const refusal =
      others.length > 0 ? new Refused(405, 'wrong-method', 'Este endereço não aceita este pedido.') : notFound();
    return sendError(refusal, request, reply, log);
  });
}

/** Returns whether an address belongs to the API. The HTML documentation is below the API's path but is an ordinary document. */
const isCall = (url: string) => {
  const path = routedPath(url);
  return path.startsWith('/api/') && !path.startsWith('/api/docs');
};
/** Returns whether a path can be a file of the build, by its hashed name. Any other path below `/assets/` does not exist. */
const isAsset = (url: string) => /^\/assets\/[\w.-]+$/.test(url);
const pathOf = (url: string) => url.split('?')[0] ?? url;
