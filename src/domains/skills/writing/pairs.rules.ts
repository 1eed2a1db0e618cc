import type { MistakeKind } from '../../../shared/skills/writing-words.ts';

/** Words that differ only in what a kind of mistake confuses, or stand beside each other for it. Read aloud, then written. */
const PAIRS: Readonly<Record<MistakeKind, readonly string[]>> = {
  accent: ['avó e avô', 'pais e país', 'esta e está', 'e e é', 'secretaria e secretária', 'sabia e sábia'],
  's-z-c': ['cozer e coser', 'casa e caça', 'doze e doce', 'asa e azar', 'cinto e sinto', 'peça e pesa'],
  's-ss': ['casa e cassa', 'preso e presso', 'rosa e russa', 'asa e assa', 'mesa e missa', 'peso e posso'],
  'ch-x': ['chá e xadrez', 'tacha e taxa', 'bicho e lixo', 'chuva e xarope', 'caixa e cacho', 'peixe e pechincha'],
  'g-j': ['gelo e jeito', 'girafa e jibóia', 'gente e janela', 'viagem e viajem', 'gesto e jejum', 'laranja e longe'],
  'r-rr': ['caro e carro', 'muro e murro', 'era e erra', 'coro e corro', 'fera e ferra', 'moro e morro'],
  'qu-gu': ['queijo e guerra', 'quilo e guia', 'quente e guitarra', 'quarto e guarda', 'quando e água', 'faca e figo'],
  'nh-lh': ['ninho e milho', 'galinha e galho', 'sonho e olho', 'vinha e vila', 'tenho e telha', 'pinha e pilha'],
  'm-p-b': ['campo e canto', 'bomba e onda', 'tempo e tento', 'limpo e lindo', 'sombra e sonda', 'tambor e tanque'],
  'am-ao': [
    'cantaram e cantarão',
    'falaram e falarão',
    'comeram e comerão',
    'partiram e partirão',
    'pão e pai',
    'mão e mãe',
  ],
  vowel: ['comprimento e cumprimento', 'peixe e lixo', 'menino e minuto', 'copo e corpo', 'leite e noite', 'rio e riu'],
  'silent-consonant': ['acto e facto', 'óptimo e apto', 'direcção e opção', 'tecto e pacto', 'actor e autor'],
  together: ['de repente', 'por isso', 'com certeza', 'às vezes', 'disse-lhe', 'chamou-se'],
  homophone: ['sem e cem', 'há e à', 'mas e mais', 'trás e traz', 'houve e ouve', 'vós e voz'],
  capital: ['Angola', 'Benguela', 'Janeiro', 'a Maria', 'o rio Cuanza', 'o Sol'],
  letters: [],
  punctuation: ['O Zé riu.', 'Onde está a Ana?', 'Que calor!', 'Trouxe pão, leite e ovos.'],
  other: [],
};

/** What is practised for five minutes after a dictation. */
export interface Practice {
  /** Words of the dictation that were wrong, as they are spelled right. */
  own: string[];
  /** Pairs of the kind. */
  pairs: readonly string[];
}

const MOST_OWN = 6;

/** Returns what to practise of a kind: the child's own words with it, and pairs. */
export const practiceOf = (
  kind: MistakeKind,
  mistakes: readonly { word: string; kinds: readonly MistakeKind[] }[],
): Practice => ({
  own: [
    ...new Set(mistakes.filter(({ kinds }) => kinds.length === 0 || kinds.includes(kind)).map(({ word }) => word)),
  ].slice(0, MOST_OWN),

  pairs: PAIRS[kind],
});
