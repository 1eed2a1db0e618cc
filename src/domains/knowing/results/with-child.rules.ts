/**
 * Returns the sentences of a result for parent and child together: what the child knows, then what comes next. They contain no mark and no
 * comparison with others.
 */
export function wordsForChild(right: number, total: number): string[] {
  const left = total - right;
  return [
    `O teste tinha ${total === 1 ? '1 pergunta' : `${total} perguntas`}.`,
    right > 0 ? (right === 1 ? 'Já sabes 1.' : `Já sabes ${right}.`) : 'Foi uma boa tentativa.',
    left > 0 ? (left === 1 ? 'Falta aprender 1. Vamos treinar?' : `Faltam ${left}. Vamos treinar?`) : 'Sabes todas!',
  ];
}
