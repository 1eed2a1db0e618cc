import { letterAt, withoutLetter } from '../../../shared/questions/letters.ts';
import { unbroken } from '../../../shared/unbroken.ts';
import { withoutMarks } from './texts/notation.rules.ts';

export interface Option {
  /** The letter that is sent to the server. */
  readonly letter: string;
  /** The text without its letter, which the tile shows itself. */
  readonly text: string;
  /** The same as markup, if it is more than text. */
  readonly html: string | undefined;
  readonly hasPicture: boolean;
  /** The option as the server sent it, letter included: answers may have been saved in this form. */
  readonly whole: string;
}

/** Returns the options of a question, or none if the text is not a JSON list. */
export function optionsOf(alternatives: string, html?: readonly string[]): Option[] {
  let list: unknown;
  try {
    list = JSON.parse(alternatives);
  } catch {
    return [];
  }
  if (!Array.isArray(list)) return [];
  return list.map((item, index) => {
    const whole = String(item);
    const markup = html?.[index];
    return {
      letter: letterAt(index),
      text: asShown(withoutLetter(whole, index)),
      html: markup === undefined ? undefined : withoutLetter(markup, index),
      hasPicture: markup?.includes('<img ') ?? false,
      whole,
    };
  });
}

/** Returns text as it is shown without markup: `\$` is a dollar sign, and numbers stay on one line with their units. */
export const asShown = (text: string) => unbroken(withoutMarks(text).replace(/\\\$/g, '$'));

/** Returns the addresses of the pictures of questions, beside their texts and within them, to load them ahead. */
export const pictureSources = (
  questions: readonly {
    image?: { src: string } | undefined;
    statement: string;
    passage?: string | undefined;
    alternatives: string;
  }[],
): string[] => [
  ...new Set(
    questions.flatMap(({ image, statement, passage, alternatives }) => [
      ...(image ? [image.src] : []),
      ...(`${passage}${statement}${alternatives}`.match(/\/api\/images\/[0-9a-f]{32}/g) ?? []),
    ]),
  ),
];

type Language = 'pt' | 'en';

/** The languages of a question's statement, of its alternatives and of its passage. */
export type Languages = readonly [statement: Language, alternatives: Language, passage: Language];

/** The `lang` attribute of a text in a language; the page itself is in Portuguese. */
export const LANG = { pt: undefined, en: 'en' } as const;

const wordSet = (words: string) => new Set(words.split(' '));

/** Words of short alternatives that Portuguese has and English lacks. */
const PORTUGUESE = wordSet(
  'o os um uma uns umas de da das dos ao em na nas nos por para com e que quem seu sua anos desenho ' +
    'dois seis sete oito nove dez doze azul verde preto preta branco branca amarelo amarela vermelho vermelha',
);

/** Words of short alternatives that English has and Portuguese lacks; `s` is the ending of "Rosa's". */
const ENGLISH = wordSet(
  's the is are and i he she it my your his her they we you in on at to of am can an has have got with for thank good',
);

/**
 * Returns the language of a question that is asked in the given test. Only English tests have English questions; in the first four
 * classes they are asked in Portuguese.
 */
export function languageOf(test: { discipline: string; schoolClass: string }): Language {
  return test.discipline === 'Inglês' && !/^[1-4]º/.test(test.schoolClass) ? 'en' : 'pt';
}

/**
 * Returns the languages of a question's texts. Where an English test asks in Portuguese, its alternatives are in either language: they
 * count as Portuguese if they contain a letter or a word that English lacks, and none that Portuguese lacks.
 *
 * @param alternatives The alternatives as stored: a JSON array as text.
 */
export function languagesOf(test: { discipline: string; schoolClass: string }, alternatives: string): Languages {
  const asked = languageOf(test);
  const own = test.discipline === 'Inglês' ? 'en' : 'pt';
  return [asked, asked === own || !isPortuguese(alternatives) ? own : 'pt', own];
}

function isPortuguese(alternatives: string): boolean {
  const text = optionsOf(alternatives)
    .map((option) => option.text)
    .join(' ')
    .toLowerCase();
  const words = text.match(/\p{L}+/gu) ?? [];
  return (
    words.some((word) => PORTUGUESE.has(word) || /[ãõçáéíóúâêôà]/.test(word)) &&
    !words.some((word) => ENGLISH.has(word))
  );
}

/** Returns for each question the place of an earlier one that has the same text, which is shown there; undefined if there is none. */
export function earlierTexts(
  questions: readonly { place: number; passage?: string | null | undefined }[],
): (number | undefined)[] {
  const shown = new Map<string, number>();
  return questions.map(({ place, passage }) => {
    if (!passage) return undefined;
    const earlier = shown.get(passage);
    if (earlier === undefined) shown.set(passage, place);
    return earlier;
  });
}
