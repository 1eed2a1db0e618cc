import { escapeUTF8 as escapeHtml } from 'entities/escape';
import { INK } from '../../../server/pdf/ink.ts';
import { drawPng, PICTURE_FONT } from '../../../server/pdf/picture.ts';
import { BOX, printable } from '../../../server/pdf/typeface.ts';
import { GOAL } from '../../../shared/goal.ts';
import { LOGO_DOTS, LOGO_LINE, LOGO_SPINE } from '../../../shared/logo.ts';
import { type Shared, sharedFio, sharedStamp, sharedTest, tamed } from './shares.rules.ts';

/** Cached pictures by content, about 30 KB each. */
const MAX_KEPT = 60;
const kept = new Map<string, Buffer>();

/** Returns the preview picture of a link in a messenger: 1200 × 630, with the first name, the test, the stamp and the fio. */
export async function shareImage(shared: Shared, productName: string): Promise<Buffer> {
  const key = JSON.stringify([shared, productName]);
  const known = kept.get(key);
  if (known) {
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  const made = await drawPng(shareSvg(shared, productName));
  kept.set(key, made);
  const oldest = kept.keys().next().value;
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  return made;
}

const STYLE = `text{font-family:"${PICTURE_FONT}";font-weight:400;fill:${INK.ink}}.b{font-weight:800}.m{fill:${INK.ink2}}
.line{fill:none;stroke:${INK.brand};stroke-width:2.2;stroke-linecap:round;stroke-linejoin:round}
.dot{fill:${INK.brass};stroke:${INK.ink};stroke-width:.9}.hollow{fill:${INK.surface};stroke:${INK.lineStrong};stroke-width:1.4;stroke-dasharray:1.8 1.4}
.edge,.thin,.tick{fill:none;stroke-width:3.4}.thin{stroke-width:1.4}.tick{stroke-width:4;stroke-linecap:round;stroke-linejoin:round}
.ring{font-size:10.4px;font-weight:800}.big{font-size:31px;font-weight:800;text-anchor:middle}.word{font-size:24px}.square{font-size:38px}.side{font-size:11.5px;font-weight:800;letter-spacing:.4px;text-anchor:middle}
.stamp *{stroke:none}.stamp .edge,.stamp .thin,.stamp .tick{stroke:INKED}.stamp text{fill:INKED}`;

export function shareSvg(shared: Shared, productName: string): string {
  const shown = (text: string, most: number) => escapeHtml(printable(tamed(text, most)));
  // Characters without a glyph are left out: strangers would see a box.
  const name = shown(printable(shared.name).replaceAll(BOX, '').trim() || 'A criança', 22);
  const good = shared.percentage >= GOAL;
  const stamp = sharedStamp(shared.percentage, escapeHtml(printable(productName).toUpperCase()));
  const fio = sharedFio(shared.value, shared.total);
  const scale = Math.min(560 / fio.width, 170 / fio.height);
  const nameSize = Math.min(92, Math.floor(660 / (0.58 * Math.max([...name].length, 1))));
  const test = twoLines(printable(sharedTest(shared, 60)), 36);
  const testSize = test.length === 1 ? 35 : 30;
  const rules = Array.from({ length: 10 }, (_, index) => `M64 ${94 + 48 * index}H1136`).join('');
  const stampScale = good ? 2.35 : 2.1;
  const turn = good ? -9 : -5;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630"><style>${STYLE.replaceAll('INKED', good ? INK.ok : INK.low)}</style>` +
    `<rect width="1200" height="630" fill="${INK.cover}"/><rect width="26" height="630" fill="${INK.brass}"/>` +
    `<rect x="64" y="46" width="1072" height="538" rx="12" fill="${INK.surface}"/><path d="${rules}" stroke="${INK.rule}" stroke-width="1.6"/>` +
    `<path d="M150 46V584" stroke="${INK.margin}" stroke-width="2"/>` +
    `<text class="b" x="184" y="${nameSize > 80 ? 184 : 176}" font-size="${nameSize}" letter-spacing="-1">${name}</text>` +
    `<text class="b" x="184" y="266" font-size="66" letter-spacing="-1">acertou ${shared.value} de ${shared.total}</text>` +
    test
      .map((line, i) => `<text class="m" x="184" y="${322 + 38 * i}" font-size="${testSize}">${line}</text>`)
      .join('') +
    `<g transform="translate(178 ${test.length === 1 ? 362 : 388}) scale(${scale.toFixed(3)})">${fio.svg}</g>` +
    (shared.pencil
      ? ''
      : `<g class="stamp" transform="translate(${good ? 975 : 965} 218) rotate(${turn}) scale(${stampScale}) translate(${-stamp.width / 2} ${-stamp.height / 2})">${stamp.svg}</g>`) +
    `<g transform="translate(${1108 - 52} 506) scale(1.55)">${LOGO}</g>` +
    `<text class="b" x="1040" y="543" font-size="32" text-anchor="end">${shown(productName, 24)}</text></svg>`
  );
}

/** Returns a title in one line, or in two lines of about this many characters, as SVG markup. */
function twoLines(text: string, most: number): string[] {
  if ([...text].length <= most) return [escapeHtml(text)];
  const at = text.lastIndexOf(' ', most);
  const [first, second] =
    at > most / 3 ? [text.slice(0, at), text.slice(at + 1)] : [text.slice(0, most), text.slice(most)];
  return [escapeHtml(first), escapeHtml(tamed(second, most))];
}

/** The logo of the screens, in a box of 34. */
const LOGO =
  `<rect width="34" height="34" rx="8" fill="${INK.cover}"/><path d="${LOGO_SPINE}" fill="${INK.brass}"/>` +
  `<g transform="translate(10.2 4.6) scale(.412)" fill="none"><path stroke="${INK.onCover}" stroke-width="3.6" stroke-linejoin="round" d="${LOGO_LINE}"/>` +
  `<path stroke="${INK.brass}" stroke-linecap="round" stroke-width="7.2" d="${LOGO_DOTS}"/></g>`;
