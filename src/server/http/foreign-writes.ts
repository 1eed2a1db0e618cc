import type { FastifyRequest } from 'fastify';
import { forbidden, Refused } from './errors.ts';

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Rejects cross-site writes by the browser's request headers. Clients other than browsers, which send none, pass.
 * Bodies must be JSON, which a cross-site form cannot send without a CORS preflight.
 */
export function refuseForeignWrites(request: FastifyRequest, ownOrigin: string): void {
  if (!WRITES.has(request.method)) return;
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  // Behind a proxy or a port forward, the page's own origin is the requested host.
  if (origin !== undefined && origin !== ownOrigin && origin !== `${request.protocol}://${request.headers.host}`)
    throw forbidden('Pedido recusado: veio de outro sítio.');
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw forbidden('Pedido recusado: veio de outro sítio.');
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    throw new Refused(415, 'wrong-type', 'O corpo do pedido não pode vir comprimido.');
  const type = request.headers['content-type'];
  if (type !== undefined && !/^application\/json\s*(;|$)/i.test(type) && !routeTakes(request, type)) {
    throw new Refused(415, 'wrong-type', 'O corpo do pedido tem de ser JSON.');
  }
}

/** Route configuration beyond its schema. */
export interface RouteConfig {
  /** Accepted media types besides JSON. */
  takes?: RegExp;
  /** Timeout in milliseconds. */
  longest?: number;
}

function routeTakes(request: FastifyRequest, type: string): boolean {
  return (request.routeOptions.config as RouteConfig).takes?.test(type) ?? false;
}
