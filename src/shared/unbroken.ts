/** A text whose numbers stay on one line, each with its unit: "1 000 000", "4 L". */
export const unbroken = (text: string): string =>
  text.replace(/(\d) (?=\d{3}|(?:[kcdm]?[mg]|[cdm]?L|Kz|h|min)\b)/g, '$1\u00a0');
