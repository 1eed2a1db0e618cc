import { escapeUTF8 as escapeHtml } from 'entities/escape';
import type { Brand } from '../config.ts';
import { DARK_INK, INK } from '../pdf/ink.ts';
import type { MailContent } from './mail.ts';

/** Renders a mail as plain text and as HTML. */
export interface MailPage {
  text: string;
  html: string;
}

export interface MailPageOptions {
  brand: Brand;
  publicUrl: string;
  /** Link that unsubscribes from this kind of mail. */
  unsubscribeUrl?: string | undefined;
}

// The colours are written out: mail clients do not support CSS variables, and many drop style sheets.
const FONT = "font-family:Figtree,Roboto,'Segoe UI',Arial,sans-serif";
const BODY = `margin:0;padding:0;background:${INK.bg};color:${INK.ink};${FONT};font-size:17px;line-height:26px`;
// Dark theme, for clients that support it.
const DARK_STYLE =
  `@media (prefers-color-scheme:dark){.bg{background:${DARK_INK.bg}!important}.card{background:${DARK_INK.surface}!important;border-color:${DARK_INK.line}!important}` +
  `.ink{color:${DARK_INK.ink}!important}.ink2{color:${DARK_INK.ink2}!important}.go{background:${DARK_INK.brand}!important;color:${DARK_INK.onBrand}!important}.link{color:${DARK_INK.brand}!important}}`;

/** Renders the HTML: one column, readable at any width and without images, no external resources and no tracking. */
export function drawMail(content: MailContent, options: MailPageOptions): MailPage {
  const { brand, publicUrl, unsubscribeUrl } = options;
  const named = (text: string) => text.replaceAll('{{productName}}', brand.productName).toWellFormed();
  const title = named(content.title);
  const paragraphs = content.paragraphs.map(named);
  const notes = (content.notes ?? []).map(named);
  const actions = (content.actions ?? []).map(({ label, path }) => ({ label: named(label), url: publicUrl + path }));
  const help = helpAddress(brand, content.plan);
  const foot = `${brand.productName} · ${brand.companyName}`;

  const text = [
    title,
    ...paragraphs,
    ...actions.map(({ label, url }) => `${label}:\n${url}`),
    ...notes,
    `--\n${foot}\nPrecisa de ajuda? Escreva para ${brand.supportEmail}${content.plan ? ` (apoio prioritário do ${content.plan})` : ''}`,
    ...(unsubscribeUrl ? [`Deixar de receber e-mails destes:\n${unsubscribeUrl}`] : []),
  ].join('\n\n');

  const paragraph = (words: string, more = '') =>
    `<p class="ink" dir="auto" style="margin:0 0 16px;color:${INK.ink};${more}">${escapeHtml(words).replace(/\n/g, '<br>')}</p>`;
  const small = (inner: string) =>
    `<p class="ink2" style="margin:0 0 8px;color:${INK.ink2};font-size:15px;line-height:22px">${inner}</p>`;
  const link = (url: string, words: string) =>
    `<a class="link" href="${escapeHtml(url)}" style="color:${INK.brand};text-decoration:underline">${escapeHtml(words)}</a>`;
  const button = ({ label, url }: { label: string; url: string }) =>
    `<p style="margin:24px 0"><a class="go" href="${escapeHtml(url)}" style="display:inline-block;padding:13px 22px;border-radius:10px;background:${INK.brand};color:${INK.onBrand};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`;
  const html =
    `<!doctype html><html lang="pt-AO"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><style>${DARK_STYLE}</style></head>` +
    `<body class="bg" style="${BODY}"><div class="bg" style="background:${INK.bg};padding:24px 12px">` +
    `<div class="card" style="max-width:560px;margin:0 auto;padding:24px 20px;border:1px solid ${INK.line};border-top:6px solid ${INK.cover};border-radius:10px;background:${INK.surface}">` +
    `<p class="ink2" style="margin:0 0 20px;color:${INK.ink2};font-size:15px;font-weight:600">${escapeHtml(brand.productName)}</p>` +
    `<h1 class="ink" dir="auto" style="margin:0 0 16px;color:${INK.ink};font-size:24px;line-height:30px">${escapeHtml(title)}</h1>` +
    paragraphs.map((words) => paragraph(words)).join('') +
    actions.map(button).join('') +
    notes.map((words) => small(escapeHtml(words))).join('') +
    `</div><div style="max-width:560px;margin:16px auto 0;padding:0 20px">` +
    small(
      `Precisa de ajuda? ${link(help, brand.supportEmail)}${content.plan ? ` (apoio prioritário do ${escapeHtml(content.plan)})` : ''}`,
    ) +
    (unsubscribeUrl ? small(link(unsubscribeUrl, 'Deixar de receber e-mails destes')) : '') +
    `${small(escapeHtml(foot))}</div></div></body></html>`;
  return { text, html };
}

/** Returns a mailto link to support; the subject mentions priority for plans that include it. */
function helpAddress(brand: Brand, plan: string | undefined): string {
  return `mailto:${brand.supportEmail}${plan ? `?subject=${encodeURIComponent(`[${plan}] Pedido de apoio`)}` : ''}`;
}
