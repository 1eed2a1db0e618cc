import { describe, expect, test } from 'vitest';
import { writingContent } from '../../src/server/skills-content.ts';
import type {
  Dictation,
  Ruler,
  SignsFile,
  WritingClassFile,
  WritingPrompt,
} from '../../src/shared/skills/writing-content.ts';
import type { Found } from './reading-texts.rules.ts';
import { dictationProblems, promptProblems, rulerProblems, signProblems } from './writing-texts.rules.ts';

// Each case takes the content of the repository, in which a rule finds nothing, and breaks it in one place.

const { classes, signs } = writingContent();
const ofClass = (number: 1 | 2 | 3 | 4 | 5 | 6) => structuredClone(classes.get(`${number}º Ano`)) as WritingClassFile;
const said = (found: readonly Found[]) => found.map(({ message }) => message).join('\n');

describe('dictations', () => {
  test('of the repository are right', () => {
    expect(classes.size).toBe(6);
    for (const [schoolClass, { dictations }] of classes)
      for (const dictation of dictations)
        expect(said(dictationProblems(dictation, Number(schoolClass[0]))), dictation.id).toBe('');
  });

  const CASES: [title: string, schoolClass: 1 | 2 | 3 | 4, change: (one: Dictation) => unknown, message: string][] = [
    ['a word less', 1, ({ words }) => words.pop(), 'tem 9 palavras soltas em vez de 10'],
    ['single words in the 3.ª classe', 3, ({ words }) => words.push('casa'), 'tem 1 palavras soltas em vez de 0'],
    ['a word twice', 1, ({ words }) => (words[9] = words[0] as string), 'está repetida'],
    ['a word beyond the class', 1, ({ words }) => (words[5] = 'carro'), '«carro» tem letras que a 1.ª classe'],
    ['a sentence in the 1.ª classe', 1, ({ groups }) => groups.push('O pato nada bem.'), 'têm 4 palavras em vez de 0'],
    ['a long sentence in the 2.ª', 2, ({ groups }) => groups.push('e foi comer capim.'), 'palavras em vez de 10'],
    ['too few words', 3, ({ groups }) => groups.pop(), 'as frases têm 26 palavras em vez de 30'],
    ['a group of two', 3, ({ groups }) => (groups[0] = 'A girafa'), 'o grupo «A girafa» tem 2 palavras; são de 3 a 5'],
    ['a group of six', 3, ({ groups }) => (groups[0] = 'A girafa do circo fugiu hoje'), 'tem 6 palavras; são de 3 a 5'],
    ['no end', 3, ({ groups }) => (groups[7] = 'e fechou as cortinas'), 'a última frase não acaba com um ponto'],
    ['a rule with one word', 3, ({ rules }) => rules[0]?.words.splice(1), 'a regra g-j tem 1 palavras; são precisas 2'],
    ['a rule twice', 3, ({ rules }) => rules.push(...rules), 'a regra g-j está repetida'],
    [
      'a word that is not dictated',
      3,
      ({ rules }) => rules[0]?.words.push('gelo'),
      '«gelo», da regra g-j, não está no ditado',
    ],
    [
      'a word of another rule',
      3,
      ({ rules }) => rules[0]?.words.push('padre'),
      '«padre» não serve para treinar a regra g-j',
    ],
    [
      'a small letter for capitals',
      3,
      ({ rules }) => rules.push({ kind: 'capital', words: ['girafa', 'circo'] }),
      '«girafa» não serve para treinar a regra capital',
    ],
    [
      'a spelling that counts by rule',
      4,
      ({ also }) => also.push({ word: 'actriz', spelling: 'atriz' }),
      '«atriz» já conta como grafia de 1990',
    ],
    [
      'a spelling of what is not dictated',
      4,
      ({ also }) => also.push({ word: 'acção', spelling: 'ação' }),
      '«acção», de also, não está',
    ],
  ];
  test.each(CASES)('report %s', (_, schoolClass, change, message) => {
    const { dictations } = ofClass(schoolClass);
    const dictation = (
      schoolClass === 4 ? dictations.find(({ id }) => id === 'd4-actriz') : dictations[0]
    ) as Dictation;
    change(dictation);
    expect(said(dictationProblems(dictation, schoolClass))).toContain(message);
  });
});

describe('prompts and rulers', () => {
  test('of the repository are right', () => {
    for (const [schoolClass, { prompts, rulers }] of classes) {
      expect(said(promptProblems(prompts, rulers, Number(schoolClass[0])))).toBe('');
      for (const ruler of rulers) expect(said(rulerProblems(ruler, Number(schoolClass[0]))), ruler.id).toBe('');
    }
    expect(said(signProblems({ signs: [...signs] }))).toBe('');
  });

  type Lists = { prompts: [WritingPrompt, ...WritingPrompt[]]; rulers: [Ruler, ...Ruler[]] };
  const OF_CLASS: [title: string, change: (lists: Lists) => unknown, message: string][] = [
    ['too few prompts', ({ prompts }) => prompts.shift(), 'há 2 propostas para contar; são precisas 3'],
    ['a kind without ruler', ({ rulers }) => rulers.pop(), 'há 0 réguas para informar em vez de 1'],
    ['two rulers of a kind', ({ rulers }) => rulers.push(rulers[0]), 'há 2 réguas para contar em vez de 1'],
    ['a prompt without end', ({ prompts }) => (prompts[0].task = 'Conta'), 'a proposta não acaba com um ponto'],
    ['a ruler without prompt', ({ rulers }) => (rulers[0].prompt = 'nada'), 'a proposta nada não existe'],
    ['a ruler of another kind', ({ rulers }) => (rulers[0].kind = 'informar'), 'a proposta t3-porta é para contar'],
  ];
  test.each(OF_CLASS)('report %s', (_, change, message) => {
    const { prompts, rulers } = ofClass(3) as WritingClassFile & Lists;
    change({ prompts, rulers });
    expect(said(promptProblems(prompts, rulers, 3))).toContain(message);
  });
  test('the 1.ª and 2.ª classe tell stories only', () => {
    const { prompts, rulers } = ofClass(3);
    expect(said(promptProblems(prompts, rulers, 2))).toContain('a classe não escreve textos para informar');
  });

  type Anchors = [Ruler['anchors'][number], ...Ruler['anchors']];
  const OF_RULER: [title: string, change: (anchors: Anchors) => unknown, message: string][] = [
    ['a level less', (anchors) => anchors.shift(), 'os níveis são 2, 3, 4, 5 em vez de 1 a 5, por ordem'],
    ['levels out of order', (anchors) => anchors.reverse(), 'os níveis são 5, 4, 3, 2, 1'],
    ['an endless text', ([first]) => (first.text = 'um '.repeat(181)), 'tem 181 palavras; o máximo são 180'],
    [
      'a good text without capital',
      (anchors) => Object.assign(anchors[4] ?? {}, { text: 'um dia.' }),
      'não começa com maiúscula',
    ],
    [
      'a good text without end',
      (anchors) => Object.assign(anchors[3] ?? {}, { text: 'Um dia' }),
      'não acaba com um ponto',
    ],
    ['a reason that is no sentence', ([first]) => (first.reason = 'mau'), 'a razão do nível 1 não é uma frase'],
    [
      'a best text that is short',
      (anchors) => Object.assign(anchors[4] ?? {}, { text: 'Um dia.' }),
      'tem 2 palavras; são precisas 80',
    ],
    ['a first text that is longer', ([first]) => (first.text = 'um '.repeat(150)), 'o texto do nível 1 é maior'],
  ];
  test.each(OF_RULER)('report %s', (_, change, message) => {
    const [ruler] = ofClass(3).rulers as [Ruler];
    change(ruler.anchors as Anchors);
    expect(said(rulerProblems(ruler, 3))).toContain(message);
  });

  test('there are six signs, each with what to do', () => {
    const file = structuredClone({ signs }) as SignsFile;
    (file.signs[0] as SignsFile['signs'][number]).help = 'sem ponto';
    file.signs.pop();
    expect(said(signProblems(file))).toBe('há 5 sinais em vez de 6\n«sem ponto» não é uma frase');
  });
});
