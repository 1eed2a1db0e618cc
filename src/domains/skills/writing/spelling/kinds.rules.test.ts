import { expect, test } from 'vitest';
import type { MistakeKind } from '../../../../shared/skills/writing-words.ts';
import { difference } from './spelling.rules.ts';

/** One mistake in each pair of a word and what was written, with its kind. They were written without looking at the rule. */
const PAIRS: readonly (readonly [MistakeKind, string])[] = [
  [
    'accent',
    'sábado/sabado avó/avo água/agua lápis/lapis café/cafe música/musica árvore/arvore também/tambem português/portugues médico/medico última/ultima vovô/vovó',
  ],
  [
    's-z-c',
    'casa/caza mesa/meza fazer/faser doze/dose aviso/avizo beleza/belesa cedo/sedo cidade/sidade cabeça/cabesa feliz/felis luz/lus rapaz/rapas cozinha/cosinha você/vosê doce/doçe',
  ],
  ['s-ss', 'passa/pasa osso/oso massa/masa assim/asim professor/profesor mesa/messa'],
  ['ch-x', 'chuva/xuva chave/xave peixe/peiche caixa/caicha lixo/licho bicho/bixo xarope/charope'],
  ['g-j', 'gente/jente girafa/jirafa jeito/geito viagem/viajem hoje/hoge tigela/tijela'],
  ['r-rr', 'carro/caro terra/tera burro/buro garrafa/garafa barata/barrata'],
  ['qu-gu', 'guitarra/gitarra guerra/gerra foguete/fogete queijo/qeijo seguir/segir'],
  ['nh-lh', 'galinha/galina folha/fola milho/milio velha/velia banho/bano'],
  ['m-p-b', 'campo/canpo bomba/bonba tempo/tenpo lembrar/lenbrar sempre/senpre'],
  ['am-ao', 'cantam/cantão falaram/falarão pão/pam irmão/irmam'],
  ['vowel', 'menino/minino escola/iscola bonito/bunito comer/cumer tesoura/tisoura'],
  ['letters', 'laranja/larnja porta/prota livro/livo bola/boola'],
  ['silent-consonant', 'facto/fato'],
  ['other', 'gato/cadeira'],
];

test('of 81 mistakes with one kind each, at least nine in ten kinds that are found are right', () => {
  const pairs = PAIRS.flatMap(([kind, list]) =>
    list.split(' ').map((pair) => {
      const [word = '', written = ''] = pair.split('/');
      return { pair, kind, found: difference(word, written).kinds };
    }),
  );
  expect(pairs).toHaveLength(81);
  const found = pairs.flatMap((one) => one.found.map((kind) => kind === one.kind));
  expect(found.filter((isRight) => isRight).length / found.length).toBeGreaterThanOrEqual(0.9);
  // Letters in another order are neither one too many nor one too few.
  const missed = pairs.filter(({ kind, found: kinds }) => kinds.join() !== kind);
  expect(missed).toEqual([{ pair: 'porta/prota', kind: 'letters', found: ['other'] }]);
});
