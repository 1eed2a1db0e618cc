/** The specification's enumerations: the values as stored and sent. Some are also their labels. */

export const GENDERS = ['masculino', 'feminino', 'outro'] as const;
export type Gender = (typeof GENDERS)[number];

/** Classes in the filter of the parents' catalogue. */
export const CATALOGUE_CLASSES = ['1º Ano', '2º Ano', '3º Ano', '4º Ano', '5º Ano', '6º Ano'] as const;
/** School classes of a test. */
export const TEST_CLASSES = [...CATALOGUE_CLASSES, '7º Ano', '8º Ano', '9º Ano'] as const;
export type TestClass = (typeof TEST_CLASSES)[number];
/** School classes of a child. */
export const CHILD_CLASSES = [...TEST_CLASSES, '10º Ano', '11º Ano', '12º Ano'] as const;
export type ChildClass = (typeof CHILD_CLASSES)[number];

/** Disciplines in the filter of the parents' catalogue. */
export const CATALOGUE_DISCIPLINES = [
  'Matemática',
  'Português',
  'Ciências',
  'História',
  'Geografia',
  'Inglês',
] as const;
export const DISCIPLINES = [...CATALOGUE_DISCIPLINES, 'Educação Física', 'Artes'] as const;
export type Discipline = (typeof DISCIPLINES)[number];

export const DIFFICULTIES = ['Básico', 'Intermediário', 'Avançado'] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];
export const EVALUATION_TYPES = ['Diagnóstico', 'Formativo', 'Somativo'] as const;
export type EvaluationType = (typeof EVALUATION_TYPES)[number];
export const SKILL_CATEGORIES = [
  'Conhecimento',
  'Compreensão',
  'Aplicação',
  'Análise',
  'Síntese',
  'Avaliação',
] as const;
export type SkillCategory = (typeof SKILL_CATEGORIES)[number];
/**
 * What a question of the bank asks of a child: to recall a fact or a name, to apply what was learnt or read to one case, or to reason from
 * evidence (TIMSS: knowing, applying, reasoning). It is stricter than `SKILL_CATEGORIES`, which names the operation.
 */
export const DEMANDS = ['recall', 'apply', 'reason'] as const;
export type Demand = (typeof DEMANDS)[number];

/**
 * What a question about a text asks of a reader (PIRLS): to retrieve what is said, to infer what is not said, to interpret and connect ideas
 * of the whole text or of two texts, or to evaluate its language, its form and its author's purpose.
 */
export const READING_PROCESSES = ['retrieve', 'infer', 'interpret', 'evaluate'] as const;
export type ReadingProcess = (typeof READING_PROCESSES)[number];

/** The kinds of tests: about a theme of the curriculum, or a rehearsal of a discipline's national exam. */
export const TEST_KINDS = ['theme', 'rehearsal'] as const;
export type TestKind = (typeof TEST_KINDS)[number];

export const PLAN_IDS = ['free', 'individual', 'family', 'family-plus'] as const;
export type PlanId = (typeof PLAN_IDS)[number];

export const PAYMENT_METHODS = ['multicaixa', 'reference'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
export const PAYMENT_STATUSES = ['pending', 'completed', 'expired', 'cancelled', 'failed'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Minutes of extended time available in a child's profile, for a test of the usual 15 (durations.ts). */
export const EXTENDED_TIMES = [30, 60] as const;

const STARS: Record<string, number> = { básico: 1, fácil: 2, intermediário: 3, avançado: 4, especialista: 5 };

/** Returns a difficulty as 1 to 5 stars; an unknown word gives 3. */
export function starsFor(difficulty: string): number {
  return STARS[difficulty.toLocaleLowerCase('pt')] ?? 3;
}

/** Returns text normalised for searching and comparing: no accents, lower case, single spaces. */
export function plainText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** The specification's spellings of themes in the catalogue's filter that differ from Angola's spelling. */
export const SPECIFIED_THEMES: Readonly<Record<string, string>> = { Fracções: 'Frações' };

/** Returns a key that is the same for all tests of a theme, however its name is written. */
export function themeKeyOf(theme: string): string {
  const key = plainText(theme);
  const own = Object.entries(SPECIFIED_THEMES).find(([, specified]) => plainText(specified) === key)?.[0];
  return own === undefined ? key : plainText(own);
}

/** Returns the built file of the registration form, which shows the plan that a link names. */
export const registrationFile = (plan: PlanId | undefined): string =>
  plan ? `auth-register-${plan}.html` : 'auth-register.html';
