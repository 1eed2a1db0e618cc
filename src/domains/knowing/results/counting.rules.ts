/** Returns the sentence that says what a marked attempt counts for, if it does not count for everything; otherwise null. */
export function countingSentence({
  onPaper,
  offline,
  timeConfirmed,
  late,
  extendedTime,
}: {
  onPaper: boolean;
  offline: boolean;
  timeConfirmed: boolean | null;
  late: boolean;
  extendedTime: boolean;
}): string | null {
  const ownOnly = 'Conta no relatório e no mapa da criança. Não entra nas médias das outras famílias.';
  if (late) return 'Enviado mais tarde: não conta para a média nem para o mapa.';
  if (timeConfirmed === false)
    return 'Feito sem internet, tempo não confirmado: não conta para a média nem para o mapa.';
  if (onPaper) return `Feito em papel. ${ownOnly}`;
  if (offline) return `Feito sem internet. ${ownOnly}`;
  return extendedTime ? ownOnly : null;
}
