/** Inserts no-break spaces, so that numbers stay on one line with their units: "1 000 000", "4 L". */
export const unbroken = (text: string): string =>
  text.replace(/(\d) (?=\d{3}|(?:[kcdm]?[mg]|[cdm]?L|Kz|h|min)\b)/g, '$1\u00a0');
