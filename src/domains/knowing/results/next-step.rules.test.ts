import { expect, test } from 'vitest';
import { nextStepAfter } from './next-step.rules.ts';
import type { Outcome } from './sentences.rules.ts';

const outcomes = (right: number, wrong: number, unanswered: number): Outcome[] => [
  ...Array<Outcome>(right).fill('right'),
  ...Array<Outcome>(wrong).fill('wrong'),
  ...Array<Outcome>(unanswered).fill('unanswered'),
];

test.each([
  // right, wrong, unanswered, suggested, lowEffort → sentence, main, second
  [10, 0, 0, false, false, 'Acertou tudo. Podem passar a outro tema.', 'choose', 'review'],
  [10, 0, 0, true, false, 'Acertou tudo. Podem passar a outro tema.', 'choose', 'review'],
  [9, 1, 0, true, false, 'Vejam juntos a pergunta errada. Leva uns minutos.', 'review', 'choose'],
  [7, 3, 0, true, false, 'Vejam juntos as 3 perguntas erradas. Leva uns 3 minutos.', 'review', 'choose'],
  [6, 4, 0, true, false, 'Vejam juntos as 4 perguntas erradas. Leva uns 4 minutos.', 'review', 'practise'],
  [6, 4, 0, false, false, 'Vejam juntos as 4 perguntas erradas. Leva uns 4 minutos.', 'review', 'choose'],
  [9, 0, 1, false, false, 'Vejam juntos a que ficou sem resposta. Leva uns minutos.', 'review', 'choose'],
  [
    5,
    3,
    2,
    true,
    false,
    'Vejam juntos as 3 perguntas erradas e as 2 que ficaram sem resposta. Leva uns 5 minutos.',
    'review',
    'practise',
  ],
  [
    8,
    1,
    1,
    false,
    false,
    'Vejam juntos a pergunta errada e a que ficou sem resposta. Leva uns 2 minutos.',
    'review',
    'choose',
  ],
  [4, 6, 0, true, true, 'Façam outro teste num momento calmo. Leva uns 20 minutos.', 'practise', 'review'],
  [4, 6, 0, false, true, 'Façam outro teste num momento calmo. Leva uns 20 minutos.', 'choose', 'review'],
] as const)(
  '%i right, %i wrong, %i unanswered, suggestion %s, too quick %s',
  (right, wrong, unanswered, suggested, lowEffort, sentence, main, second) => {
    const percentage = Math.round((100 * right) / (right + wrong + unanswered));
    expect(
      nextStepAfter(outcomes(right, wrong, unanswered), { percentage, suggested, minutes: 20, lowEffort }),
    ).toEqual({
      sentence,
      main,
      second,
    });
  },
);
