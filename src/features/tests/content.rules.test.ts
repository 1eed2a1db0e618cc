import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import {
  alternativeProblems,
  brazilianSpellings,
  hasNegative,
  letterSpread,
  likeness,
  longestRightShare,
  passageProblems,
  patternOf,
  senseOf,
  statementProblems,
  svgProblems,
  texProblems,
  wordCount,
  wordsOf,
} from './content.rules.ts';

const words = (count: number) => Array.from({ length: count }, () => 'manga').join(' ');

describe('shares over a file', () => {
  test('letters are counted, A to D even when nothing has them', () => {
    const question = (right: number) => ({ alternatives: ['A) 1', 'B) 2', 'C) 3', 'D) 4'], right });
    expect(letterSpread([question(0), question(2), question(2)])).toEqual({ A: 1, B: 0, C: 2, D: 0 });
  });

  test.each([
    [['A) manga', 'B) uva', 'C) figo'], 0, 1],
    [['A) manga', 'B) limão', 'C) figo'], 0, 0],
    [['A) uva', 'B) manga'], 0, 0],
    [['A) $\\frac{1}{2}$', 'B) 3/4'], 0, 0],
    [['A) $1\\,000$', 'B) 999'], 0, 1],
  ])('%j with place %i right gives itself away: %i', (alternatives, right, share) => {
    expect(longestRightShare([{ alternatives, right }])).toBe(share);
  });

  test('no questions, no share', () => expect(longestRightShare([])).toBe(0));
});

describe('alternatives', () => {
  const good = ['A) avó', 'B) avô', 'C) tia', 'D) tio'];

  test('four in order, all different, pass', () => {
    expect(alternativeProblems(good, 'D', true)).toEqual([]);
    expect(alternativeProblems(['A) 1/2', 'B) $\\frac{1}{3}$', 'C) −2', 'D) 2'], 'A', false)).toEqual([]);
  });

  test.each([
    [['A) 1', 'B) 2', 'C) 3'], 'A', true, 'tem 3 alternativas em vez de 4'],
    [['A) 1', 'B) 2', 'C) 3', 'E) 4'], 'A', true, 'a 4.ª alternativa deve começar por «D) »'],
    [['A) 1', 'B)2', 'C) 3', 'D) 4'], 'A', true, 'a 2.ª alternativa deve começar por «B) »'],
    [['A) 1', 'B) 2', 'C) 2', 'D) 4'], 'A', true, 'as alternativas B e C são iguais'],
    [['A) 1 000', 'B) 2', 'C) $1\\,000$', 'D) 4'], 'A', true, 'as alternativas A e C são iguais'],
    [['A) 1/2', 'B) 2', 'C) $\\frac{1}{2}$', 'D) 4'], 'A', true, 'as alternativas A e C são iguais'],
    [['A) A chuva.', 'B) a  chuva', 'C) sol', 'D) mar'], 'A', false, 'as alternativas A e B são iguais'],
    [good, 'B', false, 'as alternativas A e B são iguais'],
    [good, 'E', true, 'a resposta certa E não existe'],
    [['A) 1', 'B) 2', 'C) 3', 'D) Todas as anteriores'], 'A', true, 'remete para as outras'],
    [['A) 1', 'B) 2', 'C) 3', 'D) Nenhuma das anteriores'], 'A', true, 'remete para as outras'],
    [['A) 1', 'B) 2', 'C) 3', 'D) None of the above'], 'A', true, 'remete para as outras'],
  ])('%j, %s: refused', (alternatives, right, spellingMatters, message) => {
    const problems = alternativeProblems(alternatives, right, spellingMatters);
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
  ])('one pattern: %s / %s', (one, other) => {
    expect(patternOf(one)).toBe(patternOf(other));
  });

  test.each([
    ['Calcula 23 + 14.', 'Calcula 23 − 14.'],
    ['A Weza comprou 3 mangas.', 'A Weza vendeu 3 mangas.'],
    ['Qual é o feminino de «boi»?', 'Qual é o plural de «boi»?'],
    ['Completa: «O galo canta de manhã cedo.»', 'Completa: «A chuva caiu toda a noite.»'],
    ['Mangas ou uvas?', 'Laranjas ou uvas?'],
  ])('two patterns: %s / %s', (one, other) => {
    expect(patternOf(one)).not.toBe(patternOf(other));
  });

  test.each([
    ['Que órgão bombeia o sangue?', 'Que orgao  bombeia o sangue ?', true],
    ['Quanto é 1 000 + 5?', 'Quanto é $1\\,000 + 5$?', true],
    ['Quanto é 5 + 3?', 'Quanto é 5 − 3?', false],
    ['Quanto é 5 + 3?', 'Quanto é 5 + 4?', false],
  ])('%s / %s say the same: %s', (one, other, same) => {
    expect(senseOf(one) === senseOf(other)).toBe(same);
  });

  test('likeness is of words, and short statements are never alike', () => {
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
    [40, 2, 0],
    [41, 2, 1],
    [59, 3, 1],
    [60, 3, 0],
    [120, 6, 0],
    [121, 6, 1],
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
  ])('"%s" is not Angola’s: %s', (text, write) => {
    expect(brazilianSpellings(text).map((misspelling) => misspelling.write)).toEqual([write]);
  });

  test.each([
    'A actividade tem um objectivo exacto, de facto.',
    'Vestiu um fato de banho.',
    'A respiração celular',
    'Em Abril e em ABRIL',
    'Foi bebê-la ao rio.',
    'O suco gástrico digere.',
    'Está quando quer; está lindo.',
    'A estação, a lição, a produção e a relação.',
    'Quanto é $3 \\times 4$? São 3 times: $\\times$'.replace('times:', 'equipas:'),
  ])('"%s" passes', (text) => {
    expect(brazilianSpellings(text)).toEqual([]);
  });

  test('time is an English word', () => {
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
  ])('%s passes', (text) => {
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

const drawing = (inside: string, root = 'viewBox="0 0 10 10"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inside}</svg>`;

describe('drawings', () => {
  test.each([
    drawing('<rect x="1" y="1" width="4" height="4" fill="var(--brand)" stroke="currentColor"/>'),
    drawing('<g fill="none" stroke="currentColor"><path d="M1 1q2 2 4 0z"/><circle cx="2" cy="2" r="1"/></g>'),
    drawing('<text x="1" y="1" fill="currentColor" font-size="3">A &amp; B &lt; C</text>'),
    drawing(
      '<path d="M1 1H9M2 2v3M3 3L4 4" stroke="currentColor"/><line x1="0" y1="0" x2="1" y2="1" stroke="currentColor"/>',
    ),
    `<?xml version="1.0"?>\n<!-- meio bolo -->\n${drawing("<title>Bolo</title><rect fill='none'/>")}\n`,
  ])('%s passes', (svg) => {
    expect(svgProblems(svg)).toEqual([]);
  });

  test.each([
    [drawing('<script>alert(1)</script>'), '<script> não é aceite'],
    [drawing('<style>*{}</style>'), '<style> não é aceite'],
    [drawing('<image href="x.png"/>'), '<image> não é aceite'],
    [drawing('<foreignObject></foreignObject>'), '<foreignObject> não é aceite'],
    [drawing('<a href="https://x"><rect fill="none"/></a>'), '<a> não é aceite'],
    [drawing('<use href="#x"/>'), '<use> não é aceite'],
    [drawing('<animate attributeName="x"/>'), '<animate> não é aceite'],
    [drawing('<rect fill="none" onclick="x()"/>'), 'o atributo onclick não é aceite'],
    [drawing('<rect fill="none" onload=x />'), 'mal formado'],
    [drawing('<rect fill="none" style="fill:red"/>'), 'o atributo style não é aceite'],
    [drawing('<rect fill="none" class="x"/>'), 'o atributo class não é aceite'],
    [drawing('<rect fill="none" xlink:href="x"/>'), 'o atributo xlink:href não é aceite'],
    [drawing('<rect fill="#fff"/>'), 'a cor «#fff» não é aceite em fill'],
    [drawing('<rect fill="none" stroke="red"/>'), 'a cor «red» não é aceite em stroke'],
    [drawing('<rect fill="url(#x)"/>'), 'a cor «url(#x)»'],
    [drawing('<rect fill="none" transform="url(https://x)"/>'), 'não é aceite em transform'],
    [drawing('<rect width="4" height="4"/>'), '<rect> não diz o fill'],
    [drawing('<path d="M1 1q2 2 4 0" stroke="currentColor"/>'), '<path> não diz o fill'],
    [drawing('<path d="M1 1h3v3" stroke="currentColor"/>'), '<path> não diz o fill'],
    [drawing('', 'viewBox="0 0 10 10" width="10"'), 'o atributo width não é aceite em <svg>'],
    [drawing('', ''), 'falta um viewBox'],
    [drawing('', 'viewBox="0 0 10"'), 'falta um viewBox'],
    ['<svg viewBox="0 0 1 1"></svg>', 'falta o xmlns'],
    ['<svg xmlns="http://evil" viewBox="0 0 1 1"></svg>', 'não é o do SVG'],
    [drawing('solto'), 'há texto solto'],
    [drawing('<text fill="none">&xxe;</text>'), 'um «&»'],
    [`<!DOCTYPE svg>${drawing('')}`, 'mal formado'],
    [drawing('<![CDATA[x]]>'), 'mal formado'],
    [drawing('<g><rect fill="none"></g>'), '</g> não fecha'],
    [drawing('<rect fill="none"'), 'mal formado'],
    [drawing('<svg viewBox="0 0 1 1"></svg>'), '<svg> não pode estar nesta posição'],
    [`${drawing('')}<rect fill="none"/>`, 'conteúdo depois'],
    [drawing('<rect fill="none" fill="none"/>'), 'atributo repetido'],
    ['<rect fill="none"/>', '<rect> não pode estar nesta posição'],
    ['', 'não é um <svg> completo'],
    [drawing(`<text fill="none">${'é'.repeat(1500)}</text>`), 'o máximo são 3072'],
  ])('%s is refused', (svg, message) => {
    expect(svgProblems(svg).join('; ')).toContain(message);
  });
});

// — The command over whole folders —

const root = path.join(import.meta.dirname, '..', '..', '..');
const place = fs.mkdtempSync(path.join(os.tmpdir(), 'caderneta-check-'));
afterAll(() => fs.rmSync(place, { recursive: true }));

// No two of these share a pattern, and each file adds a word of its own, so that a good bank repeats nothing.
const ASKED =
  `Onde dorme a galinha?|Que som faz um cão?|Quem ordenha vacas?|Porque emigram as andorinhas?|Quando canta o galo?
Como respiram os peixes?|Que comem os leões?|Quantas patas tem uma aranha?|De que cor nasce o pinto?|A quem serve o burro?`
    .split(/[|\n]/)
    .map((statement) => statement.trim());

type Question = Record<string, unknown>;
type Test = Record<string, unknown> & { questions: Question[] };
type Change = (tests: [Test, Test, Test], questions: [Question, Question, ...Question[]]) => unknown;

/** A file of three tests of ten questions, after a change to its tests or to the questions of the first one. */
function bank(change: Change = () => {}, word = 'agora'): string {
  const test = (difficultyLevel: string, evaluationType: string, when: string): Test => ({
    key: `${word}-${difficultyLevel.charAt(0).toLowerCase()}`,
    theme: 'Frações',
    curriculumTheme: 'CIE3.4',
    description: 'Animais.',
    difficultyLevel,
    evaluationType,
    questions: ASKED.map((statement, number) => ({
      key: `q${number + 1}`,
      objective: 'CIE3.4.1',
      statement: statement.replace('?', ` ${when}?`),
      alternatives: ['A) mata', 'B) lago', 'C) casa', 'D) toca'],
      correctAnswer: 'ABCD'[number % 4],
      explanation: 'Porque sim. Quem disse o resto enganou-se.',
      weight: 1,
      skillCategory: 'Conhecimento',
    })),
  });
  const tests: [Test, Test, Test] = [
    test('Básico', 'Diagnóstico', `${word} no Huambo do norte`),
    test('Intermediário', 'Formativo', `${word} segundo os pastores velhos`),
    test('Avançado', 'Somativo', `${word} durante o cacimbo frio`),
  ];
  change(tests, tests[0].questions as [Question, Question, ...Question[]]);
  return stringify({ discipline: 'Ciências', schoolClass: '3º Ano', tests });
}

let folders = 0;
function check(files: Record<string, string>, ...options: string[]) {
  folders += 1;
  const folder = path.join(place, String(folders));
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  fs.cpSync(path.join(root, 'content', 'curriculum'), path.join(folder, 'curriculum'), { recursive: true });
  const result = spawnSync(
    process.execPath,
    [path.join(root, 'scripts', 'content-check.ts'), `--content=${folder}`, ...options],
    { encoding: 'utf8' },
  );
  expect(result.stderr).toBe('');
  return { status: result.status, said: result.stdout };
}

const NAME = 'bank/ciencias-3.yaml';
const SVG = drawing('<rect fill="none"/>');

describe('the command', () => {
  test('a good file passes, and the table counts it', () => {
    const { status, said } = check({ [NAME]: bank() });
    expect(said).toMatch(/^Ciências +3º Ano +3 +30 +0 +0 +9 \(30 %\)/m);
    expect(said).toContain('\n0 erros, 0 avisos.');
    expect(status).toBe(0);
  });

  test('a bank that must be whole is told what is missing', () => {
    const { status, said } = check({ [NAME]: bank() }, '--complete');
    expect(said).toContain('banco: Ciências, 3º Ano: 3 testes; são precisos 4');
    expect(said).toContain('banco: Inglês, 6º Ano: 0 testes; são precisos 4');
    expect(said).toContain('o banco tem 30 questões; o mínimo são 1400');
    expect(said).toContain('o banco tem 0 questões de Matemática com conta; o mínimo são 200');
    expect(said).toContain('nenhum teste tem o tema Sistema Solar');
    expect(status).toBe(1);
  });

  const set =
    (values: Question): Change =>
    (_, [first]) =>
      Object.assign(first, values);
  const setTest =
    (values: Question): Change =>
    ([first]) =>
      Object.assign(first, values);
  const setAll =
    (values: Question): Change =>
    (tests) => {
      for (const test of tests) for (const question of test.questions) Object.assign(question, values);
    };
  const countEggs: Change = (tests) => {
    for (const [place, test] of tests.entries())
      for (const [number, question] of test.questions.slice(0, 3).entries())
        question['statement'] = `Quantos são ${10 * place + number} ovos?`;
  };

  const CASES: [title: string, change: Change, message: string | RegExp][] = [
    ['an unknown field', set({ hint: 'x' }), /› q1: linha \d+: campo desconhecido: hint/],
    ['no explanation', (_, [first]) => delete first['explanation'], /› q1: linha \d+: falta o campo explanation/],
    ['an empty explanation', set({ explanation: ' ' }), 'o campo explanation está vazio'],
    ['a letter that is none', set({ correctAnswer: 'X' }), 'correctAnswer só pode ser A, B'],
    ['a word outside a list', setTest({ difficultyLevel: 'Fácil' }), 'difficultyLevel só pode ser Básico,'],
    ['a number where text belongs', set({ statement: 12 }), 'o campo statement devia ser texto'],
    ['a letter beyond the alternatives', set({ correctAnswer: 'E' }), 'a resposta certa E não existe'],
    ['alternatives that repeat', set({ alternatives: ['A) 1', 'B) 1', 'C) 2', 'D) 3'] }), 'A e B são iguais'],
    ['an unknown objective', set({ objective: 'CIE3.99.1' }), 'o objectivo CIE3.99.1 não existe'],
    ['an objective of another class', set({ objective: 'CIE1.1.1' }), 'o objectivo CIE1.1.1 é de Ciências 1º Ano'],
    ['a theme of another discipline', setTest({ curriculumTheme: 'MAT3.1' }), 'o tema MAT3.1 é de Matemática 3º Ano'],
    ['an unknown theme', setTest({ curriculumTheme: 'CIE9.9' }), 'o tema CIE9.9 não existe'],
    ['nine questions', (_, questions) => questions.pop(), 'tem 9 questões em vez de 10'],
    ['a key told twice', set({ key: 'q2' }), 'a chave de questão q2 está repetida'],
    ['a test key told twice', ([first, second]) => Object.assign(first, { key: second.key }), 'a chave de teste está'],
    ['no test of a level', setTest({ difficultyLevel: 'Avançado' }), 'não há nenhum teste Básico'],
    ['no test of a type', setTest({ evaluationType: 'Somativo' }), 'não há nenhum teste Diagnóstico'],
    ['one letter too often', setAll({ correctAnswer: 'A' }), 'a letra A é a certa em 100 % das questões'],
    ['a letter without a turn', setAll({ correctAnswer: 'A' }), 'aviso: a letra B é a certa 0 vezes'],
    [
      'right ones that are the longest',
      setAll({ correctAnswer: 'C', alternatives: ['A) mata', 'B) lago', 'C) casinha', 'D) toca'] }),
      'a alternativa certa é a mais comprida em 100 %',
    ],
    [
      'a statement told twice',
      (_, [first, second]) => Object.assign(first, { statement: second['statement'] }),
      /o mesmo enunciado repete-se: \S+ › \S+ › q1; \S+ › \S+ › q2/,
    ],
    [
      'three of one pattern in a test',
      countEggs,
      '3 questões do mesmo molde no teste (q1, q2, q3): «quantos sao # ovos»',
    ],
    [
      'more than six of one pattern in the bank',
      countEggs,
      /\d+ questões do mesmo molde no banco «quantos sao # ovos»/,
    ],
    [
      'statements almost the same',
      (_, [first, second]) => {
        first['statement'] = 'Que bicho do rio come peixe vivo de noite?';
        second['statement'] = 'De noite, que bicho vivo do rio come peixe?';
      },
      'aviso: enunciados quase iguais',
    ],
    ['a long statement', set({ statement: words(31) }), 'o enunciado tem 31 palavras'],
    ['a short text', set({ passage: words(59) }), 'o texto a ler tem 59 palavras'],
    ['Brazil’s spelling', set({ explanation: 'A ação foi boa.' }), 'explanation: «ação» não é a grafia de Angola'],
    ['Brazil’s spelling in a description', setTest({ description: 'Insetos.' }), 'description: «Insetos»'],
    ['TeX outside the subset', set({ statement: 'Quanto é $3 \\cdot 4$?' }), 'statement: na fórmula $3 \\cdot 4$'],
    ['TeX that cannot be read', set({ statement: 'Quanto é $3^^4$?' }), 'não se consegue ler'],
    [
      'a check with another result',
      set({ alternatives: ['A) 6', 'B) 7', 'C) 8', 'D) 9'], check: '3 + 4' }),
      'dá 7, mas',
    ],
    ['a missing figure', set({ figure: 'nada.svg', figureAlt: 'Nada.' }), 'não há nada.svg'],
    ['a figure without words', set({ figure: 'boa.svg' }), 'a figura não tem figureAlt'],
    ['words without a figure', set({ figureAlt: 'Bolo.' }), 'há figureAlt sem figure'],
    ['an unsafe figure', set({ figure: 'ma.svg', figureAlt: 'Má.' }), 'figura ma.svg: <script> não é aceite'],
  ];

  // One run for all of them: each defect has a file of its own, named after a word that its statements hold.
  const wordOf = (index: number) => `caso${String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26))}`;
  const once = { said: '' };
  const everyCase = () => {
    once.said ||= check({
      ...Object.fromEntries(
        CASES.map(([, change], index) => [`bank/${wordOf(index)}.yaml`, bank(change, wordOf(index))]),
      ),
      'figures/boa.svg': SVG,
      'figures/ma.svg': drawing('<script/>'),
    }).said;
    return once.said;
  };

  test.each(CASES.map(([title, , message], index) => ({ title, message, word: wordOf(index) })))(
    'points out $title',
    ({ message, word }) => {
      const about = everyCase()
        .split('\n')
        .filter((line) => line.startsWith(`${word}.yaml`));
      expect(about.join('\n')).toEqual(
        typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
      );
    },
  );

  test('warnings are told but are no errors', () => {
    const { status, said } = check({ [NAME]: bank(), 'figures/boa.svg': SVG });
    expect(said).toContain('figures/boa.svg: aviso: nenhuma questão usa esta figura');
    expect(said).toContain('\n0 erros, 1 aviso.');
    expect(status).toBe(0);
  });

  test('a file that is not YAML is told with line and column, and the others are still checked', () => {
    const { status, said } = check({
      [NAME]: bank(set({ objective: 'X' })),
      'bank/ciencias-4.yaml': 'discipline: Ciências\ntests:\n  - key: "a\n',
      'bank/ciencias-5.yaml': '',
    });
    expect(said).toMatch(/ciencias-4\.yaml: linha \d+, coluna \d+: o YAML não se consegue ler/);
    expect(said).toContain('ciencias-5.yaml: ');
    expect(said).toContain('o objectivo X não existe');
    expect(status).toBe(1);
  });

  test('with a file named, only its problems are told, but duplicates are looked for everywhere', () => {
    const copied = bank((tests) => {
      for (const test of tests) test['key'] = `copia-${test['key']}`;
    });
    const other = copied.replace('3º Ano', '4º Ano');
    const files = { [NAME]: bank(), 'bank/ciencias-4.yaml': other };
    const { status, said } = check(files, 'content/bank/ciencias-3.yaml');
    expect(said).toContain('o mesmo enunciado repete-se: ciencias-3 › agora-b › q1; ciencias-4 › copia-agora-b › q1');
    expect(said).not.toMatch(/^ciencias-4\.yaml/m);
    expect(said).not.toContain('CIE3.4 é de');
    expect(status).toBe(1);
  });

  test('the summary is the table and nothing else', () => {
    const { status, said } = check({ [NAME]: bank((_, questions) => questions.pop()) }, '--summary');
    expect(said.startsWith('Disciplina')).toBe(true);
    expect(said).not.toContain('erros');
    expect(status).toBe(1);
  });

  test('the wrong name for a file', () => {
    expect(check({ 'bank/bichos.yaml': bank() }).said).toContain('chama-se ciencias-3.yaml');
  });
});
