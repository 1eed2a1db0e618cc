/** What a parent and a child read together of a result: what is known, then what comes next; no mark, nobody else's. */
export function wordsForChild(right: number, total: number): string[] {
  const left = total - right;
  return [
    `Fizeste ${total} perguntas.`,
    right > 0 ? (right === 1 ? 'Já sabes 1.' : `Já sabes ${right}.`) : 'Foi uma boa tentativa.',
    left > 0 ? (left === 1 ? 'Falta aprender 1, vamos treinar.' : `Faltam ${left}, vamos treinar.`) : 'Sabes todas!',
  ];
}
