import { SPELLINGS } from './spelling.rules.ts';

// Words that the agreement of 1990 spells differently from Angola. What only Brazil spells differently (económico, económica) is not among them.

const OTHERS: Readonly<Record<string, string>> = {
  pára: 'para',
  pêlo: 'pelo',
  pêlos: 'pelos',
  pólo: 'polo',
  heróico: 'heroico',
  jibóia: 'jiboia',
  asteróide: 'asteroide',
  'há-de': 'há de',
  'hás-de': 'hás de',
  'hei-de': 'hei de',
  'hão-de': 'hão de',
  'fim-de-semana': 'fim de semana',
  'dia-a-dia': 'dia a dia',
  'auto-estrada': 'autoestrada',
  'anti-aéreo': 'antiaéreo',
  inspeccionou: 'inspecionou',
  inspecção: 'inspeção',
  inspector: 'inspetor',
  perfeccionar: 'perfecionar',
  espectáculos: 'espetáculos',
};

/** Removes what the agreement removes: silent consonants, the accents of open diphthongs and double vowels, capitals of months. */
const folded = (word: string): string =>
  word
    .toLowerCase()
    .replace(/[cp](?=[ctç])/g, '')
    .replace(/ó(?=i)/g, 'o')
    .replace(/ê(?=em)/g, 'e');

const REFORMED = new Map<string, string>([
  ...[...SPELLINGS].flatMap(([other, angolan]): [string, string][] =>
    folded(angolan) === folded(other) ? [[angolan.toLowerCase(), other]] : [],
  ),
  ...Object.entries(OTHERS),
]);

/** Returns a word in the spelling of 1990, with its capital, or undefined if that is the same. */
export function reformed(word: string): string | undefined {
  const other = REFORMED.get(word.normalize('NFC').toLowerCase());
  if (other === undefined) return undefined;
  const month = SPELLINGS.get(other) !== undefined && /^\p{Lu}/u.test(SPELLINGS.get(other) ?? '');
  return /^\p{Lu}/u.test(word) && !month ? other.charAt(0).toUpperCase() + other.slice(1) : other;
}
