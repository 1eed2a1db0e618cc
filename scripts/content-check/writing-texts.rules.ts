import { reformedSpellings } from '../../src/shared/skills/spelling-1990.ts';
import { bareWord, wordsOf } from '../../src/shared/skills/text-words.ts';
import type { Dictation, Ruler, SignsFile, WritingPrompt } from '../../src/shared/skills/writing-content.ts';
import type { SpellingKind } from '../../src/shared/skills/writing-words.ts';
import { type Found, hasUntaught, repeated } from './reading-texts.rules.ts';

// The rules of content/README.md for dictations, prompts and rulers. Each function returns the problems of one part of a file.

export const DICTATIONS_PER_CLASS = 4;
const PROMPTS_PER_KIND = 3;
const LEVELS = 5;
/** Single words of a dictation, and words in its sentences, in each class. */
const SINGLE_WORDS = [0, 10, 10, 0, 0, 0, 0] as const;
const SENTENCE_WORDS = [0, 0, 10, 30, 45, 60, 75] as const;
const LENGTH = 0.05;
/** In the 2.ª classe the sentence is short: a word more or less. */
const SLACK = 1;
const GROUP = { from: 3, to: 5 } as const;
const WORDS_PER_RULE = 2;
/** Kinds of text of each class: the 1.ª and 2.ª tell stories only. */
const KINDS = (schoolClass: number) => (schoolClass <= 2 ? (['contar'] as const) : (['contar', 'informar'] as const));
/** Words from which the anchor of the highest level begins in each class, and longest text of an anchor. */
const BEST_ANCHOR = [0, 25, 50, 80, 100, 120, 140] as const;
const LONGEST_ANCHOR = 180;
const SIGNS = 6;

const HOMOPHONES =
  /^(há|à|às|mas|mais|trás|traz|cozer|coser|conselho|concelho|concerto|conserto|sela|cela|passo|paço|vós|voz|nós|noz|sinto|cinto|cem|sem|houve|ouve|caça|cassa|acento|assento|cumprimento|comprimento)$/;
/** What a word must contain so that it practises a kind. */
const PRACTISES: Readonly<Record<SpellingKind, RegExp>> = {
  accent: /[áàâéêíóôõãú]/,
  's-z-c': /[szç]|c[eiéêí]/,
  's-ss': /ss|[aeiouáéíóúã]s[aeiouáéíóúã]/,
  'ch-x': /ch|x/,
  'g-j': /g[eiéêí]|j/,
  'r-rr': /rr|[aeiouáéíóúã]r[aeiouáéíóúã]/,
  'qu-gu': /[qg]u/,
  'nh-lh': /nh|lh/,
  'm-p-b': /m[pb]/,
  'am-ao': /(am|ão)$/,
  vowel: /[eo]s?$|^[eio]/,
  'silent-consonant': /[cp][tcç]/,
  together: /[ -]/,
  homophone: HOMOPHONES,
  capital: /^./,
};

const plain = (word: string) => bareWord(word).toLowerCase();

/** Returns all words of a dictation as they are read, without punctuation. */
const wordsOfDictation = ({ words, groups }: Dictation): string[] =>
  [...words, ...groups.flatMap((group) => wordsOf(group))].map(bareWord);

export function dictationProblems(dictation: Dictation, schoolClass: number): Found[] {
  const { words, groups, rules, also } = dictation;
  const found: Found[] = [];
  const say = (message: string) => found.push({ rule: 'ditado', message });
  const single = SINGLE_WORDS[schoolClass] ?? 0;
  const wanted = SENTENCE_WORDS[schoolClass] ?? 0;
  if (words.length !== single) say(`tem ${words.length} palavras soltas em vez de ${single}`);
  const count = groups.reduce((sum, group) => sum + wordsOf(group).length, 0);
  if (Math.abs(count - wanted) > Math.max(wanted * LENGTH, schoolClass === 2 ? SLACK : 0))
    say(`as frases têm ${count} palavras em vez de ${wanted}, mais ou menos 5 %`);
  for (const group of groups) {
    const size = wordsOf(group).length;
    if (size < GROUP.from || size > GROUP.to)
      say(`o grupo «${group}» tem ${size} palavras; são de ${GROUP.from} a ${GROUP.to}`);
  }
  if (groups.length > 0 && !/[.!?]»?$/.test(groups.at(-1) ?? '')) say('a última frase não acaba com um ponto');
  for (const word of repeated(words)) say(`a palavra «${word}» está repetida`);
  if (schoolClass === 1)
    for (const word of words.filter(hasUntaught)) say(`«${word}» tem letras que a 1.ª classe ainda não deu`);
  found.push(...ruleProblems(dictation), ...alsoProblems(wordsOfDictation(dictation), also));
  for (const { kind } of rules)
    if (rules.filter((rule) => rule.kind === kind).length > 1) say(`a regra ${kind} está repetida`);
  return found;
}

function ruleProblems(dictation: Dictation): Found[] {
  const found: Found[] = [];
  const say = (message: string) => found.push({ rule: 'ditado', message });
  const text = ` ${wordsOfDictation(dictation).join(' ')} `;
  for (const { kind, words } of dictation.rules) {
    if (words.length < WORDS_PER_RULE)
      say(`a regra ${kind} tem ${words.length} palavras; são precisas ${WORDS_PER_RULE}`);
    for (const word of words) {
      if (!text.includes(` ${word} `)) say(`«${word}», da regra ${kind}, não está no ditado`);
      const fits = PRACTISES[kind].test(plain(word)) && (kind !== 'capital' || /^\p{Lu}/u.test(word));
      if (!fits) say(`«${word}» não serve para treinar a regra ${kind}`);
    }
  }
  return found;
}

function alsoProblems(words: readonly string[], also: Dictation['also']): Found[] {
  const found: Found[] = [];
  const say = (message: string) => found.push({ rule: 'ditado', message });
  for (const { word, spelling } of also) {
    if (!words.includes(word)) say(`«${word}», de also, não está no ditado`);
    if (reformedSpellings(word.toLowerCase()).includes(spelling)) say(`«${spelling}» já conta como grafia de 1990`);
  }
  return found;
}

/** Checks that a class has prompts and one ruler for each kind of text. */
export function promptProblems(
  prompts: readonly WritingPrompt[],
  rulers: readonly Ruler[],
  schoolClass: number,
): Found[] {
  const found: Found[] = [];
  const say = (message: string, at?: string) => found.push({ rule: 'regua', message, ...(at ? { at } : {}) });
  const kinds: readonly string[] = KINDS(schoolClass);
  for (const kind of kinds) {
    const count = prompts.filter((prompt) => prompt.kind === kind).length;
    if (count < PROMPTS_PER_KIND) say(`há ${count} propostas para ${kind}; são precisas ${PROMPTS_PER_KIND}`);
    const measures = rulers.filter((ruler) => ruler.kind === kind).length;
    if (measures !== 1) say(`há ${measures} réguas para ${kind} em vez de 1`);
  }
  for (const { id, kind, task } of prompts) {
    if (!kinds.includes(kind)) say(`a classe não escreve textos para ${kind}`, id);
    if (!/[.!?]$/.test(task)) say('a proposta não acaba com um ponto', id);
  }
  for (const { id, kind, prompt } of rulers) {
    const of = prompts.find((one) => one.id === prompt);
    if (!of) say(`a proposta ${prompt} não existe`, id);
    else if (of.kind !== kind) say(`a proposta ${prompt} é para ${of.kind}`, id);
  }
  return found;
}

/** Checks the anchors of a ruler: one for each level, longer at the top than at the bottom, each with its reason. */
export function rulerProblems({ anchors }: Ruler, schoolClass: number): Found[] {
  const found: Found[] = [];
  const say = (message: string) => found.push({ rule: 'regua', message });
  const levels = anchors.map(({ level }) => level).join(', ');
  if (levels !== Array.from({ length: LEVELS }, (_, index) => index + 1).join(', '))
    say(`os níveis são ${levels} em vez de 1 a ${LEVELS}, por ordem`);
  const sizes = anchors.map(({ text }) => wordsOf(text).length);
  for (const [index, { level, text, reason }] of anchors.entries()) {
    const size = sizes[index] ?? 0;
    if (size > LONGEST_ANCHOR) say(`o texto do nível ${level} tem ${size} palavras; o máximo são ${LONGEST_ANCHOR}`);
    if (level >= LEVELS - 1 && !(/^\P{L}*\p{Lu}/u.test(text) && /[.!?…]»?\s*$/.test(text)))
      say(`o texto do nível ${level} não começa com maiúscula ou não acaba com um ponto`);
    if (!/^\p{Lu}.*\.$/u.test(reason)) say(`a razão do nível ${level} não é uma frase`);
  }
  const least = BEST_ANCHOR[schoolClass] ?? 0;
  if ((sizes.at(-1) ?? 0) < least)
    say(`o texto do nível mais alto tem ${sizes.at(-1)} palavras; são precisas ${least}`);
  if ((sizes[0] ?? 0) >= (sizes.at(-1) ?? 0)) say('o texto do nível 1 é maior do que o do nível 5');
  return found;
}

export function signProblems({ signs }: SignsFile): Found[] {
  const found: Found[] = [];
  if (signs.length !== SIGNS) found.push({ rule: 'regua', message: `há ${signs.length} sinais em vez de ${SIGNS}` });
  for (const { id, help, practise } of signs)
    for (const text of [help, practise])
      if (!/[.!?»]$/.test(text)) found.push({ rule: 'regua', message: `«${text}» não é uma frase`, at: id });
  return found;
}
