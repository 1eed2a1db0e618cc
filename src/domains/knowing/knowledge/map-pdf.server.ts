import type { Brand } from '../../../server/config.ts';
import { INK, PAGE } from '../../../server/pdf/ink.ts';
import { makePdf, type Pdf } from '../../../server/pdf/pdf.ts';
import { drawSona, drawSonaSign } from '../../../server/pdf/pdf-sona.ts';
import { rowNumbers, rowsOf } from '../../../shared/sona.ts';
import { classInWords } from '../../../shared/text.ts';
import type { Gender } from '../../../shared/words.ts';
import type { KnowledgeMap } from './knowledge.contract.ts';
import { countThemes, mapSentence, STATE_WORDS, STATES } from './map-words.rules.ts';

type Discipline = KnowledgeMap['disciplines'][number];

export interface MapPaper {
  brand: Brand;
  now: Date;
  child: { firstName: string; gender: Gender | null };
}

const LEFT = 46;
const WIDE = PAGE.width - 2 * LEFT;
/** Space for the drawing and its numbers; the list is beside it. */
const FIELD = { width: 266, height: 372 };
const MARGIN = 24;
const LIST = LEFT + MARGIN + FIELD.width + 26;
/** Maximum side of a dot's cell: in the map, and in the maps of the other disciplines. */
const CELL = 76;
const SMALL = { cell: 18, height: 92 };
const MAX_OTHERS = 6;

const credit = (product: string) =>
  `O fio da ${product} inspira-se nos sona, desenhos do povo Cokwe, Património Cultural Imaterial da Humanidade.`;

/**
 * Returns the map of one discipline on one page, for the wall: the sentence, the drawing beside its themes, and the other disciplines in
 * small.
 */
export function mapPdf(map: KnowledgeMap, shown: Discipline, { brand, now, child }: MapPaper): Promise<Buffer> {
  const title = `Mapa de ${shown.discipline}, ${classInWords(map.schoolClass)}`;
  return makePdf({ title, brand, now, note: credit(brand.productName) }, (pdf) => {
    const top = drawSentence(pdf, map, shown, child);
    drawMap(pdf, shown, top);
    drawThemes(pdf, shown, top);
    const below = drawLegend(pdf, shown, top + FIELD.height + 14);
    drawOthers(pdf, map.disciplines.filter((one) => one !== shown).slice(0, MAX_OTHERS), below);
  });
}

/** Draws the map in one sentence, the weakest theme and the next action. Returns the position of its lower edge. */
function drawSentence(pdf: Pdf, map: KnowledgeMap, shown: Discipline, child: MapPaper['child']): number {
  const { title, rest } = mapSentence(child, map.schoolClass, {
    ...countThemes(shown.themes),
    discipline: shown.discipline,
  });
  pdf.y = 80;
  pdf.heading(`${title}\n${rest}`, 1);
  const next = [
    shown.lacking === null ? null : `Falta sobretudo: ${shown.lacking}.`,
    map.action?.discipline === shown.discipline ? `A seguir: ${map.action.text}.` : null,
  ].filter(Boolean);
  if (next.length > 0) pdf.paragraph(next.join(' '), { size: 11, leading: 15, colour: INK.ink2, maxLines: 2 });
  return pdf.y + 10;
}

function drawMap(pdf: Pdf, shown: Discipline, top: number): void {
  const rows = rowsOf(shown.themes.length);
  const columns = Math.max(...rows);
  const cell = Math.min(CELL, FIELD.width / columns, FIELD.height / rows.length);
  const x = LEFT + MARGIN + (FIELD.width - columns * cell) / 2;
  const y = top + (FIELD.height - rows.length * cell) / 2;
  const states = shown.themes.map(({ state }) => state);
  drawSona(pdf, { x, y, cell }, states, shown.sentence);
  pdf.picture(null, () => {
    for (const [row, number] of rowNumbers(states.length).entries())
      pdf.write(
        String(number),
        { x: x - MARGIN - 6, y: y + (row + 0.5) * cell - 7, width: MARGIN },
        { size: 9.5, leading: 14, align: 'right', colour: INK.ink2 },
      );
  });
}

function drawThemes(pdf: Pdf, { themes }: Discipline, top: number): void {
  const width = LEFT + WIDE - LIST;
  const height = Math.min(30, FIELD.height / themes.length);
  const size = Math.min(9.5, height * 0.7);
  const lines = height >= 26 ? 2 : 1;
  const first = top + (FIELD.height - height * themes.length) / 2;
  for (const [index, { name, state }] of themes.entries()) {
    const middle = first + (index + 0.5) * height;
    const leading = size * 1.25;
    const text = name ?? '';
    const taken = Math.min(lines, pdf.lines(text, width - 42, { size }).length) * leading;
    const number = { size, leading, align: 'right', colour: INK.ink2 } as const;
    pdf.write(String(index + 1), { x: LIST, y: middle - leading / 2, width: 16 }, number);
    drawSonaSign(pdf, LIST + 27, middle, Math.min(4.2, height * 0.33), state, STATE_WORDS[state]);
    pdf.write(text, { x: LIST + 38, y: middle - taken / 2, width: width - 38 }, { size, leading, maxLines: lines });
  }
}

/** Draws the number of themes in each state. Returns the position of its lower edge. */
function drawLegend(pdf: Pdf, { themes }: Discipline, top: number): number {
  pdf.picture(null, (doc) => {
    for (const y of [top, top + 32]) doc.moveTo(LEFT, y).lineTo(LEFT + WIDE, y);
    doc.lineWidth(0.8).stroke(INK.line);
  });
  const width = WIDE / STATES.length;
  for (const [index, state] of STATES.entries()) {
    const x = LEFT + index * width;
    drawSonaSign(pdf, x + 10, top + 16, 5, state, null);
    const count = themes.filter((theme) => theme.state === state).length;
    pdf.write(
      `${count} ${STATE_WORDS[state]}`,
      { x: x + 22, y: top + 8.5, width: width - 22 },
      { size: 10.5, leading: 15, weight: 650, maxLines: 1 },
    );
  }
  return top + 46;
}

function drawOthers(pdf: Pdf, others: readonly Discipline[], top: number): void {
  if (others.length === 0) return;
  pdf.write('As outras disciplinas', { x: LEFT, y: top, width: WIDE }, { size: 12.5, leading: 17, weight: 650 });
  const width = WIDE / others.length;
  const y = top + 26;
  for (const [index, { discipline, known, total, themes, sentence }] of others.entries()) {
    const rows = rowsOf(themes.length);
    const columns = Math.max(...rows);
    const cell = Math.min(SMALL.cell, SMALL.height / rows.length, (width - 12) / columns);
    const box = { x: LEFT + index * width, width };
    const place = {
      x: box.x + (width - columns * cell) / 2,
      y: y + (SMALL.height - rows.length * cell) / 2,
      cell,
    };
    const states = themes.map(({ state }) => state);
    drawSona(pdf, place, states, sentence);
    const text = { size: 10, leading: 13, align: 'center', maxLines: 1 } as const;
    pdf.write(discipline, { ...box, y: y + SMALL.height + 4 }, { ...text, weight: 650 });
    const said = states.every((state) => state === 'no-data') ? 'sem dados' : `sabe ${known} de ${total}`;
    pdf.write(said, { ...box, y: y + SMALL.height + 17 }, { ...text, size: 9, colour: INK.ink2 });
  }
}
