import { expect, test } from 'vitest';
import { transcriptOf } from './heard.ts';

test('phrases of the virtual reader become lines that a person can read', () => {
  const phrases = [
    'document',
    'status',
    'main',
    'heading, Maria, level 2',
    'link, Maria',
    'end of heading, Maria, level 2',
    'paragraph',
    '4º Ano',
    '·',
    'há 3 minutos',
    'end of paragraph',
    'list, Ler',
    'listitem, level 1, position 1, set size 1',
    'link, Lê: sim. 20 de Novembro',
    'Lê',
    'end of link, Lê: sim. 20 de Novembro',
    'end of listitem, level 1, position 1, set size 1',
    'end of list, Ler',
    'button, Mais, not expanded, has popup menu',
    'end of button, Mais, not expanded, has popup menu',
    'end of main',
    'status',
    'Guardado',
    'end of status',
    'end of document',
  ];
  expect(transcriptOf(phrases)).toBe(
    [
      'estado',
      'conteúdo',
      '  título 2: Maria (ligação)',
      '  4º Ano · há ‹tempo›',
      '  lista: Ler',
      '    ligação: Lê: sim. ‹dia›',
      '  botão: Mais, fechado, abre um menu',
      'estado',
      '  Guardado',
      '',
    ].join('\n'),
  );
});
