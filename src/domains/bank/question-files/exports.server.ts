import type { Queryable } from '../../../server/db/db.ts';
import { invalid, notFound, Refused } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { audit } from '../../../server/watch/audit.ts';
import { dateInLuanda } from '../../../shared/calendar.ts';
import type { FileReply } from '../../../shared/endpoint.ts';
import { plural } from '../../../shared/text.ts';
import type { Draft } from '../question-formats/files.rules.ts';
import type { About } from '../question-formats/writing.server.ts';
import type { ZipEntry } from '../question-formats/zip.server.ts';
import { findImage, findImages } from '../test-bank/images.store.ts';
import type { FrozenQuestion } from '../test-bank/tests.rules.ts';
import { findQuestions, findTest, findTests, type TestRow } from '../test-bank/tests.store.ts';
import { imageIdsIn } from '../test-bank/texts/notation.rules.ts';
import { exportsContract } from './exports.contract.ts';
import { chosenFor, draftOf, EXAMPLES, fileName } from './exports.rules.ts';

// The writers and their dependencies are loaded at the first export, which keeps the start of the server fast.
const writing = () => import('../question-formats/writing.server.ts');

/** Binds the endpoints that export questions as files, and those of the templates. */
export function bindExports(frame: Frame): void {
  const { db } = frame;
  frame.bind(exportsContract, {
    'GET /api/teacher/tests/:id/export': async (call): Promise<FileReply> => {
      const test = await findTest(db, call.params.id);
      if (!test) throw notFound();
      const { format, headers, metadata } = call.query;
      if (call.query.scope === 'selected' && call.query.ids.length === 0)
        throw invalid({ ids: 'Marque as questões que quer exportar.' }, 'Marque as questões que quer exportar.');
      const questions = chosenFor(await findQuestions(db, [test.id]), call.query);
      if (questions.length === 0)
        throw new Refused(400, 'nothing-to-export', 'Não há nenhuma questão para exportar com estes filtros.');
      const about = metadata ? aboutOf(test) : null;
      const name = fileName([test.discipline, test.theme, test.schoolClass, `prova ${test.form}`]);
      if (format === 'pdf') {
        const { MAX_PRINTED, printTest } = await import('./printed.server.ts');
        if (questions.length > MAX_PRINTED)
          throw new Refused(
            400,
            'too-many-rows',
            `Um teste impresso tem no máximo ${MAX_PRINTED} questões: escolha menos.`,
          );
        const bytes = await printTest({
          title: `${test.discipline} - ${test.theme}`,
          facts: metadata
            ? [
                `Prova ${test.form} · ${test.schoolClass} · ${test.difficultyLevel} · ${test.evaluationType} · ${test.duration} minutos`,
                ...(test.description ? [test.description] : []),
              ]
            : [],
          questions,
          pictureOf: async (id) => (await findImage(db, id))?.bytes,
          brand: frame.brand(),
          now: new Date(),
        });
        return { bytes, type: 'application/pdf', name: `${name}.pdf` };
      }
      const open = questions.filter(({ alternatives }) => alternatives.length === 0).length;
      if (format === 'aiken' && open > 0)
        throw new Refused(
          400,
          'nothing-to-choose',
          `Há ${plural(open, 'questão que só se responde por escrito', 'questões que só se respondem por escrito')}, e o Aiken só leva escolhas: use outro formato, ou marque só as outras.`,
        );
      const { writeFile } = await writing();
      const file = await writeFile(format, await draftsOf(db, questions), { headers, about });
      return { bytes: file.bytes, type: file.type, name: `${name}.${file.ending}` };
    },

    'GET /api/teacher/export': async ({ caller, address }): Promise<FileReply> => {
      const tests = await findTests(db, { discipline: null, schoolClass: null, themeKey: null });
      const full = tests.filter(({ questionCount }) => questionCount > 0);
      if (full.length === 0) throw new Refused(400, 'nothing-to-export', 'O banco ainda não tem nenhuma questão.');
      await audit(db, {
        userId: caller.userId,
        action: 'questions.exported',
        subject: 'tests',
        after: { rows: full.length },
        address,
      });
      const { zipInParts } = await import('../question-formats/zip.server.ts');
      return {
        bytes: zipInParts(bankFiles(db, full)),
        type: 'application/zip',
        name: `banco-de-questoes-${dateInLuanda(new Date())}.zip`,
      };
    },

    'GET /api/teacher/templates/:format': async (call): Promise<FileReply> => {
      const { writeFile } = await writing();
      const file = await writeFile(call.params.format, EXAMPLES, { headers: true, about: null });
      return { bytes: file.bytes, type: file.type, name: `modelo-de-questoes.${file.ending}` };
    },
  });
}

/**
 * Yields one file for each test. Each test is read only when its file is written; a test that was deleted or emptied meanwhile is left out.
 */
async function* bankFiles(db: Queryable, tests: readonly TestRow[]): AsyncGenerator<ZipEntry> {
  const { writeFile } = await writing();
  for (const test of tests) {
    const questions = await findQuestions(db, [test.id]);
    if (questions.length === 0) continue;
    const file = await writeFile('json', await draftsOf(db, questions), { headers: true, about: aboutOf(test) });
    const name = fileName([test.theme, `prova ${test.form}`, String(test.id)]);
    yield { path: `${fileName([test.schoolClass])}/${fileName([test.discipline])}/${name}.json`, bytes: file.bytes };
  }
}

/** Converts questions to drafts, including the pictures that teachers uploaded. */
async function draftsOf(db: Queryable, questions: readonly FrozenQuestion[]): Promise<Draft[]> {
  const ids = [...questions.flatMap(({ image }) => (image ? [image.id] : [])), ...imageIdsIn(questions)];
  const pictures = new Map((await findImages(db, ids)).map(({ id, bytes }) => [id, bytes]));
  return questions.map((question) => draftOf(question, pictures));
}

const aboutOf = (test: TestRow): About => ({
  title: `${test.discipline} - ${test.theme} - ${test.schoolClass}`,
  facts: {
    Disciplina: test.discipline,
    Tema: test.theme,
    Prova: test.form,
    'Ano escolar': test.schoolClass,
    Dificuldade: test.difficultyLevel,
    'Tipo de avaliação': test.evaluationType,
    'Duração (minutos)': String(test.duration),
    Descrição: test.description ?? '',
  },
});
