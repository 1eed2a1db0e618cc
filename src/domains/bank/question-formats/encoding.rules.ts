import { IMPORT_FORMATS, QUESTION_FORMATS } from '../../../shared/questions/question-formats.ts';
import { FileRefused } from './files.rules.ts';
import { fieldOf } from './tables/column-names.rules.ts';

/**
 * Decodes a file: UTF-8 with or without a byte order mark, UTF-16 in either byte order, or one of the single-byte encodings that
 * Excel still writes in Portugal and Angola.
 *
 * @throws FileRefused 400 `mixed-encoding` with the line when one file holds two encodings, 415 when it is not text.
 */
export function decodeText(bytes: Uint8Array): string {
  const sixteen = sixteenBits(bytes);
  if (sixteen) {
    try {
      return new TextDecoder(sixteen, { fatal: true }).decode(bytes).replace(/^\ufeff/, '');
    } catch {
      throw new FileRefused(
        400,
        'mixed-encoding',
        'O ficheiro está em UTF-16 e tem partes que não o são: guarde-o em UTF-8.',
      );
    }
  }
  if (bytes.includes(0)) throw new FileRefused(415, 'wrong-type', 'O ficheiro não é de texto.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/^\ufeff/, '');
  } catch {
    const line = lineOfMixture(bytes);
    if (line !== undefined)
      throw new FileRefused(
        400,
        'mixed-encoding',
        `Linha ${line}: o ficheiro mistura duas codificações (UTF-8 e Windows-1252). Guarde-o todo em UTF-8 e tente de novo.`,
      );
    return mostPortuguese(bytes);
  }
}

/** Code page 850 above ASCII, as Excel's "CSV (MS-DOS)" writes it. */
const DOS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
const decodeDos = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u00ff]/g, (letter) => DOS[letter.charCodeAt(0) - 0x80] as string);

/** Accented letters and punctuation between two letters, which a wrong decoding would not give. */
const INSIDE_WORDS = /(?<=[a-z])[áàâãéêíóôõúüç’–—…]+(?=[a-z])/g;
/** Bytes inspected to tell encodings apart. */
const TELLING = 200_000;

/**
 * Decodes a single-byte encoding: Windows-1252, unless decoding as Excel's "CSV (Macintosh)" or "CSV (MS-DOS)" gives more
 * accented letters inside words. Lines that end in a carriage return alone are Excel's for Macintosh.
 */
function mostPortuguese(bytes: Uint8Array): string {
  const windows = (given: Uint8Array) => new TextDecoder('windows-1252').decode(given);
  const macintosh = (given: Uint8Array) => new TextDecoder('macintosh').decode(given);
  const isOfMacintosh = bytes.includes(0x0d) && !bytes.includes(0x0a);
  const decoders = [...(isOfMacintosh ? [macintosh, windows] : [windows, macintosh]), decodeDos];
  const scored = decoders.map((decode) => {
    const found = decode(bytes.subarray(0, TELLING)).match(INSIDE_WORDS) ?? [];
    return { decode, letters: found.reduce((sum, { length }) => sum + length, 0) };
  });
  return scored.reduce((best, one) => (one.letters > best.letters ? one : best)).decode(bytes);
}

/** UTF-16 by its byte order mark, or because every other byte is zero. */
function sixteenBits(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, 400);
  if (head.length < 8) return undefined;
  let even = 0;
  let odd = 0;
  for (const [index, byte] of head.entries()) if (byte === 0) index % 2 === 0 ? even++ : odd++;
  if (odd > head.length * 0.35 && even === 0) return 'utf-16le';
  if (even > head.length * 0.35 && odd === 0) return 'utf-16be';
  return undefined;
}

/**
 * "Ã" or "Â" at the end of a word or after an opening quote, before a closing mark, as in "«IRMÃ»": correct Windows-1252, although the two
 * bytes are also one letter in UTF-8.
 */
const WORD_ENDS = /(?<=[A-Z\u00c0-\u00de\u00ab\u0091\u0093])[\u00c2\u00c3][\u0085\u0092\u0094\u0096\u0097\u00bb]/g;

/**
 * For bytes that are not valid UTF-8 as a whole: the first line of the less frequent kind, if some lines are valid UTF-8 with
 * non-ASCII letters.
 */
function lineOfMixture(bytes: Uint8Array): number | undefined {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let good: number | undefined;
  let bad: number | undefined;
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    let end = bytes.indexOf(10, start);
    if (end === -1) end = bytes.length;
    const piece = bytes.subarray(start, end);
    start = end + 1;
    if (!piece.some((byte) => byte >= 0x80)) continue;
    const telling = Buffer.from(piece).toString('latin1').replace(WORD_ENDS, '');
    if (!/[\u0080-\u00ff]/.test(telling)) continue;
    try {
      decoder.decode(piece);
      good ??= line;
    } catch {
      // A single line may mix both encodings too.
      if (/[\u00c3\u00c2][\u0080-\u00bf]/.test(telling)) good ??= line;
      bad ??= line;
    }
    if (good !== undefined && bad !== undefined) return Math.max(good, bad);
  }
  return undefined;
}

/**
 * Decodes XML in the encoding that its declaration names, or as any text.
 *
 * @param text the text of the same bytes by `decodeText`, where it is known.
 */
export function decodeXml(bytes: Uint8Array, text?: string): string {
  const head = String.fromCharCode(...bytes.subarray(0, 200));
  const told = /^<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)["']/
    .exec(head.replace(/^\xef\xbb\xbf/, ''))?.[1]
    ?.toLowerCase();
  if (told && /^(iso-8859-1|latin1|windows-1252|cp1252|us-ascii)$/.test(told))
    return new TextDecoder('windows-1252').decode(bytes);
  return text ?? decodeText(bytes);
}

const MAGIC: readonly [name: string, bytes: readonly number[]][] = [
  ['um programa', [0x4d, 0x5a]],
  ['um programa', [0x7f, 0x45, 0x4c, 0x46]],
  ['um PDF', [0x25, 0x50, 0x44, 0x46]],
  ['um documento RTF', [0x7b, 0x5c, 0x72, 0x74, 0x66]],
  ['uma imagem', [0x89, 0x50, 0x4e, 0x47]],
  ['uma imagem', [0xff, 0xd8, 0xff]],
  ['uma imagem', [0x47, 0x49, 0x46, 0x38]],
  ['uma imagem', [0x52, 0x49, 0x46, 0x46]],
  ['um arquivo comprimido', [0x1f, 0x8b]],
  ['um arquivo comprimido', [0x52, 0x61, 0x72, 0x21]],
  ['um arquivo comprimido', [0x37, 0x7a, 0xbc, 0xaf]],
  [
    'um ficheiro antigo do Office (.xls ou .doc) ou tem senha; guarde-o como .xlsx, sem senha',
    [0xd0, 0xcf, 0x11, 0xe0],
  ],
];

/** Returns the kind of a file by its first bytes: zip, text, or a known format that is refused by name. */
export function containerOf(bytes: Uint8Array): 'zip' | 'text' {
  if (bytes.length === 0) throw new FileRefused(400, 'no-rows', 'O ficheiro está vazio.');
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) || startsWith(bytes, [0x50, 0x4b, 0x05, 0x06])) return 'zip';
  // Photos of an iPhone (HEIC) and videos begin with the length of their first part.
  if (startsWith(bytes.subarray(4), [0x66, 0x74, 0x79, 0x70]))
    throw wrongType('O ficheiro é uma fotografia ou um vídeo.');
  const known = MAGIC.find(([, magic]) => startsWith(bytes, magic) && (magic.length > 2 || bytes.includes(0)));
  if (known) throw wrongType(`O ficheiro é ${known[0]}.`);
  return 'text';
}

const startsWith = (bytes: Uint8Array, magic: readonly number[]) => magic.every((byte, index) => bytes[index] === byte);

const ACCEPTED = new Intl.ListFormat('pt', { type: 'conjunction' }).format(
  IMPORT_FORMATS.map((format) => QUESTION_FORMATS[format].accepted),
);

export const wrongType = (what: string): FileRefused =>
  new FileRefused(415, 'wrong-type', `${what} Aceitam-se ${ACCEPTED}.`);

/** Returns whether a line is the header of a table of questions: it names the columns of the statement and of the correct answer. */
function hasColumns(line: string): boolean {
  const fields = line.split(/[;,\t|]/).map((name) => fieldOf(name.replaceAll('"', '')));
  return fields.includes('statement') && fields.includes('correct');
}

/**
 * Returns the format of a text by its name and its content.
 *
 * @throws FileRefused 415 when the two contradict each other.
 */
export function textFormat(text: string, name: string): 'csv' | 'json' | 'gift' | 'aiken' | 'xml' {
  // An export names these `.gift.txt` and `.aiken.txt`.
  const plain = name.trim().replace(/(\.(?:gift|aiken))\.txt$/i, '$1');
  const ending = /\.([a-z0-9]+)$/i.exec(plain)?.[1]?.toLowerCase() ?? '';
  const start = text.slice(0, 2_000).trimStart();
  if (/^(?:<!--[\s\S]{0,500}?-->\s*)?<(?:!doctype\s+html|html)\b/i.test(start))
    throw wrongType(
      'É uma página da internet, talvez a de entrada no programa donde vem: entre lá e descarregue o ficheiro outra vez.',
    );
  const isXml = /^<(\?xml|!--|!DOCTYPE|[\w:-]+[\s>/])/.test(start);
  // A table saved as "Unicode text": its first line is a header, even if its formulas contain braces.
  const isTable = hasColumns(start.split(/\r\n?|\n/, 1)[0] ?? '');
  const isJson = /^[[{]\s*["[{\]}\d]/.test(start) && !/^\[(html|markdown|plain|moodle)\]/i.test(start);
  switch (ending) {
    case 'csv':
    case 'tsv':
      if (isXml) throw wrongType('O ficheiro diz ser .csv e é XML ou uma página da internet.');
      return 'csv';
    case 'json':
      if (isXml) throw wrongType('O ficheiro diz ser .json e é XML.');
      return 'json';
    case 'xml':
      if (!isXml) throw wrongType('O ficheiro diz ser .xml e não é XML.');
      return 'xml';
    case 'xlsx':
    case 'zip':
      throw wrongType(`O ficheiro diz ser .${ending} e não o é.`);
    case 'gift':
      return 'gift';
    case 'aiken':
      return 'aiken';
    default:
      if (isXml) return 'xml';
      if (isJson) return 'json';
      if (isTable) return 'csv';
      if (/^[^\S\n]*[A-Fa-f][.)].*\n\s*(?:ANSWER|RESPOSTA)\s*:\s*[A-Za-z]\s*$/im.test(text.replace(/\r\n?/g, '\n')))
        return 'aiken';
      if (/(?<!\\)\{/.test(text)) return 'gift';
      if (ending === 'txt' || ending === '') {
        if (/^[^\S\r\n]*(ANSWER|RESPOSTA)\s*:/im.test(text)) return 'aiken';
        if (/^[^\n;,\t]*[;,\t][^\n]*\n/.test(text)) return 'csv';
      }
      throw wrongType('Não se reconhece o formato do ficheiro.');
  }
}
