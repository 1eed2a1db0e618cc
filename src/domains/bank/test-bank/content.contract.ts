import { z } from 'zod';
import { LONGEST_DURATION, SHORTEST_DURATION } from '../../../shared/durations.ts';
import { FEWEST_ALTERNATIVES, LARGEST_WEIGHT, MAX_ALTERNATIVES } from '../../../shared/questions/question-limits.ts';
import {
  DEMANDS,
  DIFFICULTIES,
  EVALUATION_TYPES,
  READING_PROCESSES,
  SKILL_CATEGORIES,
  TEST_KINDS,
} from '../../../shared/words.ts';

const line = z.string().trim().min(1);
const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F'] as const;
const passageName = z.string().regex(/^[a-z0-9-]+$/);

/** How a question is answered in writing. If `accepted` is absent, only the right alternative counts. */
const answering = z.strictObject({
  way: z.enum(['number', 'word']),
  accepted: z.array(line).min(1).optional(),
  unit: line.optional(),
  tolerance: line.optional(),
  simplify: z.literal(true).optional(),
  capitals: z.literal(true).optional(),
  spelling: z.literal(true).optional(),
  anyAccents: z.literal(true).optional(),
});

/** One question of the bank's files; content/README.md explains each field to teachers. */
const bankQuestion = z.strictObject({
  key: line,
  objective: line,
  /** The text to read, its name in `passages` of the test, or the names of several texts to be read together. */
  passage: z.union([z.string(), z.array(passageName).min(2)]).optional(),
  statement: line,
  alternatives: z.array(line).min(FEWEST_ALTERNATIVES).max(MAX_ALTERNATIVES),
  correctAnswer: z.enum(LETTERS),
  explanation: line,
  weight: z.int().min(1).max(LARGEST_WEIGHT).default(1),
  skillCategory: z.enum(SKILL_CATEGORIES),
  /** Read by the content check only; see its rules for the cells that must have it. */
  demand: z.enum(DEMANDS).optional(),
  /** Of a question about a text. Read by the content check only. */
  process: z.enum(READING_PROCESSES).optional(),
  /** The error that a child makes who chooses each wrong alternative. Read by the content check only. */
  misconceptions: z.partialRecord(z.enum(LETTERS), line).optional(),
  /** Share of the class expected to answer it right, in fifths: 1 nearly all, 5 few. */
  difficulty: z.int().min(1).max(5),
  /** The source of a date, a number, a law or a name. */
  source: line.optional(),
  figure: z
    .string()
    .regex(/^[a-z0-9-]+\.svg$/)
    .optional(),
  figureAlt: line.optional(),
  check: line.optional(),
  answering: answering.optional(),
});

const writtenTest = z.strictObject({
  key: z.string().regex(/^[a-z0-9-]+$/),
  /** The letter of this test among the parallel tests of its class, discipline and theme. */
  form: z
    .string()
    .regex(/^[A-Z]$/)
    .default('A'),
  /** `theme` by default. */
  kind: z.enum(TEST_KINDS).optional(),
  theme: line,
  /** For a rehearsal, its first theme. */
  curriculumTheme: line,
  description: line,
  difficultyLevel: z.enum(DIFFICULTIES),
  evaluationType: z.enum(EVALUATION_TYPES),
  /** Minutes; 15 by default. */
  duration: z.int().min(SHORTEST_DURATION).max(LONGEST_DURATION).optional(),
  /** Texts that several questions are about, by name: each is written once. */
  passages: z.record(passageName, z.string()).optional(),
  questions: z.array(bankQuestion).min(1),
});

/** Replaces the names of texts by the texts, so that each question stands alone. */
const bankTest = writtenTest.transform(({ passages = {}, ...test }, context) => {
  const say = (message: string, ...path: (string | number)[]) =>
    context.addIssue({ code: 'custom', path, message, input: test });
  const used = new Map<string, number>();
  const textOf = (name: string, index: number): string => {
    const text = passages[name];
    if (text === undefined) say(`não há o texto «${name}» em passages`, 'questions', index, 'passage');
    used.set(name, (used.get(name) ?? 0) + 1);
    return text ?? '';
  };
  const questions = test.questions.map((question, index) => {
    const { passage } = question;
    if (passage === undefined) return { ...question, passage };
    if (Array.isArray(passage))
      return { ...question, passage: passage.map((name) => textOf(name, index).trim()).join('\n\n') };
    if (passageName.safeParse(passage).success) return { ...question, passage: textOf(passage, index) };
    if (test.questions.findIndex((other) => other.passage === passage) < index)
      say('o mesmo texto já está noutra questão; escreva-o uma vez em passages', 'questions', index, 'passage');
    return { ...question, passage };
  });
  for (const name of Object.keys(passages))
    if ((used.get(name) ?? 0) < 2) say(`passages é para textos de várias questões: «${name}»`, 'passages', name);
  return { ...test, questions };
});

/** A file of the bank, about one discipline and one class. There may be several files for the same class. */
export const bankFile = z.strictObject({
  discipline: z.enum(['Matemática', 'Português', 'Ciências', 'História', 'Geografia', 'Inglês']),
  schoolClass: z.enum(['1º Ano', '2º Ano', '3º Ano', '4º Ano', '5º Ano', '6º Ano']),
  tests: z.array(bankTest).min(1),
});
export type BankFile = z.output<typeof bankFile>;

export type BankTest = BankFile['tests'][number];
export type BankQuestion = BankTest['questions'][number];
