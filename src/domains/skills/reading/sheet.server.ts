import type { Brand } from '../../../server/config.ts';
import type { Database } from '../../../server/db/db.ts';
import { Refused } from '../../../server/http/errors.ts';
import { makePdf, type Pdf } from '../../../server/pdf/pdf.ts';
import { type FormRow, findForm } from './reading.store.ts';

/** Sizes in points: the largest with which a text fits on the page. */
const SIZES = [22, 20, 18, 16, 14] as const;
const LEADING = 1.5;
const TOP = 76;

/**
 * Returns the sheet from which a child reads while a grown-up marks: one page, 22 pt at a line height of 1.5; a text that is too long for it
 * is set smaller.
 *
 * @throws Refused 422 for a form or version that does not exist.
 */
export async function printSheet(
  db: Database,
  { id, version }: { id: string; version?: number | undefined },
  { brand, now }: { brand: Brand; now: Date },
): Promise<Buffer> {
  const form = await findForm(db, id, version);
  if (!form || form.kind === 'ear') throw new Refused(422, 'unknown-form', 'Esse texto não existe.');
  return makePdf({ title: form.body.title, brand, now }, (pdf) => {
    pdf.y = TOP;
    pdf.heading(form.body.title, 2);
    if (form.kind === 'letters' || form.kind === 'words') drawItems(pdf, form);
    else drawText(pdf, form);
  });
}

function drawText(pdf: Pdf, { body: { words, paragraphs } }: FormRow): void {
  const texts = paragraphs.map((start, at) => words.slice(start, paragraphs[at + 1] ?? words.length).join(' '));
  const width = pdf.right - pdf.left;
  const fits = (size: number) =>
    texts.reduce((height, text) => height + pdf.lines(text, width, { size }).length * size * LEADING, 0) <=
    pdf.bottom - pdf.y;
  const size = SIZES.find(fits) ?? 14;
  for (const text of texts) pdf.paragraph(text, { size, leading: size * LEADING });
}

function drawItems(pdf: Pdf, { kind, body: { words } }: FormRow): void {
  const columns = kind === 'letters' ? 5 : 3;
  const width = (pdf.right - pdf.left) / columns;
  const height = Math.min(66, (pdf.bottom - pdf.y) / Math.ceil(words.length / columns));
  for (const [index, word] of words.entries())
    pdf.write(
      word,
      { x: pdf.left + (index % columns) * width, y: pdf.y + Math.floor(index / columns) * height, width },
      { size: kind === 'letters' ? 26 : 22, leading: 33, align: 'center' },
    );
}
