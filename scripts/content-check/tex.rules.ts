import { FORMULA } from './content.rules.ts';

const COMMANDS = new Set(['frac', 'times', 'div', 'sqrt', 'le', 'ge', 'ne', ',', '%', '$']);

/** Reports mathematics outside the subset of TeX that content/README.md lists. */
export function texProblems(text: string): string[] {
  const problems: string[] = [];
  const outside = text.replace(FORMULA, ' ');
  if (/(?<!\\)\$/.test(outside)) problems.push('há um cifrão sem par (o cifrão que se lê escreve-se \\$)');
  const stray = /\\(?!\$)\S*/.exec(outside);
  if (stray) problems.push(`«${stray[0]}» está fora de uma fórmula $…$`);
  for (const [, formula = ''] of text.matchAll(FORMULA)) {
    const shown = `na fórmula $${formula}$`;
    if (formula.trim() === '') problems.push('há uma fórmula vazia');
    for (const [, command = ''] of formula.matchAll(/\\([a-zA-Z]+|.)/g))
      if (!COMMANDS.has(command)) problems.push(`${shown}, \\${command} não faz parte do TeX aceite`);
    const rest = formula.replace(/\\([a-zA-Z]+|.)/g, ' ');
    const strange = /[^\w\s+\-*/=<>()[\]{}^.,:;|!?'−°²³×÷≤≥≠√πºª]/u.exec(rest.replace(/\p{L}/gu, ''));
    if (strange) problems.push(`${shown}, o carácter «${strange[0]}» não é aceite`);
    if (!balanced(rest)) problems.push(`${shown}, as chavetas não fecham`);
    if (/\\frac(?!\s*\{[^{}]*(\{[^{}]*\}[^{}]*)*\}\s*\{)/.test(formula))
      problems.push(`${shown}, \\frac precisa de dois pares de chavetas`);
    if (/\d \d{3}(?!\d)/.test(formula)) problems.push(`${shown}, o espaço dos milhares escreve-se \\,`);
    if (/\d,\d/.test(formula)) problems.push(`${shown}, a vírgula decimal escreve-se {,}`);
  }
  return problems;
}

function balanced(formula: string): boolean {
  let depth = 0;
  for (const character of formula) {
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
