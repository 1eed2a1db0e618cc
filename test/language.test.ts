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
  'domains/bank/answering/spelling-1990.rules.ts',
  'domains/bank/question-formats/',
  'domains/bank/test-bank/shuffle.rules.ts',
  'domains/people/accounts/accounts.rules.ts',
  'domains/people/accounts/common-passwords.rules.ts',
  'domains/skills/writing/spelling/reform.rules.ts',
];
const isShown = (name: string) =>
  !/\.test\.tsx?$|\.store\.ts$/.test(name) && !INPUT.some((start) => name.startsWith(start));

/** Words that people do not read, with the one that docs/words.md settles for the same thing. */
const SETTLED: readonly (readonly [RegExp, string])[] = [
  [/palavra-passe/i, 'senha'],
  [/plano gratuito/i, 'plano Essencial'],
  [/[Ii]ndique amigos|suas indicações/, 'convite'],
  [/[Ll]igue a rede|[Ss]em rede\b/, 'internet'],
  [/[Ff]ilhos? abrangidos?/, 'crianças neste plano'],
  [/[Ff]orças e lacunas/, 'o que já faz bem e o que falta praticar'],
  [/(Este|este) cartão/, 'pergunta'],
  [/segundo passo/, 'verificação em dois passos'],
];

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
      lines(text).flatMap((line) =>
        SETTLED.filter(([avoided]) => avoided.test(line)).map(([, word]) => `${name}: «${word}»: ${line.trim()}`),
      ),
    );
    expect(found).toEqual([]);
  });

  test('keeps no exception that nothing needs', () => {
    const all = shown.map(({ text }) => text).join('\n');
    expect(LITERALS.filter((literal) => !all.includes(literal))).toEqual([]);
  });
});
