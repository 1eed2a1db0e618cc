import { describe, expect, test } from 'vitest';
import {
  alternativeProblems,
  hasNegative,
  isGivenOrder,
  letterSpread,
  likeness,
  longestRightShare,
  passageProblems,
  patternOf,
  refersElsewhere,
  senseOf,
  statementProblems,
  wordCount,
  wordsOf,
} from './content.rules.ts';
import { brazilianSpellings } from './spelling.rules.ts';
import { texProblems } from './tex.rules.ts';

const words = (count: number) => Array.from({ length: count }, () => 'manga').join(' ');

describe('shares over a file', () => {
  test('letters are counted from A to D, including those that no question has', () => {
    const question = (right: number) => ({ alternatives: ['A) 1', 'B) 2', 'C) 3', 'D) 4'], right });
    expect(letterSpread([question(0), question(2), question(2)])).toEqual({ A: 1, B: 0, C: 2, D: 0 });
  });

  test.each([
    [['A) manga', 'B) uva', 'C) figo'], 0, 1],
    [['A) manga', 'B) limão', 'C) figo'], 0, 0],
    [['A) uva', 'B) manga'], 0, 0],
    [['A) $\\frac{1}{2}$', 'B) 3/4'], 0, 0],
    [['A) $1\\,000$', 'B) 999'], 0, 1],
  ])('the share of %j with right alternative %i, being the longest, is %i', (alternatives, right, share) => {
    expect(longestRightShare([{ alternatives, right }])).toBe(share);
  });

  test('without questions the share is zero', () => expect(longestRightShare([])).toBe(0));
});

describe('alternatives', () => {
  const good = ['A) avó', 'B) avô', 'C) tia', 'D) tio'];

  test('four different ones in order are accepted', () => {
    expect(alternativeProblems(good, true)).toEqual([]);
    expect(alternativeProblems(['A) 1/2', 'B) $\\frac{1}{3}$', 'C) −2', 'D) 2'], false)).toEqual([]);
  });

  test.each([
    [['A) 1', 'B) 2', 'C) 3'], true, 'tem 3 alternativas em vez de 4'],
    [['A) 1', 'B) 2', 'C) 3', 'E) 4'], true, 'a 4.ª alternativa deve começar por «D) »'],
    [['A) 1', 'B)2', 'C) 3', 'D) 4'], true, 'a 2.ª alternativa deve começar por «B) »'],
    [['A) 1', 'B) 2', 'C) 2', 'D) 4'], true, 'as alternativas B e C são iguais'],
    [['A) 1 000', 'B) 2', 'C) $1\\,000$', 'D) 4'], true, 'as alternativas A e C são iguais'],
    [['A) 1/2', 'B) 2', 'C) $\\frac{1}{2}$', 'D) 4'], true, 'as alternativas A e C são iguais'],
    [['A) A chuva.', 'B) a  chuva', 'C) sol', 'D) mar'], false, 'as alternativas A e B são iguais'],
    [good, false, 'as alternativas A e B são iguais'],
    [['A) 1', 'B) 2', 'C) 3', 'D) Todas as anteriores'], true, 'remete para as outras'],
    [['A) 1', 'B) 2', 'C) 3', 'D) Nenhuma das anteriores'], true, 'remete para as outras'],
    [['A) 1', 'B) 2', 'C) 3', 'D) None of the above'], true, 'remete para as outras'],
  ])('%j, spelling matters %s: refused', (alternatives, spellingMatters, message) => {
    const problems = alternativeProblems(alternatives, spellingMatters);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(message);
  });
});

describe('patterns', () => {
  test.each([
    ['A Weza comprou 3 mangas por 150 Kz.', 'O Kiala comprou 12 mangas por 1 500 Kz.'],
    ['A Weza comprou três mangas.', 'O Paulo comprou nove mangas.'],
    ['Quanto é $\\frac{1}{2} + \\frac{1}{3}$?', 'Quanto é 5?'],
    ['Qual é o feminino de «boi»?', 'Qual é o feminino de «leão»?'],
    ['Calcula 23 + 14.', 'Calcula 458 + 267.'],
    ['Completa a sequência: 2, 4, 6, …', 'Completa a sequência: 10, 15, 20, 25, …'],
    ['Onde fica a cidade do Lubango?', 'Onde fica a cidade de Menongue?'],
    ['Weza foi à praça.', 'Kiala foi à praça.'],
    ['QUAL é a ÁREA do quadrado de lado 3 cm?', 'Qual é a área do quadrado de lado 12 cm?'],
  ])('statements with one pattern: %s / %s', (one, other) => {
    expect(patternOf(one)).toBe(patternOf(other));
  });

  test.each([
    ['Calcula 23 + 14.', 'Calcula 23 − 14.'],
    ['A Weza comprou 3 mangas.', 'A Weza vendeu 3 mangas.'],
    ['Qual é o feminino de «boi»?', 'Qual é o plural de «boi»?'],
    ['Completa: «O galo canta de manhã cedo.»', 'Completa: «A chuva caiu toda a noite.»'],
    ['Mangas ou uvas?', 'Laranjas ou uvas?'],
  ])('statements with two patterns: %s / %s', (one, other) => {
    expect(patternOf(one)).not.toBe(patternOf(other));
  });

  test.each([
    ['Que órgão bombeia o sangue?', 'Que orgao  bombeia o sangue ?', true],
    ['Quanto é 1 000 + 5?', 'Quanto é $1\\,000 + 5$?', true],
    ['Quanto é 5 + 3?', 'Quanto é 5 − 3?', false],
    ['Quanto é 5 + 3?', 'Quanto é 5 + 4?', false],
  ])('%s / %s are alike: %s', (one, other, same) => {
    expect(senseOf(one) === senseOf(other)).toBe(same);
  });

  test('likeness compares words, and short statements are never alike', () => {
    const alike = (one: string, other: string) => likeness(wordsOf(one), wordsOf(other));
    expect(
      alike('Que órgão bombeia o sangue para todo o corpo?', 'Que órgão bombeia o sangue para todo o nosso corpo?'),
    ).toBeGreaterThan(0.85);
    expect(alike('Quem foi o rei?', 'Quem foi o rei?')).toBe(0);
    expect(alike('Que rio passa junto da cidade de Luanda?', 'Quantas pernas tem uma galinha adulta e saudável?')).toBe(
      0,
    );
  });
});

describe('lengths', () => {
  test.each([
    ['O Paulo tem 1 500 Kz.', 5],
    ['Quanto é $\\frac{1}{2} + 3$ litros?', 4],
    ['Completa: O gato ___ no telhado — hoje.', 6],
    ['', 0],
  ])('"%s" has %i words', (text, count) => {
    expect(wordCount(text)).toBe(count);
  });

  test.each([
    [15, 1, 0],
    [16, 2, 1],
    [30, 3, 0],
    [31, 4, 1],
    [50, 5, 0],
    [51, 6, 1],
  ])('a statement of %i words in class %i: %i problems', (count, schoolClass, problems) => {
    expect(statementProblems(words(count), schoolClass)).toHaveLength(problems);
  });

  test.each([
    [14, 1, 1],
    [15, 1, 0],
    [60, 2, 0],
    [61, 2, 1],
    [59, 3, 1],
    [60, 3, 0],
    [300, 6, 0],
    [301, 6, 1],
  ])('a text of %i words in class %i: %i problems', (count, schoolClass, problems) => {
    expect(passageProblems(words(count), schoolClass)).toHaveLength(problems);
  });

  test.each([
    ['Qual destes não é um animal?', true],
    ['Qual nunca voa?', true],
    ['Que palavra é «não»?', false],
    ['Quantas mãos tens?', false],
  ])('"%s" has a negative: %s', (statement, negative) => {
    expect(hasNegative(statement)).toBe(negative);
  });
});

describe('spelling', () => {
  test.each([
    ['A ação do sol', 'acção'],
    ['Um objetivo', 'objectivo'],
    ['AÇÃO', 'acção'],
    ['É ótimo.', 'óptimo'],
    ['Você vai?', 'tu'],
    ['Foi de ônibus', 'autocarro'],
    ['o trem', 'comboio'],
    ['pegou o celular', 'telemóvel'],
    ['uma xícara', 'chávena'],
    ['Em abril chove.', 'Abril'],
    ['De fato, chove.', 'facto'],
    ['café da manhã', 'pequeno-almoço'],
    ['um suco de manga', 'sumo'],
    ['Ela está comendo.', 'está a + infinitivo'],
    ['cinqüenta', 'u'],
    ['Que time ganhou?', 'equipa'],
    ['dez quilômetros', 'quilómetros'],
    ['O rio Kwanza', 'Cuanza'],
    ['no Kwanza Sul', 'Cuanza'],
    ['Foi a Kuito.', 'Cuito'],
  ])('"%s" is not the spelling of Angola: %s', (text, write) => {
    expect(brazilianSpellings(text).map((misspelling) => misspelling.write)).toEqual([write]);
  });

  test.each([
    'A actividade tem um objectivo exacto, de facto.',
    'Vestiu um fato de banho.',
    'A respiração celular',
    'Um kwanza é a moeda; o rio Cuanza nasce no Bié.',
    'Em Abril e em ABRIL',
    'Foi bebê-la ao rio.',
    'O suco gástrico digere.',
    'Está quando quer; está lindo.',
    'A estação, a lição, a produção e a relação.',
    'Quanto é $3 \\times 4$? São 3 times: $\\times$'.replace('times:', 'equipas:'),
  ])('"%s" is accepted', (text) => {
    expect(brazilianSpellings(text)).toEqual([]);
  });

  test('"time" is reported as an English word', () => {
    expect(brazilianSpellings('What time is it?', true)).toEqual([]);
    expect(brazilianSpellings('Qual é a ação?', true)).toHaveLength(1);
  });
});

describe('formulas', () => {
  test.each([
    'Sem fórmulas, 5 \\$ no bolso.',
    '$\\frac{3}{8} + 2{,}5 \\times 4 \\div 2$',
    '$1\\,000 \\le x^2 \\ne \\sqrt{16}$',
    '$2\\frac{1}{2} > \\frac{2^{3}}{5}$',
    '$25\\%$ de 8',
  ])('%s is accepted', (text) => {
    expect(texProblems(text)).toEqual([]);
  });

  test.each([
    ['custa 5$', 'cifrão sem par'],
    ['$a$ e $b', 'cifrão sem par'],
    ['é \\frac{1}{2}', 'fora de uma fórmula'],
    ['$ $', 'fórmula vazia'],
    ['$\\text{oi}$', '\\text não faz parte'],
    ['$3 \\cdot 4$', '\\cdot não faz parte'],
    ['$\\href{x}{y}$', '\\href não faz parte'],
    ['$\\frac{1}{2$', 'as chavetas não fecham'],
    ['$2}{3$', 'as chavetas não fecham'],
    ['$\\frac12$', 'dois pares de chavetas'],
    ['$1 000$', 'o espaço dos milhares'],
    ['$2,5$', 'a vírgula decimal'],
    ['$25%$', 'o carácter «%»'],
    ['$a & b$', 'o carácter «&»'],
  ])('%s is refused', (text, message) => {
    expect(texProblems(text).join('; ')).toContain(message);
  });
});

describe('questions that stand alone', () => {
  test.each([
    ['Na mesma linha do tempo, o que aconteceu no ponto 3?', 'Na mesma linha'],
    ['No mesmo mapa, onde fica o Lobito?', 'No mesmo mapa'],
    ['Usa o resultado da pergunta anterior.', 'pergunta anterior'],
    ['Read the label again. What is it for?', 'Read the label again'],
    ['Que palavras são da mesma família?', undefined],
    ['Duas aves pousam no mesmo ramo. Quantas são?', undefined],
    ['Read the text. Who is ready?', undefined],
  ])('«%s» refers elsewhere by: %s', (statement, words) => expect(refersElsewhere(statement)).toBe(words));

  test.each([
    [['1, 2, 3, 4', '2, 1, 3, 4', '4, 3, 2, 1'], 0, true],
    [['2, 3, 4, 1', '1, 2, 3, 4', '4, 3, 2, 1'], 0, false],
    // A choice of three drawings is no order.
    [['1, 2 e 3', '1, 2 e 4', '2, 3 e 4'], 0, false],
    [['12', '13', '14'], 0, false],
  ])('of %j the right one, %i, is the given order: %s', (options, right, isGiven) =>
    expect(isGivenOrder(options, right)).toBe(isGiven),
  );
});
