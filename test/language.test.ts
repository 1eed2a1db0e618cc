import { describe, expect, test } from 'vitest';
import { brazilianSpellings } from '../scripts/content-check/spelling.rules.ts';
import { sourceFiles } from '../scripts/imports.ts';

/** Strings of the specification, which keep its spelling. Only these may. */
const LITERALS = [
  'A resposta correta é obrigatória',
  'Atualizar Teste',
  'Ações',
  'Configurações de notificação atualizadas com sucesso',
  'Erro ao atualizar teste',
  'Falha no registro',
  'Frações',
  'Gerenciar Filhos',
  'Informações atualizadas com sucesso!',
  'Não foi possível atualizar as configurações.',
  'Não foi possível atualizar o teste',
  'Não foi possível registrar sua resposta. Continue o teste.',
  'Registro realizado com sucesso',
  'Teste atualizado com sucesso',
  'Usuário',
  'Você não respondeu',
  'Você não tem notificações.',
  'Você saiu da sua conta com sucesso.',
  'ome de usuário',
];
/** A state is one word, so it is an exception only where it is the whole text of a label. */
const STATES = /(?<=['>]|^\s*)(Ativo|Inativo)(?=['<]|\s*$)/g;

/** Files whose words are read and not shown: what people write, names of columns in their files, and translations of letters. */
const INPUT = [
  'domains/bank/question-formats/',
  'domains/bank/test-bank/shuffle.rules.ts',
  'domains/people/accounts/accounts.rules.ts',
  'domains/people/accounts/common-passwords.rules.ts',
  'shared/skills/spelling-1990.ts',
];
const isShown = (name: string) =>
  !/\.test\.tsx?$|\.store\.ts$/.test(name) && !INPUT.some((start) => name.startsWith(start));

/** Files whose words only teachers, administrators, operators or developers read. docs/words.md has their words after "panel:". */
const PANELS =
  /domains\/(bank|desk)\/|shared\/questions\/|\/(statistics|regrades|staff)\/|desk\.server|areas\/(admin|teacher|staff-pages)|web\/ui\/catalogue\/|server\/|delivery\/(build|serve)|main\.server|TestPreview|fit\.rules|web\/parts\/(Selection|filters)/;

/** Files of which every sentence is only for teachers and administrators: of a question, children and families read something as well. */
const ONLY_PANELS =
  /domains\/(bank\/(authoring|curriculum|question-files|question-lists|variants)|desk)\/|\/(statistics|regrades|staff)\/|areas\/(admin|teacher)/;

/** Sentences of a family in which a word means another thing than the one it must not name, or that the specification fixes. */
const OTHER_MEANINGS = [
  'Informações sobre o teste ou aluno estão incompletas.',
  'Nenhum filho cadastrado',
  'Notificação excluída com sucesso',
  "=== 1 ? 'questão' : 'questões'}. Deseja continuar",
  'Para qualquer questão sobre dados pessoais',
  'uma chave para entrar com o bloqueio do ecrã',
  'Competências para a vida',
  'números de cartão',
  'contas nem cartões',
  'número do bilhete de identidade',
  'letras e números do bilhete de identidade',
  'não é um diagnóstico',
  "'Diagnóstico', 'Formativo'",
  'O resultado de um teste é uma indicação',
  'Configurações de Notificações',
  'Configurações de notificações',
  'Configurações de notificação',
  'Aplique um teste agora',
  'de se aplicar',
  'para aplicar os testes',
  'aplicar os limites',
];

const READ_BY = {
  all: () => true,
  family: (name: string) => !PANELS.test(name),
  panel: (name: string) => ONLY_PANELS.test(name),
};

/**
 * Words that people do not read, with the one that docs/words.md settles for the same thing. `family` holds only where families and children
 * read; teachers and administrators have their own word there, for which `panel` holds.
 */
const SETTLED: readonly (readonly [avoided: RegExp, word: string, where: keyof typeof READ_BY])[] = [
  [/(?<!\p{L})perguntas?(?!\p{L})/u, 'questão', 'panel'],
  // As a label with its number, «Questão 3», the specification has it.
  [/quest(ão|ões)(?![\p{L}])|Questões de/u, 'pergunta', 'family'],
  [/(?<!\p{L})[Pp]rovas?(?!\p{L})/u, 'teste A', 'family'],
  [/[Tt]reino do exame|exame simulado/, 'simulado', 'family'],
  [/[Dd]iagnóstico/, 'Ponto de partida', 'family'],
  [/cart(ão|ões)/, 'pergunta', 'family'],
  [/percentagem/, 'resultado, acertou 8 de 10 (80%)', 'family'],
  // On a stamp it stands in capitals.
  [/fora da média|fora das médias/i, 'não conta para a média', 'all'],
  [/valor(es)? de referência/, 'valor de comparação', 'family'],
  [/(?<!\p{L})alunos?(?!\p{L})/u, 'criança', 'family'],
  [/responsável (da|pela) criança/, 'encarregado de educação', 'family'],
  [/tua mãe|teu pai/, 'quem te deu o telemóvel', 'family'],
  [/ano escolar/, 'classe', 'family'],
  [/[Pp]lano gratuito|[Ee]ssencial gratuito|sem custo/, 'Essencial (grátis)', 'all'],
  [/abrangid[oa]s?/, 'crianças neste plano', 'family'],
  [/plano (abre|corre|serve)|(serve|[Vv]álid[oa]) até/, 'começa, vale até, acaba', 'all'],
  [/[Ii]ndique amigos|indicaç(ão|ões)/, 'convite', 'family'],
  [/[Aa]lertas? de/, 'aviso', 'all'],
  [/Configuraç(ão|ões)/, 'Definições', 'family'],
  [/[Ll]igue a rede|(?<!\p{L})[Ss]em rede(?!\p{L})|(?<!\p{L})a rede(?!\p{L})/u, 'internet', 'family'],
  [/redes de onde/, 'sítio de onde se ligou', 'all'],
  [/[Vv]erifique a ligação/, 'internet: ligação is an address on the web', 'family'],
  [/smartphone|dispositivo/, 'telemóvel, aparelho', 'all'],
  [/palavra-passe/i, 'senha', 'all'],
  [/[Uu]tilizador(?!es? da base| da base)/, 'nome de usuário, conta', 'family'],
  [/segundo (passo|factor)|segundos factores/, 'verificação em dois passos', 'family'],
  [/[Ee]xcluí|[Ee]liminar|[Ee]liminad|deitar fora/, 'apagar', 'family'],
  [/[Rr]estaur/, 'tirar do arquivo, recuperar, repor', 'family'],
  [/[Jj]unte (o|a) (seu|sua)|[Cc]adastr/, 'adicionar', 'family'],
  [/[Aa]plique um|[Aa]plicar (um|novo|os) /, 'Fazer um teste', 'family'],
  [/[Tt]este (concluído|finalizado)|tempo (?:\S+ ){0,3}terminou/, 'o teste termina, o tempo acaba', 'all'],
  [/lugares estão ocupados/, 'levar sem internet', 'family'],
  [/bilhete/, 'teste preparado neste telemóvel', 'family'],
  [/(?<![\p{L}-])chave(?![\p{L}-])/u, 'resposta certa', 'family'],
  [/[Cc]ompetências?/, 'como responde', 'family'],
  [/[Ff]orças e lacunas|[Ll]acuna|[Uu]ma força/, 'o que já faz bem e o que falta praticar', 'all'],
  [/[Bb]aixar (CSV|o PDF|o ficheiro)/, 'Guardar em PDF, Descarregar', 'all'],
  [/[Ss]uporte:|atendimento/, 'apoio', 'all'],
  [/(no|num|do) ATM|caixa automátic/, 'multicaixa (ATM)', 'all'],
  [/[Mm]udar o papel/, 'função', 'all'],
  [/[Cc]ores do tema|[Tt]ema (claro|escuro)/, 'cores: claras, escuras', 'family'],
  [/[Pp]agamento (expirado|falhado)/, 'prazo terminado, não pago', 'all'],
  [/domina(do|da)?(?!\p{L})/u, 'sabe', 'family'],
  [/[Tt]ente outra vez/, 'tente de novo', 'family'],
];

/** What is counted in sentences, in the plural. */
const PLURALS =
  'alternativas aparelhos avisos barras contas crianças dias ditados erros exercícios famílias ficheiros filhos fotografias horas leituras letras linhas marcas minutos notas objectivos palavras perguntas pessoas pontos questões páginas respostas resultados segundos semanas temas tentativas testes textos treinos vezes';
/** A value and what is counted, but for "das 12 perguntas" and numbers of the program, which stand in capitals. */
const COUNTED = new RegExp(
  `(?<!(?<!\\p{L})(?:de|das|dos|as|os|nas|nos|e|a) )(?:\\$|(?<!\\$))\\{(?!plural|(?:grouped\\()?[A-Z_]{3,})([^{}]+)\\} (?:${PLURALS.replaceAll(' ', '|')})(?!\\p{L})`,
  'gu',
);
/** The number one is treated in the line, or just above it. */
const ONE_TREATED = /=== 1\b|> 1\b|=== 0 \?|\bplural\(/;
/** Values that are never one where they are counted: limits, times of tests, what only follows from several. */
const NEVER_ONE = [
  'days',
  'minutes',
  'most',
  'places',
  'test.duration',
  'verb',
  'told.height',
  'planted.pause',
  'givenUpAfter',
  'items',
  'one.words.length',
  'earned.paid',
  'marks.length',
  'look.families',
  'Math.round(timeLimit / 60)',
  'minutesFor(duration, extendedTime)',
  'minutesFor(USUAL_DURATION, child.extendedTime)',
  'suggested.minutes ?? USUAL_DURATION',
  'daily.length',
  // With a decimal.
  'shown(error, 1)',
  'shown(spread, 1)',
];

/** Files that say how long a test takes before there is a child: for a child, `minutesFor` also counts its extended time. */
const FOR_NO_CHILD = /^(areas\/documents|delivery)\/|share-page\.server\.ts$/;
/** The only such sentence allowed elsewhere: the notification that welcomes a new account, which has no child yet. */
const WELCOME = 'O primeiro teste leva cerca de 15 minutos.';

/**
 * Screens on the way of a family: the first evening, a test, a result, practice, reading, sums, dictation, the plan, paying, and all of
 * `areas` but the documents.
 */
const ON_THE_WAY =
  /^areas\/(?!documents\/)|domains\/(skills\/(reading|calculating|writing|recording)|knowing\/(practice|results|child-home)|sitting|people\/child-mode|money\/subscriptions)\/|(AccountOffer|EmailState)\.tsx$/;
/** Words of the longest sentence that a person who reads with difficulty reads without losing its beginning. */
const LONGEST_SENTENCE = 12;

/** Returns the sentences in strings and elements of a file: what is between the values that are filled in. */
const sentences = (text: string): string[] =>
  [
    ...lines(text)
      .join('\n')
      .matchAll(/'([^'\n]{30,})'|>([^<>{}=;]{30,})[<{]/g),
  ]
    .map(([, string, element]) => (string ?? element ?? '').replace(/\s+/g, ' ').trim())
    .filter((sentence) => /\p{L}{3,} \p{L}/u.test(sentence) && !/=>|\$\{|\bselect |[)(]\./.test(sentence))
    .flatMap((sentence) => sentence.split(/(?<=[.!?:])\s+/));

/** Returns a file's lines without its comments. */
const lines = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, ' ').split('\n');

const shown = sourceFiles().filter(({ name }) => isShown(name));

describe('what people read', () => {
  test('is spelled as in Angola, without «você», but for the strings of the specification', () => {
    const found = shown.flatMap(({ name, text }) =>
      lines(text).flatMap((line) => {
        const own = LITERALS.reduce((rest, literal) => rest.replaceAll(literal, ''), line).replace(STATES, '');
        return brazilianSpellings(own, true).map((wrong) => `${name}: ${wrong.found} → ${wrong.write}: ${line.trim()}`);
      }),
    );
    expect(found).toEqual([]);
  });

  test('is called by the words of docs/words.md', () => {
    const found = shown.flatMap(({ name, text }) =>
      lines(text)
        .filter((line) => !/^\s*(import|export) .* from /.test(line))
        .flatMap((line) => {
          const own = [...LITERALS, ...OTHER_MEANINGS].reduce((rest, literal) => rest.replaceAll(literal, ''), line);
          return SETTLED.filter(([avoided, , where]) => READ_BY[where](name) && avoided.test(own)).map(
            ([, word]) => `${name}: «${word}»: ${line.trim()}`,
          );
        }),
    );
    expect(found).toEqual([]);
  });

  test(`stands in sentences of at most ${LONGEST_SENTENCE} words on the way of a family`, () => {
    const found = shown
      .filter(
        ({ name }) => ON_THE_WAY.test(name) && !/\.(server|contract)\.ts$|spelling/.test(name) && !PANELS.test(name),
      )
      .flatMap(({ name, text }) =>
        sentences(text)
          .filter((sentence) => (sentence.match(/[\p{L}\d%ª]+(-\p{L}+)*/gu) ?? []).length > LONGEST_SENTENCE)
          .map((sentence) => `${name}: ${sentence}`),
      );
    expect(found).toEqual([]);
  });

  test('says of one that it is one', () => {
    const found = shown
      .filter(({ name }) => !/^(server|main\.server|demo|delivery)/.test(name))
      .flatMap(({ name, text }) => {
        const all = lines(text);
        return all.flatMap((line, at) =>
          ONE_TREATED.test(all.slice(Math.max(0, at - 3), at + 1).join(' '))
            ? []
            : [...line.matchAll(COUNTED)]
                .filter(([, value = '']) => !NEVER_ONE.includes(value))
                .map(([words]) => `${name}: ${words}`),
        );
      });
    expect(found).toEqual([]);
  });

  test('gives the minutes of a test to a child as the child has them', () => {
    const found = shown
      .filter(({ name }) => !FOR_NO_CHILD.test(name))
      .flatMap(({ name, text }) =>
        lines(text.replace(WELCOME, ''))
          .filter((line) => /(até|cerca de|uns) 15 minutos|\b15, 'minuto'/.test(line))
          .map((line) => `${name}: ${line.trim()}`),
      );
    expect(found).toEqual([]);
  });

  test('keeps no exception that nothing needs', () => {
    const all = shown.map(({ text }) => text).join('\n');
    expect([...LITERALS, ...OTHER_MEANINGS].filter((literal) => !all.includes(literal))).toEqual([]);
    expect(NEVER_ONE.filter((value) => !all.includes(`{${value}} `))).toEqual([]);
  });
});
