/** The specification's enumerations, spelled exactly as they are stored, sent and shown. */

export const GENDERS = ['masculino', 'feminino', 'outro'] as const;
export type Gender = (typeof GENDERS)[number];

/** Classes of a child, and (the first nine) of a test. */
export const CHILD_CLASSES = [
  '1º Ano',
  '2º Ano',
  '3º Ano',
  '4º Ano',
  '5º Ano',
  '6º Ano',
  '7º Ano',
  '8º Ano',
  '9º Ano',
  '10º Ano',
  '11º Ano',
  '12º Ano',
] as const;
export type ChildClass = (typeof CHILD_CLASSES)[number];
export const TEST_CLASSES = [
  '1º Ano',
  '2º Ano',
  '3º Ano',
  '4º Ano',
  '5º Ano',
  '6º Ano',
  '7º Ano',
  '8º Ano',
  '9º Ano',
] as const;
export type TestClass = (typeof TEST_CLASSES)[number];
/** Classes that the parents' catalogue offers in its filter. */
export const CATALOGUE_CLASSES = ['1º Ano', '2º Ano', '3º Ano', '4º Ano', '5º Ano', '6º Ano'] as const;

export const DISCIPLINES = [
  'Matemática',
  'Português',
  'Ciências',
  'História',
  'Geografia',
  'Inglês',
  'Educação Física',
  'Artes',
] as const;
export type Discipline = (typeof DISCIPLINES)[number];
/** Disciplines that the parents' catalogue offers in its filter. */
export const CATALOGUE_DISCIPLINES = [
  'Matemática',
  'Português',
  'Ciências',
  'História',
  'Geografia',
  'Inglês',
] as const;

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

export const PLAN_IDS = ['free', 'individual', 'family', 'family-plus'] as const;
export type PlanId = (typeof PLAN_IDS)[number];

export const PAYMENT_METHODS = ['multicaixa', 'reference'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
export const PAYMENT_STATUSES = ['pending', 'completed', 'expired', 'cancelled', 'failed'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Minutes of extended time that a child's profile may carry; without it a test has 15. */
export const EXTENDED_TIMES = [30, 60] as const;

const STARS: Record<string, number> = { básico: 1, fácil: 2, intermediário: 3, avançado: 4, especialista: 5 };

/** Difficulty as 1 to 5 stars; a word that is not known gives 3. */
export function starsFor(difficulty: string): number {
  return STARS[difficulty.toLocaleLowerCase('pt')] ?? 3;
}

/** Text as searches and comparisons see it: without accents, case or repeated spaces. */
export function plainText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}
