// Collects the problems of the bank as they are found; they are printed at the end.

/** Every rule, and whether a violation is an error or a warning. Errors fail the check; warnings are for a person to judge. */
const RULES = {
  yaml: 'erro',
  ficheiro: 'erro',
  chave: 'erro',
  contagem: 'erro',
  curriculo: 'erro',
  alternativas: 'erro',
  escrita: 'erro',
  enunciado: 'erro',
  texto: 'erro',
  grafia: 'erro',
  formula: 'erro',
  conta: 'erro',
  figura: 'erro',
  letras: 'erro',
  comprida: 'erro',
  repetida: 'erro',
  molde: 'erro',
  modelo: 'erro',
  engano: 'erro',
  prova: 'erro',
  banco: 'erro',
  grau: 'erro',
  maiuscula: 'erro',
  imagens: 'erro',
  desenhos: 'erro',
  fonte: 'erro',
  lacuna: 'erro',
  objectivos: 'erro',
  categorias: 'erro',
  copia: 'erro',
  frase: 'erro',
  'letra-so': 'erro',
  sozinha: 'erro',
  ordem: 'erro',
  simulado: 'erro',
  exigencia: 'erro',
  'classe-escrita': 'erro',
  listas: 'erro',
  paralelo: 'erro',
  nomes: 'erro',
  silabas: 'erro',
  perguntas: 'erro',
  lugar: 'erro',
  ouvido: 'erro',
  ditado: 'erro',
  regua: 'erro',
  'letras-do-teste': 'aviso',
  negativa: 'aviso',
  'quase-igual': 'aviso',
  'figura-sem-uso': 'aviso',
  'palavra-repetida': 'aviso',
  'alt-responde': 'aviso',
} as const satisfies Record<string, 'erro' | 'aviso'>;
export type Rule = keyof typeof RULES;
/** Reports a problem of the question or the test being checked. */
export type Say = (rule: Rule, message: string) => void;

export interface Problem {
  rule: Rule;
  file: string;
  test?: string;
  question?: string;
  message: string;
}

export const problems: Problem[] = [];

export function problem(rule: Rule, file: string, message: string, test?: string, question?: string): void {
  problems.push({ rule, file, message, ...(test ? { test } : {}), ...(question ? { question } : {}) });
}

export const isError = ({ rule }: Problem): boolean => RULES[rule] === 'erro';

export const percent = (share: number) => `${Math.round(share * 100)} %`;
export const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
