import { monthAndYear } from '../../../shared/dates.ts';
import { plural, withArticle } from '../../../shared/text.ts';
import type { Gender } from '../../../shared/words.ts';
import type { FormKind, ReadingClass } from './forms.rules.ts';
import { COMFORTABLE, type Comprehension, knowsItems, understood } from './ladder.rules.ts';
import { type Aim, type Band, type Growth, reachesAim, ZONE_WORDS, zoneOf } from './references.rules.ts';

// The sentences about a reading, for the parent. They say how the child reads and one thing to do; they neither compare with other
// children nor blame.

/** Why a reading is *a lápis*: it stays in the list, out of map, measures and growth. */
export const REASONS = ['ear-not-trained', 'listeners-differ', 'broken-off', 'too-fast'] as const;
export type Reason = (typeof REASONS)[number];

export interface Who {
  firstName: string;
  gender: Gender | null;
}

/** What is known of one reading. */
export interface Known {
  kind: FormKind;
  /** Class of the text; null for letters, words and the first text. */
  textClass: ReadingClass | null;
  items: number;
  attempted: number;
  right: number;
  /** Null where the reading has no speed. */
  perMinute: number | null;
  /** Null if only the speed was marked. */
  accuracy: number | null;
  comprehension: Comprehension;
  provisional: boolean;
  /** For a heard story: whether the child decodes, by what it read before on that day; null if it read nothing. */
  decodes?: boolean | null;
}

/** Returns the class as it is said: "4.ª classe". */
const classWords = (schoolClass: ReadingClass): string => `${schoolClass}.ª classe`;

/** Returns the sentence of a reading without its subject: "lê 48 palavras certas por minuto e compreende o que lê." */
export function predicate(known: Known): string {
  if (known.kind === 'letters') return lettersWords(known);
  if (known.kind === 'words') return wordsWords(known);
  if (known.kind === 'listening') return listeningWords(known);
  const { items, attempted, right, provisional, perMinute } = known;
  if (attempted === 0 || right === 0) return 'ainda não lê um texto.';
  if (perMinute === null) return `leu ${attempted} das ${items} palavras, ${wrongWords(attempted - right)}.`;
  const speed = Math.round(perMinute);
  const unit = speed === 1 ? 'palavra' : 'palavras';
  if (provisional) return `lê perto de ${speed} ${unit} por minuto.`;
  return `lê ${speed} ${unit} ${speed === 1 ? 'certa' : 'certas'} por minuto${comprehensionWords(known)}`;
}

/** Returns how many were wrong: "1 errada", "todas certas". */
const wrongWords = (count: number): string => (count === 0 ? 'todas certas' : plural(count, 'errada', 'erradas'));

/** Returns how many were read and how many of them wrong: "17 lidas, 1 errada". */
export const readWords = (attempted: number, right: number): string =>
  `${plural(attempted, 'lida', 'lidas')}, ${plural(attempted - right, 'errada', 'erradas')}`;

function comprehensionWords({ accuracy, comprehension, textClass }: Known): string {
  const { total, asked, right } = comprehension;
  if (asked === 0) return '.';
  if (asked < total)
    return `. Acertou ${right} de ${asked} ${asked === 1 ? 'pergunta' : 'perguntas'} sobre o que leu até ali.`;
  const all = right === total && total >= 5 && accuracy !== null && accuracy >= COMFORTABLE;
  if (!all) return `. Acertou ${right} de ${total} perguntas sobre o texto.`;
  return textClass === 2 || textClass === null
    ? ' e compreende o que lê.'
    : ` e compreende um texto da ${classWords(textClass)}.`;
}

function lettersWords({ attempted, right }: Known): string {
  if (knowsItems('letters', { attempted, right })) return 'conhece as letras.';
  return right === 0 ? 'ainda não conhece as letras.' : `conhece ${right} das ${attempted} letras que viu.`;
}

function wordsWords({ attempted, right }: Known): string {
  if (right === 0) return 'ainda não lê palavras.';
  if (knowsItems('words', { attempted, right }))
    return right === attempted ? 'lê palavras soltas, ainda não um texto.' : 'lê palavras.';
  return `lê ${right} das ${attempted} palavras que viu.`;
}

/** Three questions say little about a child: how many were answered is said first, and nothing is concluded if some were not asked. */
function listeningWords({ comprehension, decodes }: Known): string {
  const understands = understood('listening', null, comprehension);
  if (understands === null) return 'ouviu uma história.';
  if (!understands)
    return `acertou ${comprehension.right} de ${comprehension.total} perguntas sobre a história: parece que ainda não compreende bem o português.`;
  if (decodes == null) return 'compreende o que ouve.';
  return decodes ? 'já lê palavras, e compreende o que ouve.' : 'ainda não lê palavras, mas compreende o que ouve.';
}

/** Returns the headline of a result: "A Maria lê 48 palavras certas por minuto e compreende o que lê." */
export const headline = ({ firstName, gender }: Who, known: Known): string =>
  `${withArticle(firstName, gender)} ${predicate(known)}`;

/** Returns what a speed means for a class, in one sentence, by the number that is shown; null where no reference applies. */
export function meaning(schoolClass: ReadingClass, perMinute: number, aim: Aim | null): string | null {
  if (schoolClass === 2) return `${capital(ZONE_WORDS[zoneOf(Math.round(perMinute))])}.`;
  if (!aim) return null;
  if (reachesAim(schoolClass, perMinute, aim))
    return `Já lê ao ritmo do fim da ${classWords(aim.schoolClass)}: ${aim.words} por minuto.`;
  return `Até ao fim da ${classWords(aim.schoolClass)}, o alvo são ${aim.words} por minuto.`;
}

/** What the band of a speed holds: the child's own speed, for two of three. Another text lies in it only half of the time (docs/knowing.md). */
export const bandWords = ({ from, to }: Band): string => `provavelmente lê entre ${from} e ${to}.`;

const capital = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}`;

/** Returns the sentence about growth over a school year, by the speeds as they are shown; null where nothing is said. */
export function growthWords({ gender }: Who, growth: Growth | null): string | null {
  if (!growth) return null;
  const [from, to] = [growth.from, growth.to].map(({ perMinute }) => Math.round(perMinute)) as [number, number];
  const words = plural(Math.abs(to - from), 'palavra', 'palavras');
  if (growth.kind === 'grew') return `Cresceu ${words} por minuto.`;
  if (growth.kind === 'unknown') return 'Ainda não se sabe se cresceu.';
  const month = monthAndYear(growth.from.day).split(' ')[0];
  const again =
    gender === 'feminino' ? 'Ouça-a outra vez' : gender === 'masculino' ? 'Ouça-o outra vez' : 'Ouça outra leitura';
  return `Leu ${words} a menos do que em ${month}. ${again} esta semana.`;
}

/** What to do next. */
export const NEXT_STEPS = ['train-ear', 'read-again', 'families', 'three-times', 'questions', 'another-text'] as const;
export type NextStep = (typeof NEXT_STEPS)[number];

/** Returns the one next step after a reading. */
export function nextStepOf(
  known: Known,
  { reasons, schoolClass, aim }: { reasons: readonly Reason[]; schoolClass: ReadingClass; aim: Aim | null },
): NextStep {
  if (reasons.includes('ear-not-trained')) return 'train-ear';
  if (reasons.length > 0) return 'read-again';
  if (known.kind !== 'first' && known.kind !== 'class') return 'families';
  if (known.accuracy !== null && known.accuracy < COMFORTABLE) return 'families';
  const { asked, right } = known.comprehension;
  if (asked > 0 && right / asked < 0.8) return 'questions';
  const isSlow = known.perMinute !== null && reachesAim(schoolClass, known.perMinute, aim) === false;
  return known.kind === 'first' || isSlow ? 'three-times' : 'another-text';
}

/** The next step as a heading, a sentence, and how long it takes. */
export const NEXT_WORDS: Readonly<Record<NextStep, { title: string; sentence: string; time: string }>> = {
  'train-ear': {
    title: 'Treinar o ouvido',
    sentence: 'São três gravações curtas. Passe em duas, e a próxima leitura já conta.',
    time: '10 minutos, uma só vez',
  },
  'read-again': {
    title: 'Ouvir outra leitura',
    sentence: 'Esta leitura ficou a lápis. Outro texto diz mais.',
    time: '5 minutos',
  },
  families: {
    title: 'Famílias de palavras',
    sentence: 'Cinco palavras parecidas por dia, lidas em voz alta, dão segurança.',
    time: '5 minutos por dia',
  },
  'three-times': {
    title: 'Ler três vezes',
    sentence: 'Ler três vezes o mesmo texto ajuda a ler mais depressa.',
    time: '5 minutos por dia, durante duas semanas',
  },
  questions: {
    title: 'Perguntar enquanto lê',
    sentence: 'Pare no fim de cada parte e pergunte: quem? onde? porquê?',
    time: '5 minutos por dia',
  },
  'another-text': {
    title: 'Ler outro texto',
    sentence: 'Três textos em três semanas mostram melhor como lê.',
    time: '5 minutos',
  },
};

/** Why a reading is a lápis, for the parent. */
export function reasonWords(reason: Reason, facts: { seconds: number; differing?: number | undefined }): string {
  if (reason === 'ear-not-trained')
    return 'O seu ouvido ainda não está treinado. Sem treino escapam muitos erros: esta leitura não conta para o mapa.';
  if (reason === 'broken-off')
    return `A leitura parou ao fim de ${plural(Math.floor(facts.seconds), 'segundo', 'segundos')}. A velocidade só se mede num minuto, ou no texto todo.`;
  if (reason === 'too-fast') return 'Foi mais depressa do que alguém lê em voz alta. Ouça outra leitura.';
  return facts.differing === undefined
    ? 'Os dois ouvintes ouviram diferente.'
    : `Ouviram diferente em ${facts.differing} ${facts.differing === 1 ? 'palavra' : 'palavras'}.`;
}
