import { expect, test } from 'vitest';
import {
  awaitedSentence,
  awayFrom,
  awaySentence,
  dotsLabel,
  dotsLegend,
  dotsOf,
  effortSentence,
  meaningOf,
  outcomesOf,
  outcomesSentence,
  timeText,
} from './sentences.rules.ts';
import { wordsForChild } from './with-child.rules.ts';
import { wrongAnswerSentence } from './wrong-answer.rules.ts';

test.each([
  [69, 'Abaixo da meta de 70%. Vejam juntos o que falta.'],
  [70, 'Chegou à meta de 70%.'],
  [71, 'Acima da meta de 70%.'],
])('%i%% reads "%s"', (percentage, sentence) => {
  expect(meaningOf(percentage)).toBe(sentence);
});

test.each([
  [[true, true], ['right', 'right'], 'nenhuma errada'],
  [[true, false], ['right', 'wrong'], '1 errada'],
  [[false, null], ['wrong', 'unanswered'], '1 errada · 1 sem resposta'],
  [[null, null], ['unanswered', 'unanswered'], 'nenhuma errada · 2 sem resposta'],
  [[false, false], ['wrong', 'wrong'], '2 erradas'],
] as const)('answers %j are %j: %s', (given, outcomes, sentence) => {
  const answers = given.flatMap((isCorrect, questionId) => (isCorrect === null ? [] : [{ questionId, isCorrect }]));
  const found = outcomesOf(
    given.map((_, id) => ({ id })),
    answers,
  );
  expect(found).toEqual(outcomes);
  expect(outcomesSentence(found)).toBe(sentence);
});

test.each([
  ['low', 4, 2, 'Este resultado pode não mostrar o que a Maria sabe: respondeu a 4 perguntas em menos de 2 segundos.'],
  ['low', 1, 5, 'Este resultado pode não mostrar o que a Maria sabe: respondeu a 1 pergunta em menos de 5 segundos.'],
  ['some', 2, 2, 'A Maria respondeu a 2 perguntas muito depressa. Talvez saiba mais do que isto mostra.'],
] as const)('%s effort with %i quick answers', (level, quickAnswers, seconds, sentence) => {
  expect(effortSentence('a Maria', { level, quickAnswers, seconds })).toBe(sentence);
});

test.each([
  [1, 12, 'O teste esteve fora do ecrã 1 vez, 12 segundos.'],
  [2, 40, 'O teste esteve fora do ecrã 2 vezes, 40 segundos ao todo.'],
])('the sentence for leaving the page %i times', (times, seconds, sentence) => {
  expect(awaySentence({ times, seconds })).toBe(sentence);
});

test.each([
  [null, null, null],
  [0, 0, null],
  [1, 0, null],
  [1, 4_999, null],
  [2, 5_000, { times: 2, seconds: 5 }],
])('leaving the page %s times, for %s ms', (times, milliseconds, away) => {
  expect(awayFrom(times, milliseconds)).toEqual(away);
});

test.each([
  [1, ''],
  [2, '2.ª vez'],
  [11, '11.ª vez'],
])('the sentence for the %i. time a test is taken', (time, text) => expect(timeText(time)).toBe(text));

test.each([
  [0, 'Foi uma boa tentativa. Faltam 10. Vamos treinar?'],
  [1, 'Já sabes 1. Faltam 9. Vamos treinar?'],
  [9, 'Já sabes 9. Falta aprender 1. Vamos treinar?'],
  [10, 'Já sabes 10. Sabes todas!'],
])('the child’s sentence for %i right answers', (right, words) => {
  const read = wordsForChild(right, 10).join(' ');
  expect(read).toBe(`O teste tinha 10 perguntas. ${words}`);
  // The text contains no mark and no blame.
  expect(read).not.toMatch(/%|nota|err/i);
});

test('quick answers of a result in pencil are neither right nor wrong', () => {
  const questions = [1, 2, 3, 4].map((id) => ({ id }));
  const outcomes = outcomesOf(questions, [
    { questionId: 1, isCorrect: true },
    { questionId: 2, isCorrect: true, isQuick: true },
    { questionId: 3, isCorrect: false, isQuick: true },
  ]);
  expect(outcomes).toEqual(['right', 'quick', 'quick', 'unanswered']);
  expect(dotsOf(outcomes)).toEqual([true, null, null, null]);
  expect(outcomesSentence(outcomes)).toBe('2 depressa demais · 1 sem resposta');
  expect(dotsLegend(outcomes)).toBe(
    'Ponto cheio: certa. Vazio: errada. Tracejado claro: depressa demais ou sem resposta.',
  );
  expect(dotsLegend(['quick', 'quick'])).toBe('Tracejado claro: depressa demais.');
  expect(dotsLabel(outcomes, 2)).toBe('2 de 4 respondidas depressa demais');
  expect(dotsLabel(['right', 'wrong'], 1)).toBe('1 de 2 respostas certas');
});

test.each([
  [0, 'da Maria', 'Há respostas por chegar do telemóvel da Maria. «Ver agora» termina o teste sem elas.'],
  [1, 'neste telemóvel', 'Há uma resposta por enviar neste telemóvel. «Ver agora» termina o teste sem ela.'],
  [2, 'neste telemóvel', 'Há 2 respostas por enviar neste telemóvel. «Ver agora» termina o teste sem elas.'],
])('%i answers wait on this device', (here, where, beginning) => {
  const sentence = awaitedSentence(here, where);
  expect(sentence.startsWith(beginning)).toBe(true);
  // After a day it does not count: nothing may sound like the contrary.
  expect(sentence).toMatch(
    here === 1 ? / Se chegar no espaço de um dia, ainda conta\.$/ : / chegarem no espaço de um dia\.$/,
  );
});

test('the error of an answer is a sentence', () => {
  expect(wrongAnswerSentence('lê a linha ao lado')).toBe('Quem responde assim lê a linha ao lado.');
});
