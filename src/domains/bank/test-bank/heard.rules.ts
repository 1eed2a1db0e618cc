import { everyPiece, notationOf, withoutMarks } from './texts/notation.rules.ts';

/**
 * Matches a tag, which is kept as it is, or a fraction such as "3/5", unless its context makes it a date, a school year or the number of a
 * law.
 */
const FRACTION = /(<[^>]*>)|(?<![\d/.,]|Lei |n\.º )(\d{1,3})\/(\d{1,3})(?![\d/]|[.,]\d)/g;

const SIGNS: Record<string, string> = {
  times: ' vezes ',
  cdot: ' vezes ',
  div: ' a dividir por ',
  sqrt: ' raiz quadrada de ',
  le: ' menor ou igual a ',
  ge: ' maior ou igual a ',
  leq: ' menor ou igual a ',
  geq: ' maior ou igual a ',
  ne: ' diferente de ',
  neq: ' diferente de ',
  lt: ' menor que ',
  gt: ' maior que ',
  pi: ' pi ',
  pm: ' mais ou menos ',
  approx: ' aproximadamente ',
  angle: ' ângulo ',
  circ: ' graus ',
};

/** Returns text as the phone reads it aloud: fractions and signs in words, pictures by their description, blanks to fill in as "espaço". */
export function spoken(text: string): string {
  const words = withoutMarks(text, ', ').replace(/\\\$|\$((?:\\.|[^$\\])+)\$/g, (sign, formula?: string) =>
    formula === undefined
      ? sign.slice(1)
      : formula
          .replace(/\\d?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g, ' $1 sobre $2 ')
          .replace(
            /\\sqrt\s*\[(3|[^\]]*)\]/g,
            (_, index: string) => ` raiz ${index === '3' ? 'cúbica' : `de índice ${index}`} de `,
          )
          .replace(/\^\s*\{?(?=\s*\\circ)/g, '')
          .replace(/\^\s*\{?2\}?/g, ' ao quadrado ')
          .replace(/\^\s*\{?3\}?/g, ' ao cubo ')
          .replace(/\\([a-z]+)/g, (_, name: string) => SIGNS[name] ?? ' ')
          .replace(/\\[,;: ]/g, '')
          .replace(/</g, ' menor que ')
          .replace(/>/g, ' maior que ')
          .replace(/[{}\\]/g, ''),
  );
  return words
    .replace(FRACTION, (found, tag?: string, top?: string, bottom?: string) => (tag ? found : `${top} sobre ${bottom}`))
    .replace(/_{2,}/g, ' espaço ')
    .replace(/\s+/g, ' ')
    .trim();
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** Returns text as markup. */
export const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string);

/**
 * Returns markup of a text in which fractions and formulas have labels for screen readers: "3 sobre 5" for `$\frac{3}{5}$` and for 3/5. The
 * visible text is unchanged.
 *
 * @param html the text's own markup, with a `<math>` for each formula; undefined for plain text.
 * @returns undefined if there is no markup and no label is needed.
 */
export function heardMarkup(text: string, html: string | undefined): string | undefined {
  const formulas = html === undefined ? [] : everyPiece(notationOf(text)).filter(({ kind }) => kind === 'formula');
  let at = 0;
  const labelled = (html ?? escaped(withoutMarks(text).replace(/\\\$/g, '$'))).replace(
    /<math\b(?![^>]*aria-label)/g,
    (tag) => {
      const formula = formulas[at];
      const words = formula?.kind === 'formula' ? spoken(`$${formula.tex}$`) : '';
      at += 1;
      return words === '' ? tag : `${tag} aria-label="${escaped(words)}"`;
    },
  );
  const whole = labelled.replace(FRACTION, (found, tag: string | undefined, top: string, bottom: string) =>
    tag === undefined ? `<span role="math" aria-label="${top} sobre ${bottom}">${found}</span>` : found,
  );
  return html === undefined && whole === labelled ? undefined : whole;
}
