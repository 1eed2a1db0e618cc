import type { ThemeState } from '../../../shared/sona.ts';
import { classInWords, inSentence, plural, withArticle } from '../../../shared/text.ts';
import type { Gender } from '../../../shared/words.ts';

/** The states as people read them, from known to unknown. */
export const STATE_WORDS: Readonly<Record<ThemeState, string>> = {
  knows: 'sabe',
  almost: 'está quase',
  review: 'a rever',
  'not-yet': 'ainda não',
  'no-data': 'sem dados',
};
export const STATES = Object.keys(STATE_WORDS) as ThemeState[];

/** The meaning of a state for the parent, in one sentence. */
export const STATE_MEANINGS: Readonly<Record<ThemeState, string>> = {
  knows: 'Acertou quase sempre, e voltou a acertar noutro dia.',
  almost: 'Já acerta muitas, mas ainda não dá para ter a certeza.',
  review: 'Já soube, mas foi há muito tempo ou voltou a errar.',
  'not-yet': 'Ainda erra muitas. Vale a pena explicar de novo, com calma.',
  'no-data': 'Ainda são poucas respostas para dizer.',
};

/** The child's names for use in sentences. */
export interface Named {
  firstName: string;
  gender: Gender | null;
}

/** The data of a sentence about a discipline's map. */
export interface Counted {
  discipline: string;
  known: number;
  /** Number of themes that are almost known, of those with too few answers to tell, and of all. */
  almost: number;
  untried: number;
  total: number;
  /** Whether any answer counts. */
  answered: boolean;
  /** The name of the theme that is weakest by evidence. */
  lacking: string | null;
}

/** Returns how many themes are in which state, for a sentence. */
export function countThemes(
  themes: readonly { state: ThemeState; answers: number }[],
): Omit<Counted, 'discipline' | 'lacking'> {
  const count = (wanted: ThemeState) => themes.filter(({ state }) => state === wanted).length;
  return {
    known: count('knows'),
    almost: count('almost'),
    untried: count('no-data'),
    total: themes.length,
    answered: themes.some(({ answers, state }) => answers > 0 || state !== 'no-data'),
  };
}

/**
 * Returns the sentence about a map in two parts, title and rest: "A Maria sabe 5 dos 12 temas" "da 4.ª classe em Matemática." The weakest
 * theme is a separate sentence: "Falta sobretudo: Fracções."
 */
export function mapSentence(
  { firstName, gender }: Named,
  schoolClass: string,
  { discipline, known, almost, untried, total, answered }: Omit<Counted, 'lacking'>,
): { title: string; rest: string } {
  if (!answered)
    return { title: `Ainda não sabemos o que ${inSentence(firstName, gender)} sabe`, rest: `em ${discipline}.` };
  const who = withArticle(firstName, gender);
  const where = `da ${classInWords(schoolClass)} em ${discipline}`;
  if (known === total)
    return { title: `${who} sabe ${total === 1 ? 'o único tema' : `todos os ${total} temas`}`, rest: `${where}.` };
  if (known > 0) return { title: `${who} sabe ${known} ${ofThem(total)}`, rest: `${where}.` };
  // Nothing is known yet: "0 of 12" would hide what has been begun.
  if (untried === total) return { title: `${who} já começou`, rest: `em ${discipline}: ainda são poucas respostas.` };
  if (almost === 0) return { title: `${who} experimentou ${total - untried} ${ofThem(total)}`, rest: `${where}.` };
  return {
    title: `${who} quase sabe ${almost} ${ofThem(total)}`,
    rest: `${where}${untried === 0 ? '' : `, com ${untried} por experimentar`}.`,
  };
}

const ofThem = (total: number) => `${total === 1 ? 'de' : 'dos'} ${plural(total, 'tema', 'temas')}`;

/** Returns the words above a drawing, without the child's name: "Sabe 7 dos 12 temas". */
export function mapHeading({
  known,
  almost,
  untried,
  total,
  answered,
}: Omit<Counted, 'discipline' | 'lacking'>): string {
  if (!answered) return 'O mapa está por começar';
  if (known === total) return `Sabe ${total === 1 ? 'o único tema' : `todos os ${total} temas`}`;
  if (known > 0) return `Sabe ${known} ${ofThem(total)}`;
  // "0 of 12" would hide what has been begun.
  if (untried === total) return 'Ainda são poucas respostas';
  if (almost === 0) return `Experimentou ${total - untried} ${ofThem(total)}`;
  const waiting = untried === 0 ? '' : `, ${untried} por experimentar`;
  return `Quase sabe ${almost} ${ofThem(total)}${waiting}`;
}

/** Returns the same in one line, with the weakest theme. */
export function mapLine(child: Named, schoolClass: string, counted: Counted): string {
  const { title, rest } = mapSentence(child, schoolClass, counted);
  return [title, rest, ...(counted.lacking === null ? [] : [`Falta sobretudo: ${counted.lacking}.`])].join(' ');
}

/** Returns text such as "Estava quase, agora sabe." */
export function moveSentence({ before, after }: { before: ThemeState; after: ThemeState }): string {
  if (after === 'knows') return before === 'almost' ? 'Estava quase, agora sabe.' : 'Agora sabe.';
  if (after === 'review') return 'Sabia; agora convém rever.';
  if (after === 'almost') return 'Agora está quase.';
  if (after === 'not-yet')
    return before === 'knows' || before === 'review' ? 'Sabia, mas agora errou muitas.' : 'Ainda não sabe.';
  return 'Ainda são poucas respostas.';
}

/** Returns the title above a test's changes on the map. */
export function movesTitle(moves: readonly { name: string | null; before: ThemeState; after: ThemeState }[]): string {
  const gained = moves.filter(({ after }) => after === 'knows').length;
  if (gained > 0) return `Agora sabe mais ${gained === 1 ? 'um tema' : `${gained} temas`}`;
  const lost = moves.find(({ before }) => before === 'knows');
  if (lost)
    return lost.after === 'review'
      ? `Convém rever ${lost.name ?? 'um tema'}`
      : `Já não mostra que sabe ${lost.name ?? 'um tema'}`;
  return moves.length > 0 ? 'Houve mudanças no mapa' : 'O mapa não mudou';
}
