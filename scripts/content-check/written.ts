// Rules for how many questions of Matemática are answered in writing. A child who guesses passes ten choices far more often than ten written answers.
import { classNumber } from './content.rules.ts';
import { percent, problem } from './problems.ts';
import type { Bank } from './reading.ts';

/** Smallest share of written questions in each form, and largest share of chosen ones in each class. */
const SHARES = { writtenInForm: 0.5, chosenInClass: 0.45 } as const;
/** In the first class questions are answered by choosing: children there do not yet write numbers with ease. */
const FIRST_CLASS_WRITING = 2;

export function checkWritten(banks: readonly Bank[]): void {
  const measured = banks.filter(
    ({ bank }) => bank.discipline === 'Matemática' && classNumber(bank.schoolClass) >= FIRST_CLASS_WRITING,
  );
  for (const { file, bank } of measured)
    for (const { key, questions } of bank.tests) {
      const written = questions.filter(({ answering }) => answering).length;
      if (written < questions.length * SHARES.writtenInForm)
        problem(
          'escrita',
          file,
          `só ${written} das ${questions.length} questões se respondem por escrito; o mínimo é metade`,
          key,
        );
    }
  for (const [schoolClass, files] of Map.groupBy(measured, ({ bank }) => bank.schoolClass)) {
    const questions = files.flatMap(({ bank }) => bank.tests).flatMap((test) => test.questions);
    const chosen = questions.filter(({ answering }) => !answering).length / questions.length;
    if (chosen > SHARES.chosenInClass)
      problem(
        'escrita',
        'banco',
        `Matemática, ${schoolClass}: ${percent(chosen)} das questões respondem-se por escolha; o máximo são ${percent(SHARES.chosenInClass)}`,
      );
  }
}
