import type { Brand } from '../../../server/config.ts';
import { csvFile } from '../../../server/http/csv.ts';
import { makePdf } from '../../../server/pdf/pdf.ts';
import type { FileReply } from '../../../shared/endpoint.ts';
import { plural } from '../../../shared/text.ts';
import { type Discipline, plainText, type TestClass } from '../../../shared/words.ts';
import type { Theme } from './curriculum.contract.ts';

/** The programme of one discipline in a class. */
export interface TaughtPlan {
  discipline: Discipline;
  themes: Theme[];
}

export interface ReferenceWanted {
  schoolClass: TestClass;
  /** Null when the document contains every discipline of the class. */
  discipline: Discipline | null;
  plans: readonly TaughtPlan[];
}

/** Returns text such as 'plano-curricular-4-ano-matematica'. */
function fileName({ schoolClass, discipline }: ReferenceWanted): string {
  const words = ['plano-curricular', String(Number.parseInt(schoolClass, 10)), 'ano', discipline ?? ''];
  return words
    .filter(Boolean)
    .map((word) => plainText(word).replace(/[^a-z0-9]+/g, '-'))
    .join('-');
}

/** Returns the programmes of a class as a document to print: discipline by discipline, each theme with its content and its objectives. */
export async function planPdf(
  wanted: ReferenceWanted,
  { brand, now }: { brand: Brand; now: Date },
): Promise<FileReply> {
  const { schoolClass, discipline, plans } = wanted;
  const title = `Plano curricular - ${schoolClass}${discipline ? ` - ${discipline}` : ''}`;
  const bytes = await makePdf({ title, brand, now }, (pdf) => {
    pdf.heading(`Plano curricular · ${schoolClass}`, 1);
    pdf.paragraph(
      `${Number.parseInt(schoolClass, 10)}.ª classe. Temas, conteúdos e objectivos por disciplina, tal como o banco de questões os usa. Documento de trabalho: não substitui os programas oficiais do INIDE.`,
      { size: 10.5 },
    );
    pdf.gap(10);
    pdf.table(
      [
        { title: 'Disciplina', share: 5 },
        { title: 'Temas', share: 1, align: 'right' },
        { title: 'Objectivos', share: 1.4, align: 'right' },
      ],
      plans.map(({ discipline: name, themes }) => [
        name,
        String(themes.length),
        String(themes.reduce((sum, { objectives }) => sum + objectives.length, 0)),
      ]),
    );
    for (const plan of plans) {
      pdf.gap(18);
      // The name of a discipline must not be alone at the end of a page.
      pdf.need(140);
      pdf.heading(plan.discipline, 2);
      for (const { code, theme, content, objectives } of plan.themes) {
        pdf.gap(6);
        pdf.need(90);
        pdf.heading(`${code}  ${theme}`, 3);
        if (content) pdf.paragraph(`Conteúdos: ${content}`, { size: 9.5 });
        if (objectives.length === 0) {
          pdf.paragraph('Ainda sem objectivos.', { size: 9.5 });
          continue;
        }
        pdf.gap(2);
        pdf.table(
          [
            { title: 'Código', share: 1.3 },
            { title: plural(objectives.length, 'objectivo', 'objectivos'), share: 8 },
          ],
          objectives.map((objective) => [{ text: objective.code, weight: 650 }, objective.text]),
        );
      }
    }
  });
  return { bytes, type: 'application/pdf', name: `${fileName(wanted)}.pdf` };
}

/** Returns the same as a table, with one row for each objective; a theme without objectives has one row too. */
export function planCsv(wanted: ReferenceWanted): FileReply {
  const header = ['Ano', 'Disciplina', 'Código do tema', 'Tema', 'Conteúdos', 'Código do objectivo', 'Objectivo'];
  const rows = wanted.plans.flatMap(({ discipline, themes }) =>
    themes.flatMap(({ code, theme, content, objectives }) => {
      const start = [wanted.schoolClass, discipline, code, theme, content];
      return objectives.length === 0
        ? [[...start, '', '']]
        : objectives.map((objective) => [...start, objective.code, objective.text]);
    }),
  );
  return csvFile(`${fileName(wanted)}.csv`, header, rows);
}
