import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { check } from '../../test/support/content-check.ts';

const words = (count: number) => Array.from({ length: count }, () => 'manga').join(' ');

const drawing = (inside: string, root = 'viewBox="0 0 10 10"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inside}</svg>`;

// No two of these share a pattern, and each file adds its own word, so that a good bank contains no repetitions.
const ASKED =
  `Onde dorme a galinha?|Que som faz um cão?|Quem ordenha vacas?|Porque emigram as andorinhas?|Quando canta o galo?
Como respiram os peixes?|Que comem os leões?|Quantas patas tem uma aranha?|De que cor nasce o pinto?|A quem serve o burro?`
    .split(/[|\n]/)
    .map((statement) => statement.trim());

type Question = Record<string, unknown>;
type Test = Record<string, unknown> & { questions: Question[] };
type Change = (tests: [Test, Test, Test], questions: [Question, Question, ...Question[]]) => unknown;

/** Returns a file of three tests of ten questions, with a change to its tests or to the questions of the first one. */
function bank(change: Change = () => {}, word = 'agora'): string {
  const test = (difficultyLevel: string, evaluationType: string, when: string): Test => ({
    key: `${word}-${difficultyLevel.charAt(0).toLowerCase()}`,
    theme: `${word} ${evaluationType}`,
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
      difficulty: [1, 2, 3, 3, 3, 3, 3, 4, 4, 5][number],
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

const NAME = 'bank/ciencias-3.yaml';
const SVG = drawing('<rect fill="none"/>');

describe('the content check', () => {
  test('accepts a good file, and counts it in the table', () => {
    const { status, said } = check({ [NAME]: bank() });
    expect(said).toMatch(/^Ciências +3º Ano +3 +30 +0 +0 +9 \(30 %\)/m);
    expect(said).toContain('\n0 erros, 0 avisos.');
    expect(status).toBe(0);
  });

  test('names what a complete bank lacks', () => {
    const { status, said } = check({ [NAME]: bank() }, '--complete');
    expect(said).toContain('banco: Ciências, 3º Ano: 3 testes; são precisos 12');
    expect(said).toContain('banco: Inglês, 6º Ano: 0 testes; são precisos 12');
    expect(said).toContain('o banco tem 30 questões; o mínimo são 5600');
    expect(said).toContain('o banco tem 0 questões de Matemática com conta; o mínimo são 600');
    expect(said).toContain('nenhum teste tem o tema Sistema Solar');
    expect(said).toContain('banco: Ciências, 4º Ano: não há nenhum teste Básico');
    expect(said).not.toContain('banco: Ciências, 3º Ano: não há nenhum teste');
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
    ['a letter beyond the alternatives', set({ correctAnswer: 'E' }), 'Não existe a alternativa E'],
    ['alternatives that repeat', set({ alternatives: ['A) 1', 'B) 1', 'C) 2', 'D) 3'] }), 'A e B são iguais'],
    ['an unknown objective', set({ objective: 'CIE3.99.1' }), 'o objectivo CIE3.99.1 não existe'],
    ['an objective of another class', set({ objective: 'CIE1.1.1' }), 'o objectivo CIE1.1.1 é de Ciências 1º Ano'],
    ['a theme of another discipline', setTest({ curriculumTheme: 'MAT3.1' }), 'o tema MAT3.1 é de Matemática 3º Ano'],
    ['an unknown theme', setTest({ curriculumTheme: 'CIE9.9' }), 'o tema CIE9.9 não existe'],
    ['nine questions', (_, questions) => questions.pop(), 'tem 9 questões em vez de 10'],
    ['a key told twice', set({ key: 'q2' }), 'a chave de questão q2 está repetida'],
    ['a test key told twice', ([first, second]) => Object.assign(first, { key: second.key }), 'a chave de teste está'],
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
      /\d+ questões do mesmo molde nas provas A «quantos sao # ovos»/,
    ],
    [
      'statements almost the same',
      (_, [first, second]) => {
        first['statement'] = 'Que bicho do rio come peixe vivo de noite?';
        second['statement'] = 'De noite, que bicho vivo do rio come peixe?';
      },
      'aviso: enunciados quase iguais',
    ],
    [
      'an alternative named by its place',
      set({ explanation: 'Quem escolheu a última opção enganou-se.' }),
      'explanation: «última opção» diz o lugar de uma alternativa',
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
    ['no difficulty', (_, [first]) => delete first['difficulty'], /› q1: linha \d+: falta o campo difficulty \[yaml\]/],
    [
      'a test that is too easy',
      setAll({ difficulty: 2 }),
      'tem 10 questões fáceis (difficulty); devem ser de 2 a 3 [grau]',
    ],
    [
      'the only capital',
      set({ alternatives: ['A) Mata', 'B) lago', 'C) casa', 'D) toca'] }),
      'só a alternativa certa começa por maiúscula, ou só ela não [maiuscula]',
    ],
    [
      'a word that only the right one repeats',
      set({ alternatives: ['A) com a galinha', 'B) no lago', 'C) em casa', 'D) na toca'] }),
      '«galinha» está no enunciado e só na alternativa certa',
    ],
    ['a question mark on a gap', set({ statement: 'Onde dorme a ___?' }), 'colado à lacuna'],
    ['an endless sentence', set({ statement: words(26) }), 'o enunciado tem uma frase de 26 palavras'],
    [
      'a description that answers',
      set({ figure: 'boa.svg', figureAlt: 'Uma mata com árvores.' }),
      'figureAlt diz a resposta certa',
    ],
    ['a class in figures', set({ explanation: 'Aprende-se no 3º ano.' }), '«3º ano» escreve-se «4.ª classe»'],
    ['an unsafe figure', set({ figure: 'ma.svg', figureAlt: 'Má.' }), 'figura ma.svg: <script> não é aceite'],
  ];

  // One run checks all of them: each defect has its own file, named after a word that its statements contain.
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
    'reports $title',
    ({ message, word }) => {
      const about = everyCase()
        .split('\n')
        .filter((line) => line.startsWith(`${word}.yaml`));
      expect(about.join('\n')).toEqual(
        typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
      );
    },
  );

  test('prints warnings without failing', () => {
    const { status, said } = check({ [NAME]: bank(), 'figures/boa.svg': SVG });
    expect(said).toContain('figures/boa.svg: aviso: nenhuma questão usa esta figura');
    expect(said).toContain('\n0 erros, 1 aviso.');
    expect(status).toBe(0);
  });

  test('reports a file that is not YAML with line and column, and checks the others', () => {
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

  test('reports only the problems of a named file, but looks for duplicates everywhere', () => {
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

  test('prints only the table as a summary', () => {
    const { status, said } = check({ [NAME]: bank((_, questions) => questions.pop()) }, '--summary');
    expect(said.startsWith('Disciplina')).toBe(true);
    expect(said).not.toContain('erros');
    expect(status).toBe(1);
  });

  test('refuses a file with the wrong name', () => {
    expect(check({ 'bank/bichos.yaml': bank() }).said).toContain('chama-se ciencias-3.yaml');
    expect(check({ 'bank/ciencias-3-b.yaml': bank() }).said).toContain('a prova A não está no ficheiro das provas B');
  });

  /** Returns a class with different rules: a good file with its discipline, class and objectives changed. */
  const elsewhere = (discipline: string, schoolClass: number, change: Change = () => {}) => {
    const code = `${discipline.slice(0, 3).toUpperCase()}${schoolClass}`;
    return bank(change)
      .replace('discipline: Ciências', `discipline: ${discipline}`)
      .replace('3º Ano', `${schoolClass}º Ano`)
      .replaceAll('CIE3.4', `${code.replace('Ê', 'E').replace('Ó', 'O')}.1`);
  };

  test('requires a source for facts of História, unless the text contains them', () => {
    const asks = (values: Question) =>
      check({
        'bank/historia-4.yaml': elsewhere('História', 4, set({ statement: 'Que cidade nasceu em 1576?', ...values })),
      }).said;
    expect(asks({})).toContain('historia-4.yaml › agora-b › q1: falta source para 1576 [fonte]');
    expect(asks({ source: 'Um livro' })).not.toContain('[fonte]');
    expect(asks({ passage: `Em 1576 ${words(70)}.` })).not.toContain('[fonte]');
  });

  test('requires pictures, and forbids alternatives of one letter, in classes 1 and 2', () => {
    const alternatives = ['A) a', 'B) e', 'C) i', 'D) o'];
    const { said } = check({ 'bank/ciencias-1.yaml': elsewhere('Ciências', 1, set({ alternatives })) });
    expect(said).toContain('ciencias-1.yaml › agora-b › q1: há alternativas de uma só letra');
    expect(said).toContain('banco: Ciências, 1º Ano: 0 % das questões têm imagem');
  });

  describe('forms of one theme', () => {
    const others =
      `Onde mora o sapo?|De que se veste a ovelha?|Quem cuida dos pintos?|Com que voa a borboleta?|Quando dorme o morcego?
Para que serve a tromba?|Que deixa a lesma?|Porque ladra o guarda?|Quantos filhos cria a cabra?|A que cheira o porco?`
        .split(/[|\n]/)
        .map((statement) => statement.trim());
    /** Form B of the first test of a good file. */
    const formB = (change: (questions: Question[]) => unknown = () => {}) =>
      bank((tests) => {
        const [first] = tests.splice(0, 3) as [Test];
        for (const [place, question] of first.questions.entries())
          question['statement'] = (others[place] as string).replace('?', ' depois da chuva?');
        change(first.questions);
        (tests as Test[]).push({ ...first, key: 'agora-b2', form: 'B' });
      });
    const said = (change?: (questions: Question[]) => unknown, file = 'bank/ciencias-3-b.yaml') =>
      check({ [NAME]: bank(), [file]: formB(change) }).said;

    test('are accepted with the same blueprint and different questions', () => {
      expect(said()).toContain('\n1 erro, 0 avisos.');
      expect(said()).toContain('banco: Ciências, 3º Ano: 1 das 1 provas B e C não têm nenhum desenho');
    });

    test('must measure the same objectives and skill categories', () => {
      const changed = said((questions) => {
        for (const question of questions.slice(0, 2)) Object.assign(question, { skillCategory: 'Análise' });
        for (const question of questions.slice(0, 3)) Object.assign(question, { objective: 'CIE3.4.2' });
      });
      expect(changed).toContain(
        'a categoria Análise tem 2 nesta prova e 0 na A; a diferença é 1 no máximo [categorias]',
      );
      expect(changed).toContain(
        'o objectivo CIE3.4.2 tem 3 nesta prova e 0 na A; a diferença é 1 no máximo [objectivos]',
      );
    });

    test('must not copy each other’s questions, even with other names and numbers', () => {
      const copy = (count: number) =>
        said((questions) => {
          for (const [place, question] of questions.slice(0, count).entries())
            question['statement'] = (ASKED[place] as string).replace('?', ' agora no Namibe do norte?');
        });
      expect(copy(3)).toContain(
        '3 questões do mesmo molde que na prova A (q1 de q1, q2 de q2, q3 de q3); o máximo são 2',
      );
      expect(copy(2)).not.toContain('[copia]');
    });

    test('must each have a letter', () => {
      const twice = formB().replace('form: B', 'form: A');
      expect(check({ [NAME]: bank(), 'bank/ciencias-3-novos.yaml': twice }).said).toMatch(
        /já há uma prova A deste tema: agora-b2? \[prova\]/,
      );
    });
  });

  describe('what is asked of a child', () => {
    /** What a whole bank says about `demand`; of each ten questions these ask for recall, and these for reasoning. */
    const asked = (recall: number, reason: number, without = 0) =>
      check(
        {
          [NAME]: bank((tests) => {
            for (const { questions } of tests)
              for (const [place, question] of questions.entries())
                question['demand'] = place < recall ? 'recall' : place < recall + reason ? 'reason' : 'apply';
            for (const question of tests[0].questions.slice(0, without)) delete question['demand'];
          }),
        },
        '--complete',
      )
        .said.split('\n')
        .filter((line) => line.includes('[exigencia]') || /^ {2}Ciências, 3º Ano: /.test(line));

    test('has few questions of recall and many of reasoning', () => {
      expect(asked(1, 3)).toEqual(['  Ciências, 3º Ano: 10 %, 60 %, 30 %']);
      expect(asked(2, 2)).toEqual([
        'banco: Ciências, 3º Ano: 20 % das perguntas pedem um facto ou um nome (recall); o máximo são 15 % [exigencia]',
        'banco: Ciências, 3º Ano: 20 % das perguntas pedem raciocínio sobre provas (reason); o mínimo são 30 % [exigencia]',
        '  Ciências, 3º Ano: 20 %, 60 %, 20 %',
      ]);
    });

    test('is said of every question', () => {
      expect(asked(1, 3, 2)).toEqual(['banco: Ciências, 3º Ano: falta demand em 2 de 30 perguntas [exigencia]']);
    });
  });

  test('objectives with few questions are listed', () => {
    const { said } = check({ [NAME]: bank() });
    expect(said).toMatch(/^Objectivos: \d+, \d+ que não se perguntam por escrito, \d+ com menos de 6 questões:$/m);
    expect(said).toMatch(/ CIE3\.4\.2 \(0\)/);
    expect(said).not.toContain('CIE3.4.1 (');
  });

  test('parallel forms and later themes may be in separate files', () => {
    const renamed = (form: string, word: string) =>
      bank((tests) => {
        for (const test of tests) {
          Object.assign(test, { key: `${test['key']}-${word}`, form, theme: `${word} ${test['key']}` });
          Object.assign(test.questions[0] as Question, { figure: 'boa.svg', figureAlt: 'Um desenho.' });
        }
      }, word);
    const { status, said } = check({
      [NAME]: bank(),
      'bank/ciencias-3-b.yaml': renamed('B', 'amanha'),
      'bank/ciencias-3-novos.yaml': renamed('A', 'ontem'),
      'figures/boa.svg': SVG,
    });
    expect(said).toContain('\n0 erros, ');
    expect(said).toMatch(/^Ciências +3º Ano +9 +90 /m);
    expect(status).toBe(0);
  });
});
