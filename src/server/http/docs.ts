import { escapeUTF8 as escapeHtml } from 'entities/escape';
import type { Endpoint, EndpointKey } from '../../shared/endpoint.ts';
import { DARK_INK, INK } from '../pdf/ink.ts';
import { type Compressed, compressed, sendCompressed } from './compressed.ts';
import type { Frame } from './http.ts';
import { openApiDocument } from './openapi.ts';
import { plainPagePolicy } from './send-error.ts';

const STYLE =
  `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1.5rem;color:${INK.ink};background:${INK.bg}}` +
  `h2{margin:2rem 0 .5rem;font-size:1.1rem}code{background:${INK.sunken};padding:.1rem .3rem;border-radius:4px}summary{cursor:pointer;padding:.6rem 0}` +
  `details{border-top:1px solid ${INK.line}}pre{overflow:auto;background:${INK.surface};border:1px solid ${INK.line};padding:.75rem;border-radius:6px;font-size:.85rem}` +
  `@media(prefers-color-scheme:dark){body{color:${DARK_INK.ink};background:${DARK_INK.bg}}code{background:${DARK_INK.sunken}}pre{background:${DARK_INK.surface};border-color:${DARK_INK.line}}details{border-color:${DARK_INK.line}}a{color:${DARK_INK.brand}}}`;

/** Brotli quality: the document has 700 KB, which a higher one compresses for a second. */
const QUALITY = 5;

/**
 * Serves the OpenAPI document, and an HTML page generated from it. Both are made and compressed once for each name of the product: anybody
 * may request them, and making the page takes a fifth of a second of the thread that answers everybody.
 */
export function serveDocs(frame: Frame): void {
  let made: { name: string; document: Compressed; html: Compressed } | undefined;
  const docs = () => {
    const name = frame.brand().productName;
    if (made?.name !== name) {
      const document = JSON.stringify(openApiDocument(frame.endpoints, `${name} — API`));
      const html = page(name, frame.endpoints, document);
      made = { name, document: compressed(document, QUALITY), html: compressed(html, QUALITY) };
    }
    return made;
  };
  frame.server.get('/api/openapi.json', async (request, reply) =>
    sendCompressed(request, reply.type('application/json; charset=utf-8'), docs().document),
  );
  const policy = plainPagePolicy(STYLE);
  frame.server.get('/api/docs', async (request, reply) =>
    sendCompressed(
      request,
      reply.header('Content-Security-Policy', policy).type('text/html; charset=utf-8'),
      docs().html,
    ),
  );
}

type Operation = {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
};

function page(name: string, endpoints: ReadonlyMap<EndpointKey, Endpoint>, document: string): string {
  const { paths } = JSON.parse(document) as { paths: Record<string, Record<string, Operation>> };
  const rows = [...endpoints].map(([key, endpoint]) => {
    const [method, url] = key.split(' ') as [string, string];
    const operation = paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    const sent = operation?.requestBody?.content['application/json']?.schema;
    const given = operation?.responses[String(endpoint.status ?? 200)]?.content?.['application/json']?.schema;
    const json = (label: string, schema: unknown) =>
      schema ? `<p>${label}</p><pre>${escapeHtml(JSON.stringify(schema, null, 1))}</pre>` : '';
    const parameters = (operation?.parameters ?? [])
      .map((parameter) => `<code>${escapeHtml(parameter.name)}</code> (${parameter.in})`)
      .join(', ');
    return (
      `<details><summary><code>${method} ${escapeHtml(url)}</code> ${escapeHtml(endpoint.summary)}</summary>` +
      `<p>Papéis: ${endpoint.authz.allow.join(', ')}${endpoint.authz.owner ? `; só de quem é: ${endpoint.authz.owner}` : ''}</p>` +
      `${parameters ? `<p>Parâmetros: ${parameters}</p>` : ''}${json('Recebe', sent)}${json('Responde', given)}</details>`
    );
  });
  return (
    `<!doctype html><html lang="pt-AO"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<title>API · ${escapeHtml(name)}</title><style>${STYLE}</style></head><body><h1>API da ${escapeHtml(name)}</h1>` +
    `<p>O documento para programas está em <a href="/api/openapi.json">/api/openapi.json</a>. Erros: <code>{ "message", "code", "fields"? }</code>.</p>` +
    `<h2>Chamadas</h2>${rows.join('')}</body></html>`
  );
}
