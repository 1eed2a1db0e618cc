import escapeHtml from 'escape-html';
import type { Brand } from './config.ts';
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

// Light colours of src/web/ui/tokens.css; mail clients do not support CSS variables, and many drop style sheets.
const FONT = "font-family:Figtree,Roboto,'Segoe UI',Arial,sans-serif";
const INK = '#1a2140';
const INK_2 = '#474d66';
const BRAND = '#28398a';
const BODY = `margin:0;padding:0;background:#faf6eb;color:${INK};${FONT};font-size:17px;line-height:26px`;
// Dark theme, for clients that support it.
const DARK =
  '@media (prefers-color-scheme:dark){.bg{background:#11171b!important}.card{background:#1a2227!important;border-color:#33404a!important}' +
  '.ink{color:#f3f0e7!important}.ink2{color:#c8cbc6!important}.go{background:#b4c0ff!important;color:#141b3f!important}.link{color:#b4c0ff!important}}';

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
    `--\n${foot}\nPrecisa de ajuda? Escreva para ${brand.supportEmail}${content.plan ? ` (${content.plan}, atendimento prioritário)` : ''}`,
    ...(unsubscribeUrl ? [`Deixar de receber e-mails destes:\n${unsubscribeUrl}`] : []),
  ].join('\n\n');

  const paragraph = (words: string, more = '') =>
    `<p class="ink" dir="auto" style="margin:0 0 16px;color:${INK};${more}">${escapeHtml(words).replace(/\n/g, '<br>')}</p>`;
  const small = (inner: string) =>
    `<p class="ink2" style="margin:0 0 8px;color:${INK_2};font-size:15px;line-height:22px">${inner}</p>`;
  const link = (url: string, words: string) =>
    `<a class="link" href="${escapeHtml(url)}" style="color:${BRAND};text-decoration:underline">${escapeHtml(words)}</a>`;
  const button = ({ label, url }: { label: string; url: string }) =>
    `<p style="margin:24px 0"><a class="go" href="${escapeHtml(url)}" style="display:inline-block;padding:13px 22px;border-radius:10px;background:${BRAND};color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`;
  const html =
    `<!doctype html><html lang="pt-AO"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><style>${DARK}</style></head>` +
    `<body class="bg" style="${BODY}"><div class="bg" style="background:#faf6eb;padding:24px 12px">` +
    `<div class="card" style="max-width:560px;margin:0 auto;padding:24px 20px;border:1px solid #ddd4c1;border-top:6px solid #1f2c6d;border-radius:10px;background:#fffefa">` +
    `<p class="ink2" style="margin:0 0 20px;color:${INK_2};font-size:15px;font-weight:600">${escapeHtml(brand.productName)}</p>` +
    `<h1 class="ink" dir="auto" style="margin:0 0 16px;color:${INK};font-size:24px;line-height:30px">${escapeHtml(title)}</h1>` +
    paragraphs.map((words) => paragraph(words)).join('') +
    actions.map(button).join('') +
    notes.map((words) => small(escapeHtml(words))).join('') +
    `</div><div style="max-width:560px;margin:16px auto 0;padding:0 20px">` +
    small(
      `Precisa de ajuda? ${link(help, brand.supportEmail)}${content.plan ? ` (${escapeHtml(content.plan)})` : ''}`,
    ) +
    (unsubscribeUrl ? small(link(unsubscribeUrl, 'Deixar de receber e-mails destes')) : '') +
    `${small(escapeHtml(foot))}</div></div></body></html>`;
  return { text, html };
}

/** Returns a mailto link to support; the subject mentions priority for plans that include it. */
function helpAddress(brand: Brand, plan: string | undefined): string {
  return `mailto:${brand.supportEmail}${plan ? `?subject=${encodeURIComponent(`[${plan}] Pedido de ajuda`)}` : ''}`;
}
