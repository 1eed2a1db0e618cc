import type { Brand } from '../../../server/config.ts';
import type { Database } from '../../../server/db/db.ts';
import { Refused } from '../../../server/http/errors.ts';
import { makePdf } from '../../../server/pdf/pdf.ts';
import type { PromptBody, RulerBody } from './forms.rules.ts';
import { type FormRow, findForm } from './writing.store.ts';

/** Distance of the lines to write on, in points: wider for the first classes. */
const LINE_HEIGHT = { young: 34, older: 26 } as const;
const LAST_YOUNG_CLASS = 2;
const TOP = 76;
/** Underscores that reach from margin to margin are too many for any page; they are cut to the width. */
const LINE = '_'.repeat(200);
const LINE_SIZE = 10;

interface Wanted {
  id: string;
  version?: number | undefined;
}

/** @throws Refused 422 for a form or version that does not exist. */
async function wantedForm(db: Database, { id, version }: Wanted, kind: FormRow['kind']): Promise<FormRow> {
  const form = await findForm(db, id, version);
  if (form?.kind !== kind) throw new Refused(422, 'unknown-form', 'Essa folha não existe.');
  return form;
}

/**
 * Returns the task of a text with lines to write on, one page.
 *
 * @throws Refused 422 for a task or version that does not exist.
 */
export async function printPrompt(
  db: Database,
  wanted: Wanted,
  { brand, now }: { brand: Brand; now: Date },
): Promise<Buffer> {
  const form = await wantedForm(db, wanted, 'prompt');
  const { title, task, beginning } = form.body as PromptBody;
  return makePdf({ title, brand, now }, (pdf) => {
    pdf.y = TOP;
    pdf.heading(title, 2);
    pdf.paragraph(task, { size: 15, leading: 22 });
    if (beginning) pdf.paragraph(`${beginning}…`, { size: 15, leading: 26 });
    const height = form.schoolClass <= LAST_YOUNG_CLASS ? LINE_HEIGHT.young : LINE_HEIGHT.older;
    const width = pdf.right - pdf.left;
    const line = pdf.lines(LINE, width, { size: LINE_SIZE })[0] ?? '';
    for (let y = pdf.y + height / 2; y + height <= pdf.bottom; y += height)
      pdf.write(line, { x: pdf.left, y, width }, { size: LINE_SIZE });
  });
}

/**
 * Returns the anchor texts of a ruler, from the lowest level, with the reason of each.
 *
 * @throws Refused 422 for a ruler or version that does not exist.
 */
export async function printRuler(
  db: Database,
  wanted: Wanted,
  { brand, now }: { brand: Brand; now: Date },
): Promise<Buffer> {
  const form = await wantedForm(db, wanted, 'ruler');
  const { task, anchors } = form.body as RulerBody;
  return makePdf({ title: `Régua da ${form.schoolClass}.ª classe`, brand, now }, (pdf) => {
    pdf.y = TOP;
    pdf.heading(`Régua da ${form.schoolClass}.ª classe`, 2);
    pdf.paragraph(`${task} Compare o texto da criança com estes. O nível 0 é menos conseguido do que o primeiro.`);
    for (const { level, text, reason } of anchors) {
      pdf.heading(`Nível ${level}`, 3);
      for (const paragraph of text.trim().split('\n')) pdf.paragraph(paragraph, { size: 12, leading: 18 });
      pdf.paragraph(reason, { size: 9, leading: 13 });
    }
  });
}
