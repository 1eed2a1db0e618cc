import { escapeUTF8 as escapeHtml } from 'entities/escape';
import { INK } from '../../server/pdf/ink.ts';
import { drawPng, PICTURE_FONT } from '../../server/pdf/picture.ts';
import { printable } from '../../server/pdf/typeface.ts';
import { mirrorCurve } from '../../shared/fio.ts';
import { LOGO_SPINE } from '../../shared/logo.ts';

const drawn = new Map<string, Promise<Buffer>>();

/** Returns the preview image for links to public pages: 1200 × 630, with the product's name. It is rendered once for each name. */
export function sitePreview(productName: string): Promise<Buffer> {
  let picture = drawn.get(productName);
  if (!picture) {
    picture = drawPng(previewSvg(productName));
    drawn.set(productName, picture);
    // A picture whose rendering failed is tried again.
    picture.catch(() => drawn.delete(productName));
  }
  return picture;
}

function previewSvg(productName: string): string {
  const name = escapeHtml(printable(productName).slice(0, 40));
  const fio = mirrorCurve(5, 4);
  const logo = mirrorCurve(2, 3);
  const dots = (curve: typeof fio, radius: number, stroke: string) =>
    curve.dots.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${INK.brass}"${stroke}/>`).join('');
  const rules = Array.from({ length: 10 }, (_, index) => `M64 ${94 + 48 * index}H1136`).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630"><style>text{font-family:"${PICTURE_FONT}";font-weight:800;fill:${INK.ink}}.m{font-weight:400;fill:${INK.ink2}}</style>` +
    `<rect width="1200" height="630" fill="${INK.cover}"/><rect width="26" height="630" fill="${INK.brass}"/>` +
    `<rect x="64" y="46" width="1072" height="538" rx="12" fill="${INK.surface}"/><path d="${rules}" stroke="${INK.rule}" stroke-width="1.6"/><path d="M150 46V584" stroke="${INK.margin}" stroke-width="2"/>` +
    `<g transform="translate(184 92) scale(2)"><rect width="34" height="34" rx="8" fill="${INK.cover}"/><path d="${LOGO_SPINE}" fill="${INK.brass}"/>` +
    `<g transform="translate(10.2 4.6) scale(.412)"><path d="${logo.lines[0]}" fill="none" stroke="${INK.onCover}" stroke-width="3.6"/>${dots(logo, 3.6, '')}</g></g>` +
    `<text x="270" y="141" font-size="44">${name}</text>` +
    `<text x="184" y="264" font-size="76" letter-spacing="-1.5">Saiba o que</text><text x="184" y="350" font-size="76" letter-spacing="-1.5">o seu filho já sabe</text>` +
    `<text class="m" x="184" y="424" font-size="32">Testes feitos por professores, alinhados</text><text class="m" x="184" y="468" font-size="32">com o currículo de Angola. 15 minutos.</text>` +
    `<g transform="translate(862 338) scale(2.3)"><path d="${fio.lines[0]}" fill="none" stroke="${INK.brand}" stroke-width="2.2" stroke-linejoin="round"/>${dots(fio, 3.3, ` stroke="${INK.ink}" stroke-width=".9"`)}</g></svg>`
  );
}
