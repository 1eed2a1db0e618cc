import { format, isDateFormat } from 'numfmt';
import { lowered, raised } from '../formulas.rules.ts';
import { materialized, type Place, resolved } from '../set-off.rules.ts';
import {
  allNamed,
  attributeOf,
  childNamed,
  childrenNamed,
  isElement,
  plainName,
  readXml,
  textOf,
  type XmlElement,
} from '../xml.rules.ts';

// How Excel shows a cell: the runs of its text, its font, and its number format.

export const NOTHING: XmlElement = { name: '', attributes: {}, children: [], line: 0 };

/** Stands for a built-in format of money, whose currency only the computer knows that wrote the file. */
const MONEY = 'money';

/** A text of a cell in the bank's notation, and the parts that its characters' formats set off in other ways. */
export interface Rich {
  text: string;
  emphasis: string[];
}

/** Reads the shared strings of a workbook, one after another. */
export function sharedStrings(text: string): Rich[] {
  const strings: Rich[] = [];
  readXml(text, (element, within) => {
    if (within.length !== 1 || plainName(element.name) !== 'si') return false;
    strings.push(richText(element));
    return true;
  });
  return strings;
}

/**
 * Returns the text of a string including its runs: raised, lowered, bold and underlined ones in the bank's notation. Phonetic text
 * (Japanese) is omitted.
 */
function richText(element: XmlElement): Rich {
  const emphasis: string[] = [];
  const places: Place[] = [];
  let text = '';
  for (const child of element.children.filter(isElement)) {
    const name = plainName(child.name);
    if (name === 't') text += unescaped(textOf(child));
    if (name !== 'r') continue;
    const run = childrenNamed(child, 't')
      .map((one) => unescaped(textOf(one)))
      .join('');
    const font = fontOf(childNamed(child, 'rpr') ?? NOTHING);
    const from = text.length;
    text += shifted(run, font.shift);
    if (run.trim() === '') continue;
    if (font.isEmphatic) emphasis.push(run.trim());
    if (font.isBold) places.push({ kind: 'bold', from, to: text.length, number: 0 });
    if (font.isUnderlined) places.push({ kind: 'underlined', from, to: text.length, number: 0 });
  }
  const set = places.length === 0 ? undefined : resolved(materialized(text, places, 0), true);
  return {
    text: set?.text ?? text,
    emphasis: [...(emphasis.join('').length < 0.9 * text.trim().length ? emphasis : []), ...(set?.unkept ?? [])],
  };
}

/** Excel writes some characters as _x000D_. */
const unescaped = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Raises or lowers a text, without the spaces at its ends. */
function shifted(text: string, shift: Font['shift']): string {
  const inside = text.trim();
  if (!shift || inside === '') return text;
  return text.replace(inside, () => (shift === 'superscript' ? raised(inside) : lowered(inside)));
}

interface Font {
  shift: 'superscript' | 'subscript' | undefined;
  isBold: boolean;
  isUnderlined: boolean;
  isStruckOut: boolean;
  /** In white letters, which nobody sees on an empty cell. */
  isWhite: boolean;
  /** Italic, struck out or coloured. */
  isEmphatic: boolean;
}

function fontOf(properties: XmlElement): Font {
  const isOn = (name: string) => {
    const found = childNamed(properties, name);
    return found !== undefined && !/^(?:0|false|none)$/i.test(attributeOf(found, 'val') ?? '');
  };
  const shift = attributeOf(childNamed(properties, 'vertalign') ?? NOTHING, 'val')?.toLowerCase();
  const colour = attributeOf(childNamed(properties, 'color') ?? NOTHING, 'rgb');
  const theme = attributeOf(childNamed(properties, 'color') ?? NOTHING, 'theme');
  return {
    shift: shift === 'superscript' || shift === 'subscript' ? shift : undefined,
    isBold: isOn('b'),
    isUnderlined: isOn('u'),
    isStruckOut: isOn('strike'),
    isWhite: /^(?:FF)?F{6}$/i.test(colour ?? '') || theme === '0',
    isEmphatic: ['i', 'strike'].some(isOn) || (colour !== undefined && !/^(?:FF)?0{6}$/i.test(colour)),
  };
}

/** How a cell is shown: its number format, undefined for a plain number, and its font. */
export interface Style extends Font {
  code: string | undefined;
  /** Whether nobody sees the cell's text in its program: white letters on no colour, or a format that shows nothing. */
  isUnseen: boolean;
}
const PLAIN_FONT: Font = {
  shift: undefined,
  isBold: false,
  isUnderlined: false,
  isStruckOut: false,
  isWhite: false,
  isEmphatic: false,
};
export const PLAIN: Style = { ...PLAIN_FONT, code: undefined, isUnseen: false };
/** A format that shows neither numbers nor texts. */
const SHOWS_NOTHING = /^;;;$/;

/** Excel's built-in formats, which have no format code in the file. Those of money depend on the computer and are refused. */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: MONEY,
  6: MONEY,
  7: MONEY,
  8: MONEY,
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  37: '#,##0;-#,##0',
  38: '#,##0;-#,##0',
  39: '#,##0.00;-#,##0.00',
  40: '#,##0.00;-#,##0.00',
  41: '#,##0',
  42: MONEY,
  43: '#,##0.00',
  44: MONEY,
  48: '##0.0E+0',
};

/** Returns how each style of the workbook shows a cell. */
export function stylesOf(root: XmlElement | undefined): Style[] {
  if (!root) return [];
  const codes = new Map(
    allNamed(root, 'numfmt').map((one) => [attributeOf(one, 'numfmtid'), attributeOf(one, 'formatcode') ?? '']),
  );
  const fonts = childrenNamed(childNamed(root, 'fonts') ?? NOTHING, 'font').map(fontOf);
  return childrenNamed(childNamed(root, 'cellxfs') ?? NOTHING, 'xf').map((style) => {
    const id = attributeOf(style, 'numfmtid') ?? '0';
    const number = Number(id);
    const isDate = (number >= 14 && number <= 22) || (number >= 27 && number <= 36) || (number >= 45 && number <= 47);
    const font = fonts[Number(attributeOf(style, 'fontid') ?? '0')] ?? PLAIN_FONT;
    const code = codes.get(id) ?? (isDate ? 'dd/mm/yyyy' : BUILT_IN[number]);
    const isFilled = Number(attributeOf(style, 'fillid') ?? '0') > 1;
    return { ...font, code, isUnseen: (font.isWhite && !isFilled) || SHOWS_NOTHING.test(code ?? '') };
  });
}

export function cellValue(cell: XmlElement, strings: readonly Rich[], style: Style): Rich | { fault: string } {
  const type = attributeOf(cell, 't') ?? 'n';
  const raw = textOf(childNamed(cell, 'v') ?? NOTHING);
  const plain = (text: string): Rich => ({ text: shifted(text, style.shift), emphasis: [] });
  const asText = (text: string): Rich => plain(shownText(text, style.code));
  // `Number('')` is 0, which would name the first shared text.
  if (type === 's' && raw.trim() === '') return plain('');
  if (type === 's' || type === 'inlineStr') {
    const rich = type === 's' ? strings[Number(raw)] : richText(childNamed(cell, 'is') ?? NOTHING);
    return rich
      ? { ...rich, text: shifted(shownText(rich.text, style.code), style.shift) }
      : { fault: 'A célula aponta para um texto que não existe.' };
  }
  if (type === 'str') return asText(raw);
  if (type === 'b') return plain(raw === '1' ? 'Verdadeiro' : 'Falso');
  if (type === 'e') return { fault: `A célula tem um erro do Excel (${raw.slice(0, 20)}).` };
  if (raw === '') return childNamed(cell, 'f') ? { fault: NOT_COMPUTED } : plain('');
  const number = Number(raw);
  if (!Number.isFinite(number)) return type === 'd' ? { fault: DATE } : plain(raw);
  const shown = shownNumber(number, style.code);
  return typeof shown === 'string' ? plain(shown) : shown;
}

/** Returns a number as a format code shows it in Portuguese. Dates, which Excel makes of fractions, are refused. */
function shownNumber(number: number, code: string | undefined): string | { fault: string } {
  if (code === undefined || /^(?:general|standard|geral|@)$/i.test(code.trim())) return decimal(number);
  if (code === MONEY) return { fault: AS_TEXT('só o número do que a célula mostra, sem a moeda') };
  if (IS_TEXT_FORMAT.test(withoutLiterals(code))) return shownText(decimal(number), code);
  try {
    if (isDateFormat(code)) return { fault: DATE };
    const shown = format(withoutLocale(code), number, { locale: 'pt-BR' }).replace(/\s+/g, ' ').trim();
    return shown === '' ? { fault: AS_TEXT('um número que a célula não mostra') } : shown;
  } catch {
    return { fault: AS_TEXT('um número num formato que não se conhece') };
  }
}

/** Returns an Excel number format code without its quoted and escaped characters. */
const withoutLiterals = (code: string): string => code.replace(/"[^"]*"|\\.|_.|\*./g, '');
/** A format of texts alone, without a placeholder for digits. */
const IS_TEXT_FORMAT = /^[^;0#?]*@[^;0#?]*$/;

/** Returns a text as a format code shows it, which may put a unit or a sign beside it. */
function shownText(text: string, code: string | undefined): string {
  if (text === '' || !code || !withoutLiterals(code).includes('@')) return text;
  try {
    const shown = format(withoutLocale(code), text, { locale: 'pt-BR' });
    return shown.replace(/\s/g, '') === text.replace(/\s/g, '') ? text : shown.trim();
  } catch {
    return text;
  }
}

/**
 * Returns a format code without the locales of its currencies, `[$€-2]`. In Excel they do not change the signs in numbers, which
 * are the computer's; without them all cells of a file are written alike.
 */
const withoutLocale = (code: string): string => code.replace(/\[\$([^\]-]*)-[^\]]*\]/g, '[$$$1]');

const AS_TEXT = (what: string) => `O Excel guardou ${what}: formate a célula como texto e escreva-a de novo.`;
const DATE = 'O Excel guardou uma data em vez do que se escreveu: formate a célula como texto e escreva de novo.';
const NOT_COMPUTED =
  'A célula tem uma fórmula que ainda não foi calculada: abra o ficheiro no Excel, guarde-o e tente de novo.';

/** Returns a number in Portuguese notation, without binary rounding noise. */
function decimal(number: number): string {
  const plain = Number(number.toPrecision(15));
  if (Math.abs(plain) >= 1e15) return BigInt(Math.round(plain)).toString();
  const written = String(plain);
  return (written.includes('e') ? format('General', plain) : written).replace('.', ',');
}
