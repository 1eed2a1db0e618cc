import { describe, expect, test } from 'vitest';
import {
  contentProblems,
  guardLetters,
  type LooseQuestion,
  normalizeQuestion,
  problemsByField,
  questionProblems,
  withLetters,
  withoutLetters,
} from './question.rules.ts';

const GOOD: LooseQuestion = {
  statement: 'Quanto é 1 + 1?',
  alternatives: ['um', 'dois'],
  correctAnswer: 'B',
  weight: 1,
  skillCategory: null,
};
const problemsOf = (more: Partial<LooseQuestion>) => problemsByField(normalizeQuestion({ ...GOOD, ...more }).problems);

describe('a question', () => {
  test('has no problems if it can be stored', () => expect(problemsOf({})).toEqual({}));

  test.each<[Partial<LooseQuestion>, ReturnType<typeof problemsOf>]>([
    [{ statement: ' \n' }, { statement: 'O enunciado da questão é obrigatório' }],
    [{ statement: 'x'.repeat(10_003) }, { statement: 'No máximo 2.000 caracteres: tem 10.003.' }],
    [{ passage: 'a\u0007' }, { passage: 'O texto tem caracteres que não se podem guardar.' }],
    [{ explanation: '\ud800' }, { explanation: 'O texto tem caracteres que não se podem guardar.' }],
    [{ objective: 'x'.repeat(121) }, { objective: 'No máximo 120 caracteres: tem 121.' }],
    [{ weight: 0 }, { weight: 'O peso é um número inteiro de 1 a 10.' }],
    [{ weight: 1.5 }, { weight: 'O peso é um número inteiro de 1 a 10.' }],
    [{ alternatives: [] }, { alternatives: 'As alternativas são obrigatórias' }],
    [{ alternatives: ['só'] }, { alternatives: 'Escreva pelo menos duas alternativas.' }],
    [{ alternatives: [...'1234567'] }, { alternatives: 'No máximo 6 alternativas: há 7.' }],
    [{ alternatives: ['a b', ' a   b '] }, { alternatives: 'As alternativas A e B são iguais.' }],
    [{ alternatives: ['sim', ' '] }, { alternatives: 'A alternativa B está vazia.' }],
    [{ alternatives: ['B) x', 'A) y'] }, { alternatives: 'As letras das alternativas não seguem a ordem A, B, C…' }],
    [{ correctAnswer: ' ' }, { correctAnswer: 'A resposta correta é obrigatória' }],
    [{ correctAnswer: 'G' }, { correctAnswer: 'A resposta certa é uma letra, de A a F.' }],
    [{ correctAnswer: 'c' }, { correctAnswer: 'Não existe a alternativa C: há 2.' }],
  ])('%j: %j', (more, problems) => expect(problemsOf(more)).toEqual(problems));

  test('of the content files is checked without letters', () => {
    const question = { ...normalizeQuestion(GOOD).question, passage: undefined };
    expect(contentProblems({ ...question, alternatives: ['A) 1', 'B) 2'] })).toEqual([]);
    expect(contentProblems({ ...question, alternatives: ['A) 1', 'B) 1'] })).toHaveLength(1);
  });

  test('does not change when it is normalized again', () => {
    const { question } = normalizeQuestion({ ...GOOD, alternatives: ['A) a\r\n b', 'B)  c  d '], passage: ' ' });
    expect(question).toMatchObject({ alternatives: ['a\nb', 'c d'], passage: null });
    expect(normalizeQuestion({ ...question, alternatives: withLetters(question.alternatives) }).question).toEqual(
      question,
    );
    expect(questionProblems(question)).toEqual([]);
  });
});

describe('letters', () => {
  test('are removed if they match their places, and are text otherwise', () => {
    expect(withoutLetters(['A. x', 'b - y'])).toEqual(['x', 'y']);
    expect(withoutLetters(['A. Neto', 'J. Eduardo'])).toEqual(['A. Neto', 'J. Eduardo']);
  });

  test.each([[['A) x', 'B) y']], [['B) x', 'A) y']], [['x', 'y']], [['A)', 'B)']]])(
    '%j guarded is read back as the same texts',
    (texts) => expect(withoutLetters(guardLetters(texts))).toEqual(texts),
  );
});
