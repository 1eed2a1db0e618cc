import { expect, test } from 'vitest';
import { choicesOf } from './history.rules.ts';

const MARIA = { id: 1, disciplines: ['Português', 'Matemática'] };
const JOAO = { id: 2, disciplines: ['Inglês'] };
const NZINGA = { id: 3, disciplines: [] };

test.each<
  [string, { id: number; disciplines: string[] }[], { childId?: string; discipline?: string }, string[], string[]]
>([
  ['all children', [MARIA, JOAO, NZINGA], {}, ['Inglês', 'Matemática', 'Português'], ['1', '2']],
  ['one child', [MARIA, JOAO, NZINGA], { childId: '2' }, ['Inglês'], ['1', '2']],
  ['a chosen child without tests', [MARIA, NZINGA], { childId: '3' }, [], ['1', '3']],
  ['a chosen discipline without tests', [JOAO], { discipline: 'História' }, ['História', 'Inglês'], ['2']],
  ['an unknown child', [JOAO], { childId: '9' }, [], ['2', '9']],
  ['nobody', [], {}, [], []],
])(
  'the history offers filters only for what it contains: %s',
  (_, children, { childId = '', discipline = '' }, disciplines, ids) => {
    const choices = choicesOf(children, { childId, discipline });
    expect(choices.disciplines).toEqual(disciplines);
    expect([...choices.childIds].sort()).toEqual(ids);
  },
);
