import { z } from 'zod';
import { LONGEST_DURATION, SHORTEST_DURATION } from '../../../shared/durations.ts';
import type { Contract } from '../../../shared/endpoint.ts';
import { filter, flagInForm, id, idInPath, moment, optionalText, paging, text } from '../../../shared/fields.ts';
import {
  LARGEST_WEIGHT,
  LONGEST,
  LONGEST_OF_TEST,
  MAX_AT_ONCE,
  MAX_OF_TEST,
  WEIGHT_PROBLEM,
} from '../../../shared/questions/question-limits.ts';
import { EXEMPT } from '../../../shared/step-up.ts';
import { DIFFICULTIES, DISCIPLINES, EVALUATION_TYPES, SKILL_CATEGORIES, TEST_CLASSES } from '../../../shared/words.ts';
import type { LooseAnswering } from '../answering/answering.contract.ts';
import { imageId } from '../test-bank/images.contract.ts';
import { question, testCard } from '../test-bank/tests.contract.ts';

const staff = { allow: ['teacher', 'admin'], owner: null } as const;
const teacher = { allow: ['teacher'], owner: null } as const;

/** A test as its authors see it. */
export const teacherTest = testCard.extend({
  /** Whether each attempt gets the alternatives in another order. */
  shuffle: z.boolean(),
  /** Increases with every change. It is sent with a change, so that two people do not overwrite each other's work. */
  revision: z.int(),
  /** Name of its author; null for tests of the bank's files. */
  author: z.string().nullable(),
  updatedAt: moment,
});

const teacherQuestion = question.extend({ revision: z.int(), difficulty: z.int().nullable() });
export type TeacherQuestion = z.output<typeof teacherQuestion>;

/** A question in the list of the whole bank. */
const bankQuestion = teacherQuestion.extend({
  test: testCard.pick({ id: true, discipline: true, theme: true, form: true, schoolClass: true, active: true }),
});

const revision = z.int('Indique um número inteiro.').optional();

/** Returns an enumeration; absent, empty or null stand for its default. */
const choice = <const Words extends readonly [string, ...string[]]>(
  words: Words,
  usual: Words[number],
  message: string,
) =>
  z
    .union([z.enum(words), z.literal('')], message)
    .nullish()
    .transform((value) => (value || usual) as Words[number]);

const DURATION = `A duração é um número inteiro de minutos, de ${SHORTEST_DURATION} a ${LONGEST_DURATION}.`;
const testFields = z.object({
  discipline: z.enum(DISCIPLINES, 'O campo Disciplina é obrigatório'),
  theme: text(LONGEST_OF_TEST.theme, 1, 'O campo Tema é obrigatório'),
  schoolClass: z.enum(TEST_CLASSES, 'O campo Ano Escolar é obrigatório'),
  /** The letter among the parallel tests of its theme. If absent, it is unchanged; a new test gets the first free one. */
  form: z
    .string('A prova é uma letra, de A a Z.')
    .trim()
    .regex(/^[A-Za-z]{0,2}$/, 'A prova é uma letra, de A a Z.')
    .nullish()
    .transform((form) => form?.toUpperCase() || null),
  description: optionalText(LONGEST_OF_TEST.description).optional(),
  difficultyLevel: choice(DIFFICULTIES, 'Intermediário', 'Escolha a dificuldade.'),
  evaluationType: choice(EVALUATION_TYPES, 'Diagnóstico', 'Escolha o tipo de avaliação.'),
  /** If absent, it is unchanged; off for a new test. */
  shuffle: z.boolean('Indique sim ou não.').optional(),
  /** Minutes for a child without extended time. If absent, they are unchanged; 15 for a new test. */
  duration: z
    .union(
      [
        z.int(DURATION).min(SHORTEST_DURATION, DURATION).max(LONGEST_DURATION, DURATION),
        z
          .string()
          .trim()
          .regex(/^\d{0,3}$/, DURATION),
      ],
      DURATION,
    )
    .nullish()
    .transform((value) => (value ? Number(value) : undefined))
    .refine((value) => value === undefined || (value >= SHORTEST_DURATION && value <= LONGEST_DURATION), DURATION),
});

const short = (most: number, message: string) => z.string(message).max(most, message).nullish();
const flag = z.boolean('Indique sim ou não.').nullish();
/** How the question is answered. */
const answeringField = z
  .object(
    {
      way: z.enum(['choice', 'number', 'word'], 'Escolha como se responde.'),
      /** Values that count as right besides the right alternative. */
      accepted: z
        .array(z.string('Escreva as respostas certas.').max(200, 'Uma resposta certa tem no máximo 40 caracteres.'))
        .max(50, 'Há respostas certas a mais.')
        .nullish(),
      unit: short(100, `A unidade tem no máximo ${LONGEST.unit} caracteres.`),
      tolerance: short(40, 'A tolerância é um número, como 0,5.'),
      simplify: flag,
      capitals: flag,
      spelling: flag,
      anyAccents: flag,
    },
    'Escolha como se responde.',
  )
  .nullish()
  .transform((given): LooseAnswering | null | undefined => {
    if (!given || given.way === 'choice') return given && null;
    const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined));
    return { ...set, way: given.way };
  });

const DIFFICULTY = 'O grau é um número inteiro de 1 a 5.';
const questionFields = z.object({
  statement: text(LONGEST.statement, 1, 'O enunciado da questão é obrigatório'),
  /** A list, or a list as JSON text; each alternative with or without its letter. */
  alternatives: z.union(
    [z.string().max(20_000), z.array(z.string().max(4_000)).max(50)],
    'As alternativas são obrigatórias',
  ),
  correctAnswer: z.string('A resposta correta é obrigatória').max(20, 'A resposta certa é uma letra, de A a F.'),
  explanation: optionalText(LONGEST.explanation).optional(),
  weight: z
    .union(
      [
        z.int(WEIGHT_PROBLEM).min(1, WEIGHT_PROBLEM).max(LARGEST_WEIGHT, WEIGHT_PROBLEM),
        z.string().regex(/^(10|[1-9])$/, WEIGHT_PROBLEM),
      ],
      WEIGHT_PROBLEM,
    )
    .nullish()
    .transform((value) => Number(value ?? 1)),
  skillCategory: z
    .union([z.enum(SKILL_CATEGORIES), z.literal('')], 'Escolha uma das categorias.')
    .nullish()
    .transform((value) => value || null),
  /** Code of the objective in the curriculum that the question measures. */
  objective: optionalText(LONGEST.objective).optional(),
  /** The passage to read before the question. */
  passage: optionalText(LONGEST.passage).optional(),
  /** The author's difficulty: 1 if nearly the whole class answers right, 5 if few do. If absent, it is unchanged. */
  difficulty: z
    .union(
      [z.int(DIFFICULTY).min(1, DIFFICULTY).max(5, DIFFICULTY), z.string().regex(/^[1-5]$/, DIFFICULTY)],
      DIFFICULTY,
    )
    .nullish()
    .transform((value) => (value == null ? value : Number(value))),
  /** How it is answered in writing. If absent, it is unchanged; null, or the way `choice`, is by choosing an alternative. */
  answering: answeringField,
  /** If absent, it is unchanged. Null removes the picture or drawing. */
  image: z
    .object({ id: imageId, alt: text(300, 1, 'Descreva a imagem para quem não a vê.') }, 'Escolha uma imagem.')
    .nullish(),
});
export type QuestionFields = z.output<typeof questionFields>;

const markup = z.object({
  statement: z.string().optional(),
  passage: z.string().optional(),
  alternatives: z.array(z.string()).optional(),
  explanation: z.string().optional(),
});

const defaults = z.object({
  discipline: z.enum(DISCIPLINES).nullable(),
  schoolClass: z.enum(TEST_CLASSES).nullable(),
  difficultyLevel: z.enum(DIFFICULTIES),
  evaluationType: z.enum(EVALUATION_TYPES),
  shuffle: z.boolean(),
});
export type Defaults = z.output<typeof defaults>;

/** Ids of selected questions, at most `most`. */
export const chosenIds = (most: number) =>
  z.array(id, 'Escolha questões.').min(1, 'Escolha pelo menos uma questão.').max(most, `No máximo ${most} questões.`);
const search = z.string().max(200, 'No máximo 200 caracteres.').optional();

export const authoringContract = {
  'GET /api/teacher/tests': {
    summary: 'List all tests of the bank, active and inactive',
    authz: { ...staff, stepUp: EXEMPT.reads },
    query: z.object({
      search,
      discipline: filter,
      class: filter,
      theme: filter,
      active: flagInForm,
      ...paging,
    }),
    output: z.array(teacherTest),
  },
  'POST /api/teacher/tests': {
    summary: 'Create a test, active unless it is a draft; families see it once it has questions',
    authz: { ...teacher, stepUp: EXEMPT.bank },
    body: testFields.extend({
      /** Whether families do not see the test until it is activated, as the form of the app asks. */
      draft: z.boolean('Indique true ou false.').default(false),
    }),
    output: teacherTest,
    status: 201,
  },
  'GET /api/teacher/tests/:id': {
    summary: 'Return one test',
    authz: { ...staff, stepUp: EXEMPT.reads },
    params: z.object({ id: idInPath }),
    output: teacherTest,
  },
  'PUT /api/teacher/tests/:id': {
    summary: 'Change a test; attempts keep the version that they started with',
    authz: { ...teacher, stepUp: EXEMPT.bank },
    params: z.object({ id: idInPath }),
    body: testFields.extend({ revision }),
    output: teacherTest,
  },
  'PATCH /api/teacher/tests/:id/toggle-active': {
    summary: 'Activate or deactivate a test: as the body says, or without one the other of its present state',
    authz: { ...staff, stepUp: EXEMPT.bank },
    params: z.object({ id: idInPath }),
    /** The wanted state. Without it the request inverts the present one. */
    body: z.object({ active: z.boolean('Diga se o teste fica activo.').optional() }).nullish(),
    output: teacherTest,
  },
  'POST /api/teacher/tests/:id/duplicate': {
    summary: 'Copy a test with its questions; the copy is inactive',
    authz: { ...teacher, stepUp: EXEMPT.bank },
    params: z.object({ id: idInPath }),
    output: teacherTest,
    status: 201,
  },
  'POST /api/teacher/tests/:id/forms': {
    summary:
      'Create another form of a test’s theme with the same details, the next letter and no questions; it is inactive',
    authz: { ...teacher, stepUp: EXEMPT.bank },
    params: z.object({ id: idInPath }),
    output: teacherTest,
    status: 201,
  },
  'DELETE /api/teacher/tests/:id': {
    summary: 'Delete a test that no child has taken; it can be restored for 30 days',
    authz: { ...teacher, stepUp: EXEMPT.bank },
    params: z.object({ id: idInPath }),
    output: z.null(),
    status: 204,
  },
  'GET /api/teacher/tests/:id/questions': {
    summary: 'List the questions of a test with their keys',
    authz: { ...staff, stepUp: EXEMPT.reads },
    params: z.object({ id: idInPath }),
    output: z.array(teacherQuestion),
  },
  'POST /api/teacher/tests/:id/questions': {
    summary: 'Add a question at the end of a test',
    authz: { ...teacher, stepUp: EXEMPT.bank },
    params: z.object({ id: idInPath }),
    body: questionFields,
    output: teacherQuestion,
    status: 201,
  },
  'PUT /api/teacher/tests/:id/questions/order': {
    summary: 'Set the order of a test’s questions; needs the ids of all of them',
    authz: { ...teacher, stepUp: EXEMPT.bank },
    params: z.object({ id: idInPath }),
    body: z.object({ questionIds: chosenIds(MAX_OF_TEST) }),
    // The longest list, with ids of ten digits.
    maxBodyBytes: 512 * 1024,
    output: z.array(teacherQuestion),
  },
  'POST /api/teacher/tests/:id/questions/copy': {
    summary: 'Copy questions of any tests to the end of this one',
    authz: { ...teacher, stepUp: EXEMPT.bank },
    params: z.object({ id: idInPath }),
    body: z.object({ questionIds: chosenIds(MAX_AT_ONCE) }),
    output: z.array(teacherQuestion),
    status: 201,
  },
  'PUT /api/teacher/questions/:id': {
    summary: 'Change a question; attempts keep the version that they started with',
    authz: { ...teacher, stepUp: EXEMPT.bank },
    params: z.object({ id: idInPath }),
    body: questionFields.extend({ revision }),
    output: teacherQuestion,
  },
  'DELETE /api/teacher/questions/:id': {
    summary: 'Delete a question; attempts keep it, and it can be restored for 30 days',
    authz: { ...teacher, stepUp: EXEMPT.bank },
    params: z.object({ id: idInPath }),
    output: z.null(),
    status: 204,
  },
  'GET /api/teacher/questions': {
    summary: 'List the questions of all tests, newest first',
    authz: { ...staff, stepUp: EXEMPT.reads },
    query: z.object({
      search,
      discipline: filter,
      class: filter,
      category: filter,
      /** Code of an objective, or of a theme for all its objectives. */
      objective: filter,
      ...paging,
    }),
    output: z.array(bankQuestion),
  },
  'POST /api/teacher/preview': {
    summary: 'Render the texts of a question; stores nothing',
    authz: { ...teacher, stepUp: EXEMPT.reads },
    body: z.object({
      statement: z.string().max(4000).optional(),
      passage: z.string().max(8000).optional(),
      alternatives: z.array(z.string().max(2000)).max(10).optional(),
      explanation: z.string().max(8000).optional(),
    }),
    output: z.object({
      html: markup,
      problems: z.record(z.string(), z.string()),
      /** What the printed test cannot show, in sentences. */
      notes: z.array(z.string()),
    }),
  },
  'GET /api/teacher/settings': {
    summary: 'Return the defaults of the caller’s new tests',
    authz: { ...teacher, stepUp: EXEMPT.own },
    output: defaults,
  },
  'PUT /api/teacher/settings': {
    summary: 'Change the defaults of the caller’s new tests',
    authz: { ...teacher, stepUp: EXEMPT.own },
    body: z.object({
      discipline: z
        .enum(DISCIPLINES, 'Escolha uma disciplina.')
        .nullish()
        .transform((value) => value ?? null),
      schoolClass: z
        .enum(TEST_CLASSES, 'Escolha um ano.')
        .nullish()
        .transform((value) => value ?? null),
      difficultyLevel: choice(DIFFICULTIES, 'Intermediário', 'Escolha a dificuldade.'),
      evaluationType: choice(EVALUATION_TYPES, 'Diagnóstico', 'Escolha o tipo de avaliação.'),
      shuffle: z
        .boolean('Indique sim ou não.')
        .optional()
        .transform((value) => value ?? true),
    }),
    output: defaults,
  },
} as const satisfies Contract;
