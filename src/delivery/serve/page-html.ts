import { createHash } from 'node:crypto';
import path from 'node:path';
import { escapeUTF8 as escapeHtml } from 'entities/escape';
import type { FastifyReply } from 'fastify';
import { contentSecurityPolicy } from '../../server/http/security-headers.ts';

// The parts that all HTML pages share: the built files, the security policy, the notice bar, the initial data.

/** Output folder of `npm run build`. */
export const DIST = path.join(import.meta.dirname, '..', '..', '..', 'dist');

/** A page with the policy for its inline scripts and styles. */
export interface Html {
  text: string;
  policy: string;
}

/** Placeholders in the built pages. */
export const NOTICE = '<!--notice-->';
/** Outside the app's root element, so that it is visible before and without JavaScript. */
export const NOTICE_STYLE =
  '<style>.notice-bar{padding:10px 16px;border-bottom:1px solid var(--line);background:var(--brass-soft);color:var(--brass-ink);font:600 15px/22px var(--font);text-align:center;overflow-wrap:anywhere}</style>';
export const noticeBar = (notice: string | null): string =>
  notice === null ? '' : `${NOTICE_STYLE}<div class="notice-bar" role="status">${escapeHtml(notice)}</div>`;

export const BOOT = '<!--boot-->';

/** Returns initial data for a `<script>` element: `<` is escaped, so that the data cannot close the element. */
export const bootScript = (json: string): string =>
  `<script type="application/json" id="boot">${json.replace(/</g, '\\u003c')}</script>`;

/** Returns a content security policy that allows only this page's inline scripts and styles. */
export function policyOf(html: string): string {
  const hashes = (pattern: RegExp) =>
    [...html.matchAll(pattern)].map(
      (match) =>
        `sha256-${createHash('sha256')
          .update(match[1] as string)
          .digest('base64')}`,
    );
  return contentSecurityPolicy(hashes(/<script>([\s\S]*?)<\/script>/g), hashes(/<style>([\s\S]*?)<\/style>/g));
}

export function sendHtml(reply: FastifyReply, html: Html): FastifyReply {
  return reply.header('Content-Security-Policy', html.policy).type('text/html; charset=utf-8').send(html.text);
}
