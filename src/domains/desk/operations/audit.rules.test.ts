import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { AUDITED_ACTIONS, AUDITED_FIELDS, AUDITED_KINDS, type AuditedField } from '../../../shared/audited.ts';
import { changesOf, KINDS, placeOf, sentenceOf } from './audit.rules.ts';

/** Names as programs write them, such as `themeId`, `paid_twice` and `user.created`, and the punctuation of JSON. */
const INTERNAL = /[a-z][A-Z]|[a-z]_[a-z]|[a-z]\.[a-z]|[{}[\]"]|\bnull\b|undefined|\[object/;

const line = (before: Record<string, unknown> | null, after: Record<string, unknown> | null) =>
  changesOf({ before, after });

test('every action has a sentence for every kind of subject, and belongs to a filter', () => {
  for (const action of AUDITED_ACTIONS) {
    for (const kind of AUDITED_KINDS)
      expect(sentenceOf({ action, subject: `${kind} 3`, subjectName: null }), action).not.toMatch(
        new RegExp(`${INTERNAL.source}|\\{\\}|\\b${kind} 3`),
      );
    const [first = ''] = action.split('.');
    expect(
      KINDS.filter(({ value }) => [value, `${value}s`].includes(first)),
      action,
    ).toHaveLength(1);
  }
  expect(sentenceOf({ action: 'settings.changed', subject: 'setting plans.webinars', subjectName: null })).toBe(
    'mudou as definições: webinars',
  );
  expect(sentenceOf({ action: 'user.suspended', subject: 'user 7', subjectName: '$&' })).toBe('suspendeu a conta $&');
});

test('every action is written somewhere in the program', () => {
  const root = path.join(import.meta.dirname, '..', '..', '..', '..');
  const sources = ['src', 'scripts']
    .flatMap((folder) =>
      fs
        .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .map((name) => path.join(folder, name)),
    )
    .filter((name) => /^src.*\.server\.ts$|^scripts.*\.ts$/.test(name))
    .map((name) => fs.readFileSync(path.join(root, name), 'utf8'))
    .join('\n');
  expect(AUDITED_ACTIONS.filter((action) => !sources.includes(`'${action}'`))).toEqual([]);
});

/** For each field a possible value and its display text. A new field needs an entry here. */
const SEEN: Record<AuditedField, readonly [value: unknown, words: string | null] | null> = {
  accounts: [[4, 7], 'Contas n.º: 4, 7'],
  active: [true, 'Activo: sim'],
  alternatives: [['A) Azul, claro', 'B) Verde'], 'Alternativas: A) Azul, claro; B) Verde'],
  amount: [18_000, 'Montante: 18.000 Kz'],
  answering: ['número, em Kz: 2 550', 'Resposta escrita: número, em Kz: 2 550'],
  attempts: [12, 'Testes feitos: 12'],
  audience: ['parents', 'Para: Encarregados'],
  bankReference: ['TRF 1', 'Referência do banco: TRF 1'],
  batch: [3, 'Importação n.º: 3'],
  beneficiary: ['Escola Viva', 'Em nome de: Escola Viva'],
  bytes: [1_400_000, 'Tamanho: 1 MB'],
  code: ['MAT4.6', 'Código: MAT4.6'],
  companyName: ['Escola Viva', 'Nome da empresa: Escola Viva'],
  content: ['primárias', 'Conteúdos: primárias'],
  correctAnswer: [['A', 'B'], 'Resposta: A, B'],
  created: [2, 'Novas: 2'],
  decision: ['dismissed', 'Decisão: Não é preciso nada'],
  description: [null, null],
  difficulty: [4, 'Grau (1 a 5): 4'],
  difficultyLevel: ['Básico', 'Dificuldade: Básico'],
  discipline: ['Artes', 'Disciplina: Artes'],
  down: [1, 'Notas que descem: 1'],
  duplicate: [1, 'Já existiam: 1'],
  ended: [2, 'Sessões terminadas: 2'],
  duration: [90, 'Duração (minutos): 90'],
  evaluationType: ['Somativo', 'Avaliação: Somativo'],
  explanation: ['', null],
  figureAlt: ['Um quadrado', 'Desenho: Um quadrado'],
  file: ['lista.csv', 'Ficheiro: lista.csv'],
  flag: ['paid_twice', 'Motivo do sinal: Paga duas vezes'],
  form: ['B', 'Prova: B'],
  format: ['csv', 'Formato: csv'],
  from: [[4, 5], 'Cópia do n.º: 4, 5'],
  iban: ['AO06', 'IBAN: AO06'],
  imageAlt: ['Um pé', 'Descrição da imagem: Um pé'],
  imageId: ['0123456789abcdef0123456789abcdef', 'Imagem: 01234567'],
  notice: ['Domingo', 'Aviso: Domingo'],
  objective: ['MAT4.6.1', 'Objectivo: MAT4.6.1'],
  objectives: [['MAT4.6.1 Somar, subtrair', 'MAT4.6.2 Ler'], 'Objectivos: MAT4.6.1 Somar, subtrair; MAT4.6.2 Ler'],
  order: [['MAT4.2', 'MAT4.1'], 'Ordem: MAT4.2, MAT4.1'],
  otherAlternatives: [0, 'Sem a alternativa certa: 0'],
  plan: ['family', 'Plano: Família'],
  passage: ['Era uma vez', 'Texto para ler: Era uma vez'],
  productName: ['Caderneta', 'Nome do produto: Caderneta'],
  questionIds: [[2, 1], 'Questões: 2, 1'],
  reason: ['Pedido', 'Motivo: Pedido'],
  regrade: [4, 'Correcção n.º: 4'],
  replaced: [0, 'Substituídas: 0'],
  revision: null,
  role: ['parent', 'Função: Encarregado'],
  rows: [210, 'Linhas: 210'],
  same: [3, 'Notas iguais: 3'],
  schoolClass: ['4º Ano', 'Ano escolar: 4º Ano'],
  sealed: [2, 'Verificações em dois passos cifradas de novo: 2'],
  shuffle: [false, 'Baralhar: não'],
  skillCategory: ['Análise', 'Categoria: Análise'],
  statement: ['Que cor?', 'Enunciado: Que cor?'],
  status: ['expired', 'Estado: Prazo terminado'],
  supportEmail: ['apoio@caderneta.ao', 'E-mail de apoio: apoio@caderneta.ao'],
  suspended: [true, 'Suspensa: sim'],
  testId: [3, 'Teste n.º: 3'],
  text: ['Somar', 'Texto: Somar'],
  theme: ['Frações', 'Tema: Frações'],
  title: ['Obras', 'Título: Obras'],
  trimesters: [['09-01', '01-05', '04-11'], 'Início dos trimestres: 1 de Setembro, 5 de Janeiro, 11 de Abril'],
  until: ['2027-01-31', 'Até: 31 de Janeiro de 2027'],
  up: [9, 'Notas que sobem: 9'],
  username: ['paula', 'Nome de usuário: paula'],
  webinars: [
    [
      { title: 'Ler', url: 'https://a.example', startsAt: '2026-12-01T17:00:00Z' },
      { title: 'Contar', url: 'https://b.example', startsAt: null },
    ],
    'Webinars: Ler, https://a.example, 1 de Dezembro de 2026; Contar, https://b.example',
  ],
  weight: [2, 'Peso: 2'],
  wrong: [1, 'Com problemas: 1'],
};

test.each(AUDITED_FIELDS)('%s is shown in words', (field) => {
  const seen = SEEN[field];
  const shown = line(null, { [field]: seen ? seen[0] : 3 });
  if (!seen) return expect(shown).toEqual([]);
  expect(shown.map((change) => `${change.field}: ${change.after}`.replaceAll('\u00a0', ' '))).toEqual(
    seen[1] === null ? [] : [seen[1]],
  );
  // The value is removed: the change shows '–' as the new value. If the value was null already, there is no change.
  expect(line({ [field]: seen[0] }, { [field]: null })).toMatchObject(seen[0] === null ? [] : [{ after: '–' }]);
});

test('only changed fields are shown, in Portuguese words', () => {
  expect(
    line(
      { theme: 'Frações', active: true, role: 'parent', revision: 1, weight: 1 },
      { theme: 'Frações', active: false, role: 'teacher', revision: 2, weight: 2, description: null },
    ),
  ).toEqual([
    { field: 'Activo', before: 'sim', after: 'não' },
    { field: 'Função', before: 'Encarregado', after: 'Professor' },
    { field: 'Peso', before: '1', after: '2' },
  ]);
});

test('of something new only what was filled in is listed; what was emptied later is', () => {
  expect(line(null, { theme: 'Frações', description: '', objectives: [], passage: null, weight: 0 })).toEqual([
    { field: 'Tema', before: null, after: 'Frações' },
    { field: 'Peso', before: null, after: '0' },
  ]);
  expect(line({ description: null }, { description: 'Somar' })).toEqual([
    { field: 'Descrição', before: null, after: 'Somar' },
  ]);
  expect(line({ description: 'Somar' }, { description: null })).toEqual([
    { field: 'Descrição', before: 'Somar', after: '–' },
  ]);
});

test.each([
  ['user.suspended', 'user 7', {}, '/admin?tab=users&search=n.%C2%BA%207'],
  ['user.erased', 'user 7', {}, null],
  ['users.exported', 'users', {}, null],
  ['test.changed', 'test 3', {}, '/admin?tab=tests&search=n.%C2%BA%203'],
  ['question.changed', 'question 9', { testId: 3 }, '/admin?tab=tests&search=n.%C2%BA%203'],
  ['question.changed', 'question 9', {}, null],
  ['payment.reversed', 'payment 12', {}, '/admin?tab=payments&search=n.%C2%BA%2012'],
  ['payment.flag-resolved', 'notification 4', {}, '/admin?tab=payments&part=decisions'],
  ['settings.changed', 'setting brand', {}, '/admin?tab=settings'],
  ['backup.made', 'backup caderneta-1.gz', {}, '/admin?tab=database'],
])('%s of %s is seen where it is', (action, subject, after, place) =>
  expect(placeOf({ action, subject, before: null, after })).toBe(place),
);

test('a long text is shown where it changed, a short one completely', () => {
  const start = 'palavra '.repeat(60);
  const [change] = line({ statement: `${start}velha` }, { statement: `${start}nova` });
  expect(change?.before).toMatch(/^….*palavra velha$/);
  expect(change?.after).toMatch(/^….*palavra nova$/);
  expect(change?.before?.length).toBeLessThan(210);
  const [first] = line({ statement: `velha ${start}` }, { statement: `nova ${start}` });
  expect(first?.before).toMatch(/^velha palavra.*…$/);
  expect(changesOf({ before: { statement: `${start}velha` }, after: {} }, Number.POSITIVE_INFINITY)[0]?.before).toBe(
    `${start}velha`,
  );
});
