// What spreadsheets and wrong encodings make of a text.

/** What spreadsheets make of a fraction: 1/2 becomes "1/fev", "01-Feb" or "fev/01". */
const MONTH = '(?:jan|fev|feb|mar|abr|apr|mai|may|jun|jul|ago|aug|set|sep|out|oct|nov|dez|dec)\\.?';
const DATE = new RegExp(`^(?:\\d{1,2}[/-]${MONTH}|${MONTH}[/-]\\d{1,4})$`, 'i');
const WHOLE_DATE = /^\d{1,2}[/-]\d{1,2}[/-]\d{2,4}$/;
const FRACTION = /^\d{1,3}\/\d{1,3}$/;
/**
 * What Excel shows for a formula that fails, in English and in Portuguese, and for a number too wide for its column; a number shortened to
 * powers of ten, and a formula that keeps a text as a text.
 */
const CHANGED =
  /^(?:#(?:REF!|NAME\?|VALUE!|DIV\/0!|N\/A|NULL!|NUM!|NOME\?|VALOR!|N\/D|NÚM!|NULO!|SPILL!|CALC!)|#{3,}|\d(?:[.,]\d+)?E[+-]?\d{1,3}|="[^"]*")$/i;
/** Matches UTF-8 that was decoded as Windows-1252, and letters replaced by "?". */
const MISREAD = /(?<!\p{L})\p{L}*(?:Ã[£¡©ªµ³º§¢\u00a0]|Â[ºª°«»·])\p{L}*/gu;
const LACKING = /(?<![\p{L}\d?=&/.:])(?:\p{L}+\?{1,3}\p{Ll}+|\?\p{Ll}{2,})/gu;

const quoted = (texts: readonly string[]) =>
  [...new Set(texts)]
    .slice(0, 4)
    .map((text) => `«${text}»`)
    .join(', ');
const confirm = (what: string, texts: readonly string[]): string[] =>
  texts.length === 0 ? [] : [`O Excel pode ter mudado ${what} (${quoted(texts)}): confirme-o.`];

/** Reports what is probably not what the author wrote, although it can be stored. */
export function spoiltNotes(texts: readonly string[], alternatives: readonly string[]): string[] {
  const hasFractions = alternatives.some((text) => FRACTION.test(text));
  const dates = alternatives.filter((text) => DATE.test(text) || (hasFractions && WHOLE_DATE.test(text)));
  const misread = texts.flatMap((text) => (/[ÃÂ]/.test(text) ? (text.slice(0, 10_000).match(MISREAD) ?? []) : []));
  const lacking = texts.flatMap((text) => (text.includes('?') ? (text.slice(0, 10_000).match(LACKING) ?? []) : []));
  const letters = [...misread, ...lacking];
  return [
    ...confirm('uma fracção para data', dates),
    ...confirm(
      'o que estava na célula',
      [...texts, ...alternatives].filter((text) => CHANGED.test(text)),
    ),
    ...(letters.length === 0
      ? []
      : [
          `Há letras que parecem estragadas (${quoted(letters)}): confirme-as, ou guarde o ficheiro em UTF-8 e tente de novo.`,
        ]),
  ];
}
