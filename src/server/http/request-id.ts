import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomFillSync } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Config } from '../config.ts';
import { currentTrace, type Followed } from '../watch/tracing.ts';

/** The call being answered, for log lines and outgoing requests. */
interface Answering {
  requestId: string;
  /** W3C Trace Context of the call; undefined if it is not traced. */
  trace?: Followed;
}

const answering = new AsyncLocalStorage<Answering>();

/** Letters, digits and a few symbols: safe in a log line and in a header. */
const ID = /^[\w.-]{8,64}$/;
const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-|$)/;

type Heard = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } };

/** Number of random bytes of an id. Bytes for 256 ids are drawn together, because one draw takes as long for hundreds of ids as for one. */
const ID_BYTES = 9;
const drawn = Buffer.alloc(ID_BYTES * 256);
let used = drawn.length;

function randomId(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += ID_BYTES;
  return drawn.toString('base64url', used - ID_BYTES, used);
}

/**
 * Assigns a request id. The `X-Request-Id` of a trusted proxy is kept, so that both logs match; that of other clients is ignored to prevent
 * log injection. Generated ids have 72 random bits. They are short because every reply contains one.
 */
export function requestIds(trust: Config['trustProxy']): (request: Heard) => string {
  const believes = believedProxies(trust);
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    return typeof given === 'string' && ID.test(given) && believes(socket.remoteAddress) ? given : randomId();
  };
}

/** Runs the handler of a call in its async context. */
export function answeringAs(trust: Config['trustProxy']): (request: Heard & { id: string }, work: () => void) => void {
  const follows = followedCalls(trust);
  return (request, work) => {
    const trace = follows(request);
    answering.run({ requestId: request.id, ...(trace ? { trace } : {}) }, work);
  };
}

/** Returns a function that finds the trace context of a call, or undefined if no trusted proxy sent one. */
export function followedCalls(trust: Config['trustProxy']): (request: Heard) => Followed | undefined {
  const believes = believedProxies(trust);
  return ({ socket, headers }) => (believes(socket.remoteAddress) ? traceOf(headers) : undefined);
}

function traceOf({ traceparent }: IncomingHttpHeaders): Followed | undefined {
  const [, traceId = '', spanId = '', flags = '00'] = TRACEPARENT.exec(String(traceparent)) ?? [];
  return /[^0]/.test(traceId) && /[^0]/.test(spanId)
    ? { traceId, spanId, traceFlags: Number.parseInt(flags, 16) }
    : undefined;
}

/** Returns the fields that identify the call in a log line. */
export function namesOfCall(): { requestId?: string; trace?: string } {
  const { requestId, trace } = answering.getStore() ?? {};
  const { traceId } = currentTrace() ?? trace ?? {};
  return { ...(requestId ? { requestId } : {}), ...(traceId ? { trace: traceId } : {}) };
}

/** Returns the headers for outgoing requests made while answering a call. Use them only for trusted servers. */
export function traceHeaders(): { traceparent?: string } {
  const ours = currentTrace();
  const { traceId, spanId, traceFlags } = ours ?? answering.getStore()?.trace ?? {};
  if (!traceId) return {};
  const flags = (traceFlags ?? 0).toString(16).padStart(2, '0');
  return { traceparent: `00-${traceId}-${ours ? spanId : randomBytes(8).toString('hex')}-${flags}` };
}

/** Named address ranges accepted in `TRUST_PROXY`, as in Fastify. */
const NAMED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

function believedProxies(trust: Config['trustProxy']): (address: string | undefined) => boolean {
  if (trust === false) return () => false;
  if (typeof trust === 'function') return (address) => trust(address ?? '', 0);
  const list = new BlockList();
  for (const one of trust.split(',').flatMap((part) => NAMED[part.trim()] ?? [part.trim()])) {
    const [net = '', bits] = one.split('/');
    const version = isIP(net);
    if (version) list.addSubnet(net, Number(bits ?? (version === 6 ? 128 : 32)), version === 6 ? 'ipv6' : 'ipv4');
  }
  return (address = '') => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
    return isIP(plain) !== 0 && list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
  };
}
