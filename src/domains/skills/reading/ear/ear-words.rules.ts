// Separate from the words of a reading, which need more code than the training has to load.

/** Says why a word of the ear's training escaped: what the voice did with it, or that it was right. @param planted undefined for a right word */
export function escapedWords(
  planted: { outcome: 'wrong' | 'selfCorrected'; spoken: string; pause: number | null } | undefined,
): string {
  if (!planted) return 'Disse bem. Não se marca.';
  if (planted.outcome === 'selfCorrected')
    return `Disse «${planted.spoken.split('…')[0]}» e corrigiu-se. Conta como certa: toque duas vezes.`;
  if (planted.spoken === '') return 'Saltou esta palavra. Conta como errada.';
  if (planted.pause !== null) return `Calou-se ${planted.pause} segundos. Depois de 3, conta como errada.`;
  return `Disse «${planted.spoken}». Conta como errada.`;
}
