import { describe, expect, test } from 'vitest';
import { readingContent } from '../../src/server/skills-content.ts';
import type {
  EarRecording,
  ListeningText,
  ReadingClassFile,
  ReadingText,
} from '../../src/shared/skills/reading-content.ts';
import {
  earProblems,
  type Found,
  firstProblems,
  listeningProblems,
  listProblems,
  placeOf,
  sentenceProblems,
  setProblems,
  textProblems,
} from './reading-texts.rules.ts';

const { classes, first: firstTexts, ear } = readingContent();

// Each case takes the content of the repository, in which a rule finds nothing, and breaks it in one place.

const KINDS = { literal: 3, inferential: 2 } as const;
const classOne = () => structuredClone(classes.get('1º Ano')) as ReadingClassFile;
const said = (found: readonly Found[]) => found.map(({ message }) => message).join('\n');

describe('lists of letters and words', () => {
  const CASES: [title: string, change: (file: ReadingClassFile) => unknown, message: string][] = [
    ['a letter less', ({ letters }) => letters.pop(), 'há 39 letras em vez de 40'],
    ['a word less', ({ words }) => words.pop(), 'há 39 palavras em vez de 40'],
    ['two signs', ({ letters }) => (letters[0] = 'nh'), '«nh» não é uma letra'],
    ['letters that look alike', ({ letters }) => letters.splice(0, 2, 'I', 'l'), '«I» e «l» confundem-se'],
    [
      'small letters only',
      (file) => (file.letters = file.letters.map((letter) => letter.toLowerCase())),
      '0 das letras são maiúsculas; devem ser de 10 a 30',
    ],
    ['too many of a rare letter', ({ letters }) => letters.splice(0, 3, 'x', 'a', 'x'), 'a letra x está 2 vezes'],
    [
      'too few of a frequent one',
      (file) => (file.letters = file.letters.map((letter) => (letter === 'a' ? 'o' : letter))),
      'a letra a está',
    ],
    ['a letter twice in a row', ({ letters }) => letters.splice(0, 2, 'a', 'A'), 'a letra a está duas vezes seguidas'],
    ['a name', ({ words }) => (words[0] = 'Beto'), '«Beto» não é uma palavra só, em minúsculas'],
    ['a word twice', ({ words }) => (words[0] = words[1] as string), 'está repetida'],
    ['what the class has not learned', ({ words }) => (words[0] = 'carro'), '«carro» tem letras que a 1.ª classe'],
  ];
  test('of the repository are right', () => expect(listProblems(classOne(), 1)).toEqual([]));
  test.each(CASES)('report %s', (_, change, message) => {
    const file = classOne();
    change(file);
    expect(said(listProblems(file, 1))).toContain(message);
  });
  test('of later classes may have clusters', () => {
    const file = classOne();
    file.words[0] = 'prato';
    expect(listProblems(file, 2)).toEqual([]);
  });
});

describe('a parallel set', () => {
  const texts = () => classOne().texts as [ReadingText, ...ReadingText[]];
  const changed = (change: (text: ReadingText) => void) => {
    const list = texts();
    change(list[0]);
    return said(setProblems(list, 1));
  };
  test('of the repository is parallel', () => expect(setProblems(texts(), 1)).toEqual([]));
  test('must have six texts', () => expect(said(setProblems(texts().slice(1), 1))).toContain('há 5 textos'));
  test('must have the length of its class', () =>
    expect(said(setProblems(texts(), 2))).toContain('palavras; são 110, mais ou menos 5 %'));
  test('has texts of one length', () =>
    expect(changed((text) => (text.text += ' E foi para casa. A mãe riu. E ele também.'))).toMatch(
      /tem \d+ palavras; a média/,
    ));
  test('has words of one length', () =>
    expect(changed((text) => (text.text = text.text.replaceAll(/\b\p{Ll}{2}\b/gu, 'comprido')))).toMatch(
      /tem [\d,]+ letras por palavra; a média/,
    ));
  test('has sentences of one length', () =>
    expect(changed((text) => (text.text = text.text.replaceAll(/[.!?]\n/g, ', \n')))).toMatch(
      /palavras por frase; a média/,
    ));
  test('is measured apart from other sets', () => {
    const list = texts();
    list[0] = { ...list[0], parallelSet: 'outra', text: list[0].text.slice(0, 90) };
    expect(said(setProblems(list, 1))).toContain('os textos da série outra têm em média');
  });
});

describe('a text and its questions', () => {
  const changed = (change: (text: ReadingText) => unknown, schoolClass = 1) => {
    const text = classOne().texts[0] as ReadingText;
    change(text);
    return said(textProblems(text, schoolClass, KINDS));
  };
  const question = (text: ReadingText, index = 0) => text.questions[index] as ReadingText['questions'][number];
  test('of the repository are right', () => {
    for (const [schoolClass, { texts }] of classes)
      for (const text of texts) expect(said(textProblems(text, Number(schoolClass[0]), KINDS)), text.id).toBe('');
  });
  const CASES: [title: string, change: (text: ReadingText) => unknown, message: string][] = [
    [
      'four names',
      (text) => (text.text += ' A Ana, o Rui e a Lina riram.'),
      'tem 4 nomes próprios (Weza, Ana, Rui, Lina)',
    ],
    [
      'clusters and digraphs',
      (text) => (text.text = `${text.text} ${'carro preto '.repeat(5)}`),
      'letras que a 1.ª classe não deu',
    ],
    ['a question less', (text) => text.questions.shift(), 'tem 2 perguntas literais em vez de 3'],
    ['another kind', (text) => (question(text).kind = 'inferential'), 'tem 3 perguntas de inferência em vez de 2'],
    ['a question id twice', (text) => (question(text).id = 'q2'), 'a pergunta q2 está repetida'],
    ['no question mark', (text) => (question(text).text = 'Diz o nome.'), 'a pergunta não acaba em «?»'],
    ['a model without an end', (text) => (question(text).model = 'De palha'), 'a resposta modelo não é uma frase'],
    [
      'words that are not in the text',
      (text) => (question(text).quote = 'um chapéu de ferro'),
      '«um chapéu de ferro» não está no texto',
    ],
    ['a place beyond the text', (text) => (question(text).place = 500), 'place é 500; a última palavra do texto é '],
    [
      'a place before the answer',
      (text) => (question(text).place -= 1),
      'place é 7, mas «um chapéu de palha» acaba em 8',
    ],
    [
      'a place that is too early for the model',
      (text) => Object.assign(question(text), { model: 'Foi o chapéu com pintos.' }),
      'a resposta precisa de «pintos», que só vem depois de place (',
    ],
    [
      'a literal answer that is not said',
      (text) => (question(text).model = 'Era de ferro.'),
      'não repete nenhuma palavra da citação',
    ],
    [
      'questions out of order',
      (text) => text.questions.reverse(),
      'a pergunta anterior depende de palavras mais adiante',
    ],
  ];
  test.each(CASES)('report %s', (_, change, message) => expect(changed(change)).toContain(message));
  test('of later classes may have clusters', () =>
    expect(changed((text) => (text.text = `${text.text} ${'carro preto '.repeat(5)}`), 2)).toBe(''));
  test('a quotation is found whatever its case and punctuation', () => {
    expect(placeOf('«o rio»', 'Foi ao rio, ao lado. O rio, cheio.')).toBe(6);
    expect(placeOf('', 'Um texto.')).toBe(-1);
  });
});

describe('other texts', () => {
  test('of the repository are right', () => {
    for (const text of firstTexts) expect(said([...firstProblems(text), ...sentenceProblems(text.text, 1)])).toBe('');
    for (const { listening } of classes.values())
      for (const story of listening) expect(said(listeningProblems(story)), story.id).toBe('');
  });
  test('a first text has 30 to 40 words, two literal questions and one of inference', () => {
    const [text] = structuredClone(firstTexts) as ReadingText[] as [ReadingText];
    text.questions.pop();
    expect(said(firstProblems(text))).toContain('tem 0 perguntas de inferência em vez de 1');
    expect(said(firstProblems({ ...text, text: 'Curto.' }))).toContain('tem 1 palavras; são de 30 a 40');
  });
  test('a story for listening has about 50 words, few names and three questions', () => {
    const story = structuredClone(classOne().listening[0]) as ListeningText;
    const [asked] = story.questions as [ListeningText['questions'][number]];
    expect(said(listeningProblems({ ...story, text: 'Curta.' }))).toContain('tem 1 palavras; são de 45 a 55');
    expect(said(listeningProblems({ ...story, text: 'E a Ana, a Bia, a Cila e a Dita.' }))).toContain('4 nomes');
    expect(said(listeningProblems({ ...story, questions: [asked] }))).toContain('tem 1 perguntas em vez de 3');
    expect(said(listeningProblems({ ...story, questions: [asked, asked, asked] }))).toContain('q1 está repetida');
    expect(said(listeningProblems({ ...story, questions: [{ ...asked, text: 'Diz.' }] }))).toContain('acaba em «?»');
  });
  test('sentences are no longer than the class reads', () => {
    const text = `${'um '.repeat(13)}fim.`;
    expect(said(sentenceProblems(text, 1))).toBe('a frase «um um um um …» tem 14 palavras; o máximo são 12');
    expect(sentenceProblems(text, 2)).toEqual([]);
  });
});

describe('recordings of the ear’s training', () => {
  const changed = (change: (recording: EarRecording) => unknown) => {
    const recording = structuredClone(ear[0]) as EarRecording;
    change(recording);
    return said(earProblems(recording, recording.text));
  };
  const first = ({ read }: EarRecording) => read[0] as EarRecording['read'][number];
  test('of the repository are right', () => {
    for (const recording of ear) expect(said(earProblems(recording, recording.text)), recording.id).toBe('');
  });
  test('report a text that does not exist', () =>
    expect(said(earProblems(ear[0] as EarRecording, undefined))).toContain('não existe'));
  const CASES: [title: string, change: (recording: EarRecording) => unknown, message: string][] = [
    [
      'a word beyond the text',
      ({ read }) => Object.assign(read.at(-1) ?? {}, { index: 99 }),
      'a palavra 99 não existe',
    ],
    ['words out of order', ({ read }) => read.reverse(), 'está fora de ordem ou repetida'],
    ['an error that is read well', (one) => (first(one).spoken = 'cana'), '(«cana») é dita bem, mas conta como errada'],
    [
      'a correction to another word',
      ({ read }) => Object.assign(read[1] ?? {}, { spoken: 'bale' }),
      '(«balde») corrige-se',
    ],
    [
      'a correction without an error',
      ({ read }) => Object.assign(read[1] ?? {}, { spoken: 'balde' }),
      '(«balde») corrige-se',
    ],
    [
      'no corrections',
      (one) => (one.read = one.read.filter(({ outcome }) => outcome === 'wrong')),
      'corrigida por quem lê',
    ],
    [
      'no errors',
      (one) => (one.read = one.read.filter(({ outcome }) => outcome !== 'wrong')),
      'nenhuma palavra errada',
    ],
  ];
  test.each(CASES)('report %s', (_, change, message) => expect(changed(change)).toContain(message));
});
