import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { escapeUTF8 as escapeHtml } from 'entities/escape';
import type { Brand } from '../../../server/config.ts';
import { contentSecurityPolicy } from '../../../server/http/security-headers.ts';
import { DARK_INK, INK } from '../../../server/pdf/ink.ts';
import { GOAL } from '../../../shared/goal.ts';
import { LOGO_LINE, LOGO_SPINE } from '../../../shared/logo.ts';
import { type Shared, sharedFio, sharedSentence, sharedStamp, sharedTest, tamed } from './shares.rules.ts';

/** A page without the app: it has no script and one small style, and loads at most the product's font. */
export interface SharePage {
  html: string;
  policy: string;
}

export interface SharePlace {
  brand: Brand;
  /** The administrator's announcement, which is shown on every page. */
  notice: string | null;
  /** Address of the app as people reach it. */
  publicUrl: string;
  token: string;
}

/** Renders the page of a link: first name, test and score, and which product they come from. */
export function sharePage(shared: Shared, { brand, notice, publicUrl, token }: SharePlace): SharePage {
  const sentence = sharedSentence({ ...shared, name: tamed(shared.name, 40) });
  const test = sharedTest(shared, 120);
  const address = `${publicUrl}/r/${token}`;
  const fio = sharedFio(shared.value, shared.total);
  const head = [
    meta('property', 'og:type', 'website'),
    meta('property', 'og:locale', 'pt_AO'),
    meta('property', 'og:site_name', brand.productName),
    meta('property', 'og:title', sentence),
    meta('property', 'og:description', test),
    meta('property', 'og:url', address),
    // The mark is part of the address, because services that cache pictures by address must not show the old picture after a correction.
    meta('property', 'og:image', `${address}/image.png?${shared.value}-${shared.total}-${shared.percentage}`),
    meta('property', 'og:image:type', 'image/png'),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', `${sentence}. ${test}.`),
    meta('name', 'twitter:card', 'summary_large_image'),
  ].join('');
  const body =
    `<section class="sheet"><div class="words"><h1><bdi>${escapeHtml(sentence).replace(/(\d+) de (\d+)$/, '$1\u00a0de\u00a0$2')}</bdi></h1><p class="test"><bdi>${escapeHtml(test)}</bdi></p></div>` +
    (shared.pencil ? '' : stampOf(shared.percentage, brand.productName)) +
    `<svg class="fio" viewBox="0 0 ${fio.width} ${fio.height}" role="img" aria-label="${shared.value} de ${shared.total} respostas certas">${fio.svg}</svg>` +
    `<p class="small">Ponto cheio: certa. Vazio: errada ou sem resposta. A ordem não é a do teste.</p></section>` +
    `<section class="about"><h2>E as suas crianças, o que já sabem?</h2><p>Testes feitos por professores, alinhados com o currículo de Angola. Cerca de 15 minutos, e o resultado aparece na hora.</p>` +
    `<a class="button" href="/">Conhecer a ${escapeHtml(brand.productName)}</a></section>` +
    `<p class="small">A família partilhou só isto: o primeiro nome, o teste e o resultado.</p>`;
  return page(`${sentence} · ${brand.productName}`, head, body, { brand, notice });
}

function stampOf(percentage: number, productName: string): string {
  const { svg, width, height } = sharedStamp(percentage, escapeHtml(productName.toUpperCase()));
  const good = percentage >= GOAL;
  const words = good ? 'acima da meta de 70%' : 'abaixo da meta de 70%';
  return `<svg class="stamp ${good ? 'ok' : 'low'}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${percentage}%, ${words}">${svg}</svg>`;
}

/** Renders the page for a link that has expired or was withdrawn. */
export function gonePage({ brand, notice }: Pick<SharePlace, 'brand' | 'notice'>): SharePage {
  const body =
    `<section class="sheet"><div class="words"><h1>Esta ligação já não mostra nada</h1><p class="test">A família retirou-a, ou já passaram os 30 dias. Se quiser ver o resultado, peça uma nova a quem a enviou.</p></div></section>` +
    `<section class="about"><h2>E as suas crianças, o que já sabem?</h2><p>Testes feitos por professores, alinhados com o currículo de Angola.</p><a class="button" href="/">Conhecer a ${escapeHtml(brand.productName)}</a></section>`;
  return page(`Ligação indisponível · ${brand.productName}`, '', body, { brand, notice });
}

const meta = (kind: 'name' | 'property', name: string, content: string) =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;

let made: { css: string; policy: string } | undefined;

function page(
  title: string,
  head: string,
  body: string,
  { brand, notice }: Pick<SharePlace, 'brand' | 'notice'>,
): SharePage {
  if (!made) {
    const css = typeface() + STYLE;
    const hash = `sha256-${createHash('sha256').update(css).digest('base64')}`;
    made = { css, policy: contentSecurityPolicy([], [hash]) };
  }
  const html =
    `<!doctype html><html lang="pt-AO"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="robots" content="noindex,nofollow"><meta name="referrer" content="no-referrer"><title>${escapeHtml(title)}</title>` +
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${INK.cover}"><meta name="theme-color" media="(prefers-color-scheme: dark)" content="${DARK_INK.cover}">` +
    `<link rel="icon" href="/favicon.svg" type="image/svg+xml">${head}<style>${made.css}</style></head>` +
    `<body>${notice === null ? '' : `<p class="notice" role="status">${escapeHtml(notice)}</p>`}<header><a href="/">${LOGO}<b>${escapeHtml(brand.productName)}</b></a></header><main>${body}</main></body></html>`;
  return { html, policy: made.policy };
}

/** Returns the font of the screens, under the name that the build gave it; without a build the phone's own font is used. */
function typeface(): string {
  const folder = path.join(import.meta.dirname, '..', '..', '..', '..', 'dist', 'assets');
  const file = fs.existsSync(folder) && fs.readdirSync(folder).find((name) => /^figtree-pt.*\.woff2$/.test(name));
  return file
    ? `@font-face{font-family:Figtree;src:url(/assets/${file}) format("woff2");font-weight:400 800;font-display:optional}`
    : '';
}

const LOGO = `<svg width="32" height="32" viewBox="0 0 34 34" aria-hidden="true"><rect width="34" height="34" rx="8" fill="${INK.onCover}"/><path d="${LOGO_SPINE}" fill="${INK.brass}"/><g transform="translate(10.2 4.6) scale(.412)" fill="none"><path stroke="${INK.cover}" stroke-width="3.6" d="${LOGO_LINE}"/></g></svg>`;

/** Returns the colours that this page needs, as custom properties. */
const coloursOf = (theme: Record<keyof typeof DARK_INK, string>): string =>
  `--bg:${theme.bg};--surface:${theme.surface};--rule:${theme.rule};--margin:${theme.margin};--line:${theme.line};--strong:${theme.lineStrong};` +
  `--ink:${theme.ink};--ink2:${theme.ink2};--brand:${theme.brand};--on:${theme.onBrand};--cover:${theme.cover};--ok:${theme.ok};--low:${theme.low};` +
  `--edge:${theme.dotEdge};--flag:${theme.brassSoft};--flagink:${theme.brassInk}`;

/** All styles of the page, which most users open only once. */
const STYLE =
  `:root{color-scheme:light dark;${coloursOf(INK)}}@media(prefers-color-scheme:dark){:root{${coloursOf(DARK_INK)}}}` +
  '*{box-sizing:border-box;margin:0}body{background:var(--bg);color:var(--ink);font:400 16px/1.5 Figtree,Roboto,system-ui,"Segoe UI",Arial,sans-serif;overflow-wrap:anywhere}' +
  `.notice{padding:10px 16px;background:var(--flag);color:var(--flagink);font-weight:600;font-size:15px;line-height:22px;text-align:center}header{background:var(--cover);border-left:10px solid ${INK.brass};padding:14px 16px}header a{display:inline-flex;gap:10px;align-items:center;min-height:44px;color:${INK.onCover};font-size:20px;font-weight:800;text-decoration:none}` +
  'main{display:grid;gap:20px;width:100%;max-width:680px;margin:0 auto;padding:24px 16px 40px}' +
  '.sheet{position:relative;display:grid;grid-template-columns:minmax(0,1fr);padding:22px 20px 26px 58px;border:1px solid var(--line);border-radius:6px;background:linear-gradient(90deg,transparent 40px,var(--margin) 40px 41.5px,transparent 41.5px),repeating-linear-gradient(var(--surface) 0 31px,var(--rule) 31px 32px) 0 17px;box-shadow:0 10px 24px -10px rgba(50,40,20,.3)}' +
  // Each line of text on the sheet is 32 px high and the height of each drawing is a multiple of that, so that all are aligned with the
  // rules.
  'h1{font-size:30px;font-weight:800;line-height:32px;letter-spacing:-.018em}h2{font-size:20px;font-weight:700;line-height:26px}.test{color:var(--ink2);font-size:17px;line-height:32px}.small{color:var(--ink2);font-size:14px}.sheet .small{line-height:32px}' +
  '.stamp{width:132px;height:128px;margin:16px 0;overflow:visible;transform:rotate(-9deg)}.stamp.low{height:112px;margin:8px 0;transform:rotate(-5deg);width:150px}.ok{color:var(--ok)}.low{color:var(--low)}.edge,.thin,.tick{fill:none;stroke:currentColor;stroke-width:3.4}.thin{stroke-width:1.4}.tick{stroke-width:4;stroke-linecap:round;stroke-linejoin:round}' +
  '.stamp text{fill:currentColor;font-weight:800}.ring{font-size:10.4px}.big{font-size:31px;text-anchor:middle}.word{font-size:24px}.square{font-size:38px}.side{font-size:11.5px;letter-spacing:.04em;text-anchor:middle}' +
  `.fio{width:100%;max-width:260px;height:128px;overflow:visible}.line{fill:none;stroke:var(--brand);stroke-width:2.2;stroke-linecap:round;stroke-linejoin:round}.dot{fill:${INK.brass};stroke:var(--edge);stroke-width:.9}.hollow{fill:var(--surface);stroke:var(--strong);stroke-width:1.4;stroke-dasharray:1.8 1.4}` +
  `.about{display:grid;gap:10px;padding:20px;border:1px solid var(--line);border-radius:14px;background:var(--surface)}.about p{color:var(--ink2)}.button{display:inline-flex;align-items:center;justify-content:center;min-height:52px;padding:0 20px;border-radius:10px;background:var(--brand);color:var(--on);font-weight:700;text-align:center;text-decoration:none}a:focus-visible{outline:3px solid ${INK.brass};outline-offset:2px}` +
  '@media(min-width:560px){.sheet{grid-template-columns:minmax(0,1fr) auto}.words,.fio,.sheet .small{grid-column:1}.stamp{grid-column:2;grid-row:1/span 2;width:150px;height:144px}h1{font-size:36px;line-height:32px;text-wrap:balance}.button{justify-self:start}}';
