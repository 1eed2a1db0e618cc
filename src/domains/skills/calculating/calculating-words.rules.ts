import { plural, withArticle } from '../../../shared/text.ts';
import type { Gender } from '../../../shared/words.ts';
import type { HeadReason } from './head.rules.ts';
import { beginWith, hasPart, type Part, type PartResult } from './numbers.rules.ts';

// The sentences about sums and numbers, for the parent. A child is compared with itself only.

export interface Who {
  firstName: string;
  gender: Gender | null;
}

const subject = ({ firstName, gender }: Who) => withArticle(firstName, gender);
const joined = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} e ${words[words.length - 1]}`;
const capital = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}`;

/** Returns the sentence of a run without its subject. */
export function headPredicate(perMinute: number): string {
  const count = Math.round(perMinute);
  return count === 0
    ? 'ainda não faz estas contas de cabeça.'
    : `faz ${plural(count, 'conta certa', 'contas certas')} por minuto, de cabeça.`;
}

/** What is said, without its subject, where nothing can be said of a run or of numbers. */
export const NOTHING = {
  stopped: 'parou antes do fim.',
  fast: 'respondeu depressa demais.',
  unmarked: 'não teve nenhuma resposta marcada.',
} as const;

const CAN: Readonly<Record<Part, string>> = {
  read: 'lê números',
  compare: 'compara',
  add: 'soma',
  patterns: 'continua uma fila de números',
};
const LACKS: Readonly<Record<Part, string>> = {
  read: 'ler números',
  compare: 'comparar',
  add: 'somar',
  patterns: 'continuar filas de números',
};

/** Returns the sentence of the numbers aloud without its subject. */
export function numbersPredicate(parts: readonly PartResult[]): string {
  const first = beginWith(parts);
  if (first === null) return 'tem as bases dos números.';
  const known = parts.filter(hasPart).map(({ part }) => CAN[part]);
  return known.length === 0
    ? `está a começar com os números. Comecem por ${LACKS[first]}.`
    : `já ${joined(known)}. Falta ${LACKS[first]}.`;
}

export const headline = (who: Who, predicate: string): string => `${subject(who)} ${predicate}`;
/** Returns a sentence for a row that begins with what the child does: "Conta: faz 9 contas certas por minuto." */
export const lineSentence = (predicate: string): string => capital(predicate);

/** Returns what comes after the part to begin with; null if nothing else is missing. */
export function afterwards(parts: readonly PartResult[]): string | null {
  const [, ...later] = parts.filter((one) => !hasPart(one)).map(({ part }) => LACKS[part]);
  return later.length === 0 ? null : `Comecem por aí. Depois: ${joined(later)}.`;
}

export const PART_NAMES: Readonly<Record<Part, string>> = {
  read: 'Ler',
  compare: 'Comparar',
  add: 'Somar',
  patterns: 'Continuar',
};

/** What to do about a part, five minutes a day. */
export const PART_NEXT: Readonly<Record<Part, { title: string; sentence: string }>> = {
  read: {
    title: 'Ler números na rua',
    sentence: 'Leiam os números das portas, dos preços e das camisolas. Cinco minutos por dia.',
  },
  compare: {
    title: 'Qual é maior?',
    sentence: 'Contem feijões: qual monte tem mais? Cinco minutos por dia.',
  },
  add: {
    title: 'Juntar e contar',
    sentence: 'Juntem dois montes de tampinhas e digam quantas são. Cinco minutos por dia.',
  },
  patterns: {
    title: 'Continuar a contar',
    sentence: 'Contem de dois em dois. Depois de cinco em cinco, e de dez em dez.',
  },
};

export const HEAD_REASONS: Readonly<Record<HeadReason, string>> = {
  'no-copying': 'Não se mediu o tempo dos dedos: faltaram números copiados antes de começar.',
  'broken-off': 'Parou antes do fim.',
  'too-fast': 'Foi depressa demais para se ouvir cada resposta.',
  unmarked: 'Nenhuma resposta foi marcada. Marque cada uma.',
};
