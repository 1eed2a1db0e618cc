import type {
  EarRecording,
  ListeningText,
  ReadingClassFile,
  ReadingQuestion,
  ReadingText,
} from '../../src/shared/skills/reading-content.ts';
import { bareWord, wordsOf } from '../../src/shared/skills/text-words.ts';
import type { Rule } from './problems.ts';
import { decimal, meanOf, measuresOf, sentencesOf } from './text-measures.ts';

// The rules of content/README.md for what is read aloud. Each function returns the problems of one part of a file.

/** A problem of the text or list that is being checked; `at` names a question or a word of it. */
export interface Found {
  rule: Rule;
  message: string;
  at?: string;
}

/** Words of a text of each class; the mean of a set keeps to it within `LENGTH`. */
const WORDS_OF_CLASS = [0, 70, 110, 135, 150, 170, 180] as const;
const TEXTS_PER_CLASS = 6;
/** What the texts of a parallel set may differ from its mean: words as a share, letters per word, words per sentence. */
const LENGTH = 0.05;
const LETTERS = 0.3;
const SENTENCE = 1.5;
const MAX_NAMES = 3;
const LIST = 40;
/** Largest share of words in the 1.ª classe with a cluster or digraph that is not taught in it. */
const UNTAUGHT_SHARE = 0.1;
/** Consonant clusters and digraphs that LP1.2 to LP1.5 do not teach. They do teach "qu", "nh", "lh" and "ch". */
const UNTAUGHT = /[bcdfgptv][lr]|rr|ss|sc(?=[eiéêí])|xc|gu(?=[eiéêí])|[cp][tçcs]|gn|mn|bs|dv|k/iu;
/** Vowels of which every written syllable has one; what else the first class may read is in `UNTAUGHT`. */
const LETTERS_OF_WORDS = /^[a-zçáàâãéêíóôõú]+$/u;

/** Share of each letter in Portuguese prose, in per cent. */
const FREQUENCY: Readonly<Record<string, number>> = {
  a: 14.6,
  e: 12.6,
  o: 10.7,
  s: 7.8,
  r: 6.5,
  i: 6.2,
  n: 5.1,
  d: 5.0,
  m: 4.7,
  u: 4.6,
  t: 4.3,
  c: 3.9,
  l: 2.8,
  p: 2.5,
  v: 1.7,
  g: 1.3,
  h: 1.3,
  q: 1.2,
  b: 1.0,
  f: 1.0,
  z: 0.5,
  j: 0.4,
  x: 0.2,
  ç: 0.5,
  k: 0,
  w: 0,
  y: 0,
};
/** How many times more or less often than by its frequency a letter may be in a list of 40. */
const LETTER_SLACK = 1.5;

export const hasUntaught = (word: string): boolean => UNTAUGHT.test(word);

/** Checks the lists of letters and words of a class. */
export function listProblems({ letters, words }: ReadingClassFile, schoolClass: number): Found[] {
  const found: Found[] = [];
  const say = (message: string) => found.push({ rule: 'listas', message });
  if (letters.length !== LIST) say(`há ${letters.length} letras em vez de ${LIST}`);
  if (words.length !== LIST) say(`há ${words.length} palavras em vez de ${LIST}`);
  for (const letter of letters) if (!/^\p{L}$/u.test(letter)) say(`«${letter}» não é uma letra`);
  if (letters.includes('I') && letters.includes('l')) say('«I» e «l» confundem-se: só um dos dois na lista');
  const capitals = letters.filter((letter) => letter !== letter.toLowerCase()).length;
  if (capitals < LIST / 4 || capitals > (3 * LIST) / 4)
    say(`${capitals} das letras são maiúsculas; devem ser de ${LIST / 4} a ${(3 * LIST) / 4}`);
  for (const [letter, percent] of Object.entries(FREQUENCY)) {
    const count = letters.filter((one) => one.toLowerCase() === letter).length;
    const wanted = (percent / 100) * LIST;
    if (Math.abs(count - wanted) > LETTER_SLACK)
      say(`a letra ${letter} está ${count} vezes; pela frequência seriam ${decimal(wanted)}`);
  }
  for (const [index, letter] of letters.entries())
    if (letters[index + 1]?.toLowerCase() === letter.toLowerCase()) say(`a letra ${letter} está duas vezes seguidas`);
  for (const word of words) {
    if (!LETTERS_OF_WORDS.test(word)) say(`«${word}» não é uma palavra só, em minúsculas`);
    if (schoolClass === 1 && hasUntaught(word)) say(`«${word}» tem letras que a 1.ª classe ainda não deu`);
  }
  for (const word of repeated(words)) say(`a palavra «${word}» está repetida`);
  return found;
}

/** Checks the texts of a class against each other: number, length, and the measures of each parallel set. */
export function setProblems(texts: readonly ReadingText[], schoolClass: number): Found[] {
  const found: Found[] = [];
  const say = (message: string, at?: string) => found.push({ rule: 'paralelo', message, ...(at ? { at } : {}) });
  if (texts.length < TEXTS_PER_CLASS) say(`há ${texts.length} textos; são precisos ${TEXTS_PER_CLASS}`);
  const target = WORDS_OF_CLASS[schoolClass] ?? 0;
  for (const [name, set] of Map.groupBy(texts, ({ parallelSet }) => parallelSet)) {
    const measured = set.map((one) => ({ id: one.id, ...measuresOf(one.text) }));
    const words = meanOf(measured.map((one) => one.words));
    const letters = meanOf(measured.map((one) => one.letters));
    const sentence = meanOf(measured.map((one) => one.sentence));
    if (Math.abs(words - target) > target * LENGTH)
      say(`os textos da série ${name} têm em média ${decimal(words)} palavras; são ${target}, mais ou menos 5 %`);
    for (const one of measured) {
      if (Math.abs(one.words - words) > words * LENGTH)
        say(`tem ${one.words} palavras; a média da série é ${decimal(words)}, mais ou menos 5 %`, one.id);
      if (Math.abs(one.letters - letters) > LETTERS)
        say(`tem ${decimal(one.letters)} letras por palavra; a média da série é ${decimal(letters)}`, one.id);
      if (Math.abs(one.sentence - sentence) > SENTENCE)
        say(`tem ${decimal(one.sentence)} palavras por frase; a média da série é ${decimal(sentence)}`, one.id);
    }
  }
  return found;
}

/** Checks one text: names, what the 1.ª classe can read, and its questions. `kinds` is how many literal and inferential questions it has. */
export function textProblems(
  { text, questions }: ReadingText,
  schoolClass: number,
  kinds: { literal: number; inferential: number },
): Found[] {
  const found: Found[] = [];
  const { names } = measuresOf(text);
  if (names.length > MAX_NAMES)
    found.push({
      rule: 'nomes',
      message: `tem ${names.length} nomes próprios (${names.join(', ')}); o máximo são ${MAX_NAMES}`,
    });
  if (schoolClass === 1) found.push(...untaughtProblems(text));
  for (const kind of ['literal', 'inferential'] as const) {
    const count = questions.filter((question) => question.kind === kind).length;
    const name = kind === 'literal' ? 'literais' : 'de inferência';
    if (count !== kinds[kind])
      found.push({ rule: 'perguntas', message: `tem ${count} perguntas ${name} em vez de ${kinds[kind]}` });
  }
  for (const [index, question] of questions.entries()) {
    found.push(...questionProblems(question, text));
    const before = questions[index - 1];
    if (before && before.place > question.place)
      found.push({ rule: 'lugar', message: 'a pergunta anterior depende de palavras mais adiante', at: question.id });
  }
  for (const id of repeated(questions.map((question) => question.id)))
    found.push({ rule: 'chave', message: `a pergunta ${id} está repetida` });
  return found;
}

function untaughtProblems(text: string): Found[] {
  const words = wordsOf(text).map(bareWord);
  const hard = words.filter(hasUntaught);
  if (hard.length <= words.length * UNTAUGHT_SHARE) return [];
  const message = `${hard.length} das ${words.length} palavras têm letras que a 1.ª classe não deu (${[...new Set(hard)].join(', ')}); o máximo é uma em dez`;
  return [{ rule: 'silabas', message }];
}

const PLAIN = (word: string) => bareWord(word).toLowerCase();

/** Returns the index in a text of the last word of a quotation from it, of its first occurrence; −1 when it is not in the text. */
export function placeOf(quote: string, text: string): number {
  const words = wordsOf(text).map(PLAIN);
  const wanted = wordsOf(quote).map(PLAIN);
  for (let start = 0; start + wanted.length <= words.length; start += 1)
    if (wanted.length > 0 && wanted.every((word, index) => word === words[start + index]))
      return start + wanted.length - 1;
  return -1;
}

/** Words that carry no content of their own, at three letters or more. */
const SMALL_WORDS = new Set(
  `para por com sem dos das nos nas aos uma uns que não mas foi era ele ela eles elas seu sua seus suas este esta esse essa
  isso isto porque quando como muito mais estava tinha dele dela sobre até depois antes lhe tudo todos todas havia ser ter disse diz`.split(
    /\s+/,
  ),
);
const contentWords = (text: string) =>
  wordsOf(text)
    .map(PLAIN)
    .filter((word) => word.length > 2 && !SMALL_WORDS.has(word));

function questionProblems({ id, kind, text: asked, model, quote, place }: ReadingQuestion, text: string): Found[] {
  const found: Found[] = [];
  const say = (rule: Rule, message: string) => found.push({ rule, message, at: id });
  const words = wordsOf(text).map(PLAIN);
  if (!asked.endsWith('?')) say('perguntas', 'a pergunta não acaba em «?»');
  if (!/[.!?]$/.test(model)) say('perguntas', 'a resposta modelo não é uma frase');
  const real = placeOf(quote, text);
  if (real === -1) say('lugar', `«${quote}» não está no texto`);
  else if (place >= words.length) say('lugar', `place é ${place}; a última palavra do texto é ${words.length - 1}`);
  else if (place !== real) say('lugar', `place é ${place}, mas «${quote}» acaba em ${real}`);
  if (kind === 'literal' && real !== -1) {
    const quoted = new Set(contentWords(quote));
    const answer = contentWords(model);
    if (!answer.some((word) => quoted.has(word)))
      say('lugar', 'a resposta modelo de uma pergunta literal não repete nenhuma palavra da citação');
    for (const word of answer) {
      const first = words.indexOf(word);
      if (first > place) say('lugar', `a resposta precisa de «${word}», que só vem depois de place (${first})`);
    }
  }
  return found;
}

/** Number of words of a first text, from and to. */
const FIRST = [30, 40] as const;
const LISTENING = { from: 45, to: 55, questions: 3 } as const;

/** Checks the length and the questions of a first text; it is of the 1.ª classe. */
export function firstProblems(text: ReadingText): Found[] {
  const { words } = measuresOf(text.text);
  const short: Found[] =
    words < FIRST[0] || words > FIRST[1]
      ? [{ rule: 'paralelo', message: `tem ${words} palavras; são de ${FIRST[0]} a ${FIRST[1]}` }]
      : [];
  return [...short, ...textProblems(text, 1, { literal: 2, inferential: 1 })];
}

export function listeningProblems({ text, questions }: ListeningText): Found[] {
  const found: Found[] = [];
  const { words, names } = measuresOf(text);
  if (words < LISTENING.from || words > LISTENING.to)
    found.push({ rule: 'paralelo', message: `tem ${words} palavras; são de ${LISTENING.from} a ${LISTENING.to}` });
  if (names.length > MAX_NAMES) found.push({ rule: 'nomes', message: `tem ${names.length} nomes próprios` });
  if (questions.length !== LISTENING.questions)
    found.push({
      rule: 'perguntas',
      message: `tem ${questions.length} perguntas em vez de ${LISTENING.questions}`,
    });
  for (const { id, text: asked, model } of questions)
    if (!asked.endsWith('?') || !/[.!?]$/.test(model))
      found.push({ rule: 'perguntas', message: 'a pergunta acaba em «?» e a resposta é uma frase', at: id });
  for (const id of repeated(questions.map((question) => question.id)))
    found.push({ rule: 'chave', message: `a pergunta ${id} está repetida` });
  return found;
}

/** Longest sentence, in words, that a class reads; longer ones are for the ear only. */
const LONGEST_SENTENCE = [0, 12, 15, 20, 22, 25, 30] as const;

export function sentenceProblems(text: string, schoolClass: number): Found[] {
  const most = LONGEST_SENTENCE[schoolClass] ?? 0;
  return sentencesOf(text)
    .filter((sentence) => sentence.length > most)
    .map((sentence) => ({
      rule: 'frase',
      message: `a frase «${sentence.slice(0, 4).join(' ')} …» tem ${sentence.length} palavras; o máximo são ${most}`,
    }));
}

/** Checks a recording of the ear's training against the text that it reads. */
export function earProblems({ read }: EarRecording, text: string | undefined): Found[] {
  const found: Found[] = [];
  const say = (message: string) => found.push({ rule: 'ouvido', message });
  if (text === undefined) {
    say('o texto que a gravação lê não existe');
    return found;
  }
  const words = wordsOf(text).map(PLAIN);
  for (const [place, { index, outcome, spoken, pause = 0 }] of read.entries()) {
    const word = words[index];
    if (word === undefined) say(`a palavra ${index} não existe; a última é ${words.length - 1}`);
    if (place > 0 && (read[place - 1]?.index ?? 0) >= index) say(`a palavra ${index} está fora de ordem ou repetida`);
    const ends = PLAIN(wordsOf(spoken).at(-1) ?? '') === word;
    const said = PLAIN(spoken) === word;
    if (outcome === 'wrong' && said && pause < 3)
      say(`a palavra ${index} («${word}») é dita bem, mas conta como errada`);
    if (outcome === 'selfCorrected' && (!ends || said))
      say(`a palavra ${index} («${word}») corrige-se: o que se ouve acaba na palavra certa`);
  }
  for (const outcome of ['wrong', 'selfCorrected'] as const)
    if (!read.some((one) => one.outcome === outcome))
      say(`não há nenhuma palavra ${outcome === 'wrong' ? 'errada' : 'corrigida por quem lê'}`);
  return found;
}

export function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}
