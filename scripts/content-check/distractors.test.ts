import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { check } from '../../test/support/content-check.ts';

const TEXT = Array.from({ length: 80 }, (_, place) => (place % 8 === 7 ? 'manga.' : 'manga')).join(' ');
const ERRORS = 'letra: "toma à letra"\nde-fora: "não volta ao texto"\n';

/** Checks a file of Português whose only question about a text has these fields. */
function said(fields: Record<string, unknown>, errors = ERRORS): string {
  const questions = [
    {
      key: 'q1',
      objective: 'LP3.1.1',
      passage: TEXT,
      statement: 'Quem fala na história?',
      alternatives: ['A) a avó', 'B) o avô', 'C) a neta', 'D) o cão'],
      correctAnswer: 'B',
      misconceptions: { A: 'letra', C: 'de-fora', D: 'letra' },
      explanation: 'Porque sim.',
      skillCategory: 'Compreensão',
      difficulty: 3,
      demand: 'reason',
      process: 'infer',
      ...fields,
    },
  ];
  const tests = [
    {
      key: 'lp3-x',
      theme: 'Leitura',
      curriculumTheme: 'LP3.1',
      description: 'Textos.',
      difficultyLevel: 'Básico',
      evaluationType: 'Formativo',
      questions,
    },
  ];
  const bank = stringify({ discipline: 'Português', schoolClass: '3º Ano', tests });
  return check({ 'bank/portugues-3.yaml': bank, 'distractors.yaml': errors }, '--complete').said;
}

describe('a question about a text', () => {
  test('says its process and the errors of its wrong alternatives', () => {
    const good = said({});
    expect(good).not.toMatch(/\[(engano|exigencia)\]/);
    expect(good).toContain('  Português, 3º Ano: 0 %, 0 %, 100 %; 1 sobre textos: 0 %, 100 %, 0 %, 0 %');
  });

  test.each([
    ['without a process', { process: undefined }, 'falta process em 1 pergunta sobre um texto'],
    ['that only retrieves', { process: 'retrieve', demand: 'apply' }, '100 % das perguntas sobre textos pedem'],
    ['with a smaller demand', { demand: 'apply' }, 'com process infer, demand é reason'],
    ['without a text', { passage: undefined }, 'process é das perguntas sobre um texto'],
    ['without errors', { misconceptions: undefined }, 'falta misconceptions'],
    [
      'with an error for the right one',
      { misconceptions: { A: 'letra', B: 'letra', C: 'letra' } },
      'diz o engano de A, C, D',
    ],
    ['with an unknown error', { misconceptions: { A: 'x', C: 'letra', D: 'letra' } }, 'não há o engano «x»'],
  ])('%s is refused', (_, fields, message) => {
    expect(said(fields)).toContain(message);
  });

  test('shows each named error', () => {
    expect(said({}, `${ERRORS}tema: "diz o tema"\n`)).toContain('nenhuma alternativa mostra o engano «tema»');
  });
});
