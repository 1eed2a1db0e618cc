import { describe, expect, test } from 'vitest';
import { bankFile } from './content.contract.ts';

const question = (key: string, passage?: string | string[]) => ({
  key,
  objective: 'LP3.1.1',
  ...(passage === undefined ? {} : { passage }),
  statement: 'Quem fala?',
  alternatives: ['A) a avó', 'B) o cágado'],
  correctAnswer: 'A',
  explanation: 'Porque sim.',
  skillCategory: 'Compreensão',
  difficulty: 3,
});

const read = (passages: Record<string, string>, ...asked: (string | string[] | undefined)[]) =>
  bankFile.safeParse({
    discipline: 'Português',
    schoolClass: '3º Ano',
    tests: [
      {
        key: 'lp3-x',
        theme: 'Leitura',
        curriculumTheme: 'LP3.1',
        description: 'Textos.',
        difficultyLevel: 'Básico',
        evaluationType: 'Formativo',
        passages,
        questions: asked.map((passage, index) => question(`q${index + 1}`, passage)),
      },
    ],
  });

const problemsOf = (result: ReturnType<typeof read>) =>
  result.success ? [] : result.error.issues.map((one) => one.message);

describe('the passages of a test', () => {
  const texts = { rio: 'O rio corre.\n', serra: 'A serra dorme.\n' };

  test('stand in each question that names them, alone or together', () => {
    const result = read(texts, 'rio', 'rio', 'serra', ['rio', 'serra'], 'Um texto só desta.', undefined);
    expect(problemsOf(result)).toEqual([]);
    const [first] = result.data?.tests ?? [];
    expect(first).not.toHaveProperty('passages');
    expect(first?.questions.map(({ passage }) => passage)).toEqual([
      'O rio corre.\n',
      'O rio corre.\n',
      'A serra dorme.\n',
      'O rio corre.\n\nA serra dorme.',
      'Um texto só desta.',
      undefined,
    ]);
  });

  test.each([
    ['that is not there', [{}, 'rio'], 'não há o texto «rio» em passages'],
    ['of one question', [{ rio: 'O rio.' }, 'rio'], 'passages é para textos de várias questões: «rio»'],
    [
      'that is written twice',
      [{}, 'O rio corre.', 'O rio corre.'],
      'o mesmo texto já está noutra questão; escreva-o uma vez em passages',
    ],
  ] as const)('refuse a text %s', (_, [passages, ...asked], message) => {
    expect(problemsOf(read(passages, ...asked))).toEqual([message]);
  });
});
