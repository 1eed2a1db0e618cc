import { invalid, notFound, Refused } from '../../server/errors.ts';
import type { Frame } from '../../server/http.ts';
import type { FileReply } from '../../shared/endpoint.ts';
import { exportsContract } from './exports.contract.ts';
import { chosenFor, draftOf, EXAMPLES, fileName } from './exports.rules.ts';
import { type About, writeFile } from './formats/writing.server.ts';
import { findImage } from './images.store.ts';
import { MOST_PRINTED, printTest } from './printed.server.ts';
import { findQuestions, findTest, type TestRow } from './tests.store.ts';

/** Questions leaving as files, and files to begin with. */
export function bindExports(frame: Frame): void {
  const { db } = frame;
  frame.bind(exportsContract, {
    'GET /api/teacher/tests/:id/export': async (call): Promise<FileReply> => {
      const test = await findTest(db, call.params.id);
      if (!test) throw notFound();
      const { format, headers, metadata } = call.query;
      if (call.query.scope === 'selected' && call.query.ids.length === 0)
        throw invalid({ ids: 'Marque as questões que quer exportar.' }, 'Marque as questões que quer exportar.');
      const questions = chosenFor(await findQuestions(db, test.id), call.query);
      if (questions.length === 0)
        throw new Refused(400, 'nothing-to-export', 'Não há nenhuma questão para exportar com estes filtros.');
      const about = metadata ? aboutOf(test) : null;
      const name = fileName([test.discipline, test.theme, test.schoolClass]);
      if (format === 'pdf') {
        if (questions.length > MOST_PRINTED)
          throw new Refused(
            400,
            'too-many-rows',
            `Um teste impresso tem no máximo ${MOST_PRINTED} questões: escolha menos.`,
          );
        const bytes = await printTest({
          title: `${test.discipline} - ${test.theme}`,
          facts: metadata
            ? [
                `${test.schoolClass} · ${test.difficultyLevel} · ${test.evaluationType}`,
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
      const file = await writeFile(format, questions.map(draftOf), { headers, about });
      return { bytes: file.bytes, type: file.type, name: `${name}.${file.ending}` };
    },

    'GET /api/teacher/templates/:format': async (call): Promise<FileReply> => {
      const file = await writeFile(call.params.format, EXAMPLES, { headers: true, about: null });
      return { bytes: file.bytes, type: file.type, name: `modelo-de-questoes.${file.ending}` };
    },
  });
}

const aboutOf = (test: TestRow): About => ({
  title: `${test.discipline} - ${test.theme} - ${test.schoolClass}`,
  facts: {
    Disciplina: test.discipline,
    Tema: test.theme,
    'Ano escolar': test.schoolClass,
    Dificuldade: test.difficultyLevel,
    'Tipo de avaliação': test.evaluationType,
    Descrição: test.description ?? '',
  },
});
