import { monthAndYear } from '../../../shared/dates.ts';
import type { MistakeKind } from '../../../shared/skills/writing-words.ts';
import { plural, withArticle } from '../../../shared/text.ts';
import type { Gender } from '../../../shared/words.ts';
import type { Dictated, DictationSummary } from './dictation.rules.ts';
import { type Placed, placeInWords } from './ruler.rules.ts';

// What is said of a dictation and of a text.

export interface Who {
  firstName: string;
  gender: Gender | null;
}

/** Kinds of mistakes as a person reads them. */
export const KIND_WORDS: Readonly<Record<MistakeKind, string>> = {
  accent: 'acento',
  's-z-c': 's, z, c ou ç',
  's-ss': 's ou ss',
  'ch-x': 'ch ou x',
  'g-j': 'g ou j',
  'r-rr': 'r ou rr',
  'qu-gu': 'qu ou gu',
  'nh-lh': 'nh ou lh',
  'm-p-b': 'm antes de p e b',
  'am-ao': 'am ou ão',
  vowel: 'e ou i, o ou u',
  'silent-consonant': 'c ou p que não se ouve',
  together: 'junto ou separado',
  homophone: 'palavras que soam igual',
  capital: 'maiúscula',
  letters: 'letras que faltam ou sobram',
  punctuation: 'pontuação',
  other: 'outra',
};

/** "A Maria escreveu bem 40 das 44 palavras." */
export function dictationSentence({ firstName, gender }: Who, { right, words }: DictationSummary): string {
  const who = withArticle(firstName, gender);
  if (right === words) return `${who} escreveu bem as ${words} palavras.`;
  if (right === 0) return `${who} ainda não escreveu bem nenhuma das ${words} palavras.`;
  return `${who} escreveu bem ${right} das ${words} palavras.`;
}

/** "Maiúsculas e pontos: 3 por acertar."; null if there is nothing to put right. */
export function besideSentence({ capitals, punctuation }: Pick<DictationSummary, 'capitals' | 'punctuation'>) {
  return capitals + punctuation === 0 ? null : `Maiúsculas e pontos: ${capitals + punctuation} por acertar.`;
}

/** "O texto está no nível 3 de 5, talvez 2 ou 4." */
export const textSentence = (placed: Placed): string => `O texto está no ${placeInWords(placed)}.`;

/** "Escreve bem 40 das 44 palavras de um ditado." */
export const dictationLine = ({ right, words }: Pick<DictationSummary, 'right' | 'words'>): string =>
  `Escreve bem ${right} das ${words} palavras de um ditado.`;
/** "Escreve um texto de nível 3 de 5, talvez 2 ou 4." */
export const textLine = (placed: Placed): string => `Escreve um texto de ${placeInWords(placed)}.`;

/** What is said of two dictations. */
export function growthSentence({ kind, from }: { kind: 'grew' | 'fell' | 'unknown'; from: Dictated }): string {
  const month = monthAndYear(from.day).split(' ')[0];
  if (kind === 'grew') return `Acerta mais palavras do que em ${month}.`;
  if (kind === 'fell') return `Errou mais palavras do que em ${month}. Dite outra vez esta semana.`;
  return 'Ainda não se sabe se melhorou.';
}

/** What to do after a dictation: practise its most frequent kind; without one, write a text. */
export const dictationNext = (kinds: DictationSummary['kinds']): { title: string; time: string } => {
  const first = kinds.find(({ kind }) => kind !== 'other' && kind !== 'letters') ?? kinds[0];
  return first
    ? {
        title: first.kind === 'other' ? 'Treinar as palavras erradas' : `Treinar: ${KIND_WORDS[first.kind]}`,
        time: '5 minutos',
      }
    : { title: 'Escrever um texto', time: '25 minutos, em papel' };
};

/** How many words have a kind: "3 palavras". */
export const wordsCount = (count: number): string => plural(count, 'palavra', 'palavras');
