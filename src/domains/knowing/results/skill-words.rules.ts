/** What a child does in a question of each skill category, as families read it. */
const VERBS: Readonly<Record<string, string>> = {
  Conhecimento: 'lembrar',
  Compreensão: 'compreender',
  Aplicação: 'usar o que sabe',
  Análise: 'comparar e explicar',
  Síntese: 'juntar ideias',
  Avaliação: 'julgar e justificar',
};

/** Returns a skill category within a sentence: "comparar e explicar" of 'Análise'. */
export const skillVerb = (category: string): string => VERBS[category] ?? category;

/** Returns a skill category as a label: "Comparar e explicar". */
export function skillInWords(category: string): string {
  const verb = skillVerb(category);
  return `${verb.charAt(0).toUpperCase()}${verb.slice(1)}`;
}
