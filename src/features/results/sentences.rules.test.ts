import { expect, test } from 'vitest';
import { meaningOf, nextStep, wrongFirst } from './sentences.rules.ts';

test.each([
  [69, 'Abaixo da meta de 70%. Com prática, chega lá.'],
  [70, 'Chegou à meta de 70%.'],
  [71, 'Acima da meta de 70%.'],
])('%i%% reads "%s"', (percentage, sentence) => {
  expect(meaningOf(percentage)).toBe(sentence);
});

test.each([
  [0, 'Acertou tudo. Experimente outro tema ou uma classe acima.'],
  [1, 'Vejam juntos a questão errada. Leva uns minutos.'],
  [5, 'Vejam juntos as 5 questões erradas. Leva uns 5 minutos.'],
])('with %i wrong the next step is "%s"', (wrong, sentence) => {
  expect(nextStep(wrong)).toBe(sentence);
});

test('wrong questions come first, in the order of the test', () => {
  const questions = [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }];
  expect(wrongFirst(questions, (id) => id === 1 || id === 3).map(({ id }) => id)).toEqual([2, 4, 1, 3]);
});
