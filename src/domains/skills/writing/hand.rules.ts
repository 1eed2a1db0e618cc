// A child's hand for the anchor texts of a ruler: print letters of single strokes with a seeded tremble, drawn for this product. Units:
// baseline 0, x-height 10, ascender 19, descender 8. Accents are composed (NFD).

/** One letter a line: the sign, its width, its strokes as the data of an SVG path. */
const LETTERS = `
a 9 M8 -9.5C5 -11 .8 -9 .8 -5S4 .8 8 -2M8.2 -9.8V0
b 9 M1 -19V0M1 -6C2 -11 8.6 -10.5 8.6 -5S2 1 1 -3
c 8 M7.4 -8C5 -11 .8 -9.5 .8 -5S5 1.2 7.6 -1.6
d 9.4 M8.2 -19V0M8.2 -6C7 -11 .8 -10.5 .8 -5S7 1 8.2 -3
e 8.5 M1 -5H8C8 -11 1 -11 .8 -5S5.5 1.2 8 -1.6
f 6.6 M7 -17.5C3.8 -20 2.8 -17 2.8 -14V0M.2 -10H6
g 9 M8 -9C5 -11 .8 -9.5 .8 -5S5.5 0 8 -3M8.2 -9.8V4C8.2 8.5 2.5 9 1 6.2
h 9 M1 -19V0M1 -6C2.5 -10.5 8 -11 8 -6V0
i 3.4 M1.6 -10V0M1.6 -14.4V-14
ı 3.4 M1.6 -10V0
j 4.6 M3.4 -10V5C3.4 8.5 .8 8.6 -.2 7M3.4 -14.4V-14
l 3.8 M1.6 -19V-1.5C1.6 0 2.6 .2 3.6 -.3
m 13 M1 -10V0M1 -6.5C2 -10.5 6.6 -11 6.6 -6V0M6.6 -6.5C7.6 -10.5 12 -11 12 -6V0
n 9 M1 -10V0M1 -6C2.5 -10.5 8 -11 8 -6V0
o 9 M4.5 -10.2C-.4 -10.2 -.4 .4 4.5 .4S9.2 -10.2 4.5 -10.2Z
p 9 M1 -10V8.5M1 -6C2 -11 8.6 -10.5 8.6 -5S2 1 1 -3
q 9.4 M8 -6C7 -11 .8 -10.5 .8 -5S7 1 8 -3M8.2 -10V8.5
r 6.4 M1 -10V0M1 -6C2 -9.5 4.6 -10.6 6.4 -9.2
s 7.4 M6.8 -8.6C4.5 -11 1 -10 1.2 -7.6S7 -5.5 7 -2.6 2.5 1.4 .6 -1.4
t 6.8 M3 -15.5V-2C3 .6 5.4 .6 6.6 -.8M.2 -10H6.2
u 9 M1 -10V-4C1 1 7 1.4 8 -4M8 -10V0
v 8.4 M.6 -10L4.2 0 7.8 -10
x 8 M.8 -10L7.4 0M7.4 -10L.6 0
z 8 M.8 -10H7.2L.6 0H7.6
k 8.4 M1 -19V0M7.4 -10L1 -4.4 7.8 0
A 11.6 M.6 0L6 -18.5 11.2 0M2.6 -6.5H9.4
B 10.6 M1.4 -18.5V0M1.4 -18.5C10 -19.5 10 -9.5 1.4 -9.8C11.6 -10 11.6 .6 1.4 0
C 11 M10.4 -15.6C6 -21 .6 -17 .8 -9S6.6 2.4 10.6 -2.8
D 11 M1.2 -18.5V0M1.2 -18.5C13 -19 13 .5 1.2 0
E 9.6 M8.6 -18.5H1.4V0H8.8M1.4 -9.6H7.4
F 9 M8.6 -18.5H1.4V0M1.4 -9.6H7.4
J 8 M6.6 -18.5V-4C6.6 1.6 1 1.4 .4 -2
L 9 M1.4 -18.5V0H8.4
M 14 M1 0L2 -18.5 7 -6 12 -18.5 13 0
N 12 M1.2 0V-18.5L10.6 0V-18.5
O 13 M6.5 -18.8C-1 -18.8 -1 .4 6.5 .4S13.4 -18.8 6.5 -18.8Z
P 10 M1.4 0V-18.5C11 -20 11 -8 1.4 -8.8
Q 13 M6.5 -18.8C-1 -18.8 -1 .4 6.5 .4S13.4 -18.8 6.5 -18.8ZM8 -4L13 1.6
S 9.6 M8.6 -16.4C5.6 -20 1 -18.4 1.2 -14.4S9 -9.6 9 -4.6 2.8 1.6 .4 -2
T 11 M.4 -18.4H10.6M5.4 -18.4V0
U 11.4 M1.2 -18.5V-6C1.2 2 10.2 2 10.2 -6V-18.5
V 11 M.6 -18.5L5.5 0 10.4 -18.5
G 11.4 M10.4 -15.6C6 -21 .6 -17 .8 -9S7 2.4 10.6 -2.4V-8H6.4
H 11 M1.2 -18.5V0M9.8 -18.5V0M1.2 -9.4H9.8
I 3.4 M1.6 -18.5V0
K 10 M1.4 -18.5V0M9 -18.5L1.6 -8.4 9.4 0
R 10.4 M1.4 0V-18.5C11 -20 11 -8.6 1.4 -9M4.6 -9L9.8 0
X 10.4 M.8 -18.5L9.6 0M9.6 -18.5L.6 0
Z 10.4 M.8 -18.5H9.6L.6 0H10
w 12 M.6 -10L3.4 0 6 -8 8.6 0 11.4 -10
y 8.4 M.6 -10L4.4 -.4M7.8 -10L3 8.4
0 9.6 M4.8 -18C-.6 -18 -.6 .4 4.8 .4S10.2 -18 4.8 -18Z
1 6 M.6 -14.6L4 -18V0
2 9 M.8 -14.4C1.4 -19.6 8.4 -19 7.8 -13.4 7.2 -8.6 1.6 -5 .6 0H8.6
3 9 M1 -17C5 -20 9 -16.4 7.4 -12.6 6.6 -10.6 4.6 -10 3 -10 6.6 -10.2 9 -7.4 8 -3.6S2.6 1.4 .4 -1.6
4 9.4 M6.4 0V-18L.6 -6H9
5 9 M8 -18H2L1.2 -10.4C5 -12.4 9 -9.4 8.4 -4.8S2.6 1.6 .4 -1.4
6 9 M7.4 -17C2.4 -14.6 .4 -9 .8 -4.6S8.4 1.4 8.4 -4.6 2.4 -10 .8 -5.4
7 9 M.8 -18H8.4L3.2 0
8 9 M4.6 -9.8C-.4 -12 .6 -18.2 4.6 -18.2S9 -12 4.6 -9.8C-.8 -7.4 .2 .4 4.6 .4S9.8 -7.4 4.6 -9.8Z
9 9 M8.2 -12C8 -19 1 -19.6 .8 -13.6S7.6 -8 8.2 -12.6C8.4 -7 7.4 -3 6.4 0
: 3.6 M1.6 -9V-8.7M1.6 -.5V-.2
. 3.6 M1.6 -.5V-.2
, 4 M2.2 -1L.8 2.4
! 3.6 M1.8 -18V-5M1.8 -.5V-.2
- 6 M.6 -5.5H5.2
? 8 M1 -15C2 -20.5 8.6 -18.6 7 -13.6 6 -10.6 4 -10 4 -5.6M4 -.5V-.2
— 13 M.6 -5.5H11.6
" 5 M1.4 -18V-14M3.6 -18V-14
' 3 M1.5 -18V-14
; 4 M2.2 -10V-9.7M2.2 -1L.8 2.4
`;
const GLYPHS: ReadonlyMap<string, { width: number; strokes: string }> = new Map(
  LETTERS.trim()
    .split('\n')
    .map((line) => {
      const [sign = '', width = '0', ...strokes] = line.split(' ');
      return [sign, { width: Number(width), strokes: strokes.join(' ') }];
    }),
);

/** Accents, at the middle of a small letter. */
const ACCENTS: Readonly<Record<string, (at: number) => string>> = {
  '\u0301': (at) => `M${at - 0.6} -13.2L${at + 2.4} -16.6`,
  '\u0300': (at) => `M${at - 2.4} -16.6L${at + 0.6} -13.2`,
  '\u0303': (at) => `M${at - 3.4} -13.4C${at - 1.6} -16.6 ${at + 1.2} -12 ${at + 3.2} -15`,
  '\u0302': (at) => `M${at - 3} -13L${at} -16.4 ${at + 3} -13`,
  '\u0327': (at) => `M${at + 0.4} 0.8C${at + 3} 2.4 ${at + 1} 5.6 ${at - 1.6} 4.4`,
};
/** How much higher accents stand on capitals. */
const CAPITAL_RAISE = 8;
const LETTER_GAP = 1.7;
const WORD_GAP = 7.5;
const PITCH = 32;
const FIRST_LINE = 24;

/** Signs that are drawn as others. */
const ALIKE: Readonly<Record<string, string>> = { '–': '—', '«': '"', '»': '"', '“': '"', '”': '"', '’': "'" };

export interface Handwriting {
  /** Data of one SVG path. */
  path: string;
  height: number;
  /** Baselines, for the rules of the paper. */
  baselines: number[];
}

/** Returns a text in a child's hand; the same seed gives the same hand. */
export function handwriting(text: string, width: number, seed = 7): Handwriting {
  let state = seed;
  const tremble = () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  };
  const widthOf = (word: string) =>
    lettersOf(word).reduce((sum, { sign }) => sum + (GLYPHS.get(sign)?.width ?? 0) + LETTER_GAP, 0);
  let x = 0;
  let line = 0;
  let path = '';
  for (const word of text.trim().split(/( |\n)/)) {
    if (word === '') continue;
    if (word === '\n' || (word !== ' ' && x > 0 && x + widthOf(word) > width)) {
      x = 0;
      line++;
    }
    if (word === '\n') continue;
    if (word === ' ') {
      x += WORD_GAP;
      continue;
    }
    for (const { sign, accents } of lettersOf(word)) {
      const glyph = GLYPHS.get(sign);
      if (!glyph) continue;
      const isCapital = /[A-Z]/.test(sign);
      const marks = accents.map((accent) => {
        const drawn = ACCENTS[accent]?.(glyph.width / 2 - 0.2) ?? '';
        return isCapital && accent !== '\u0327' ? raised(drawn) : drawn;
      });
      path += placed(glyph.strokes + marks.join(''), {
        x,
        y: FIRST_LINE + line * PITCH + tremble() * 1.5,
        angle: tremble() * 0.07,
        scale: 1 + tremble() * 0.07,
      });
      x += glyph.width + LETTER_GAP + tremble() * 0.9;
    }
  }
  return {
    path,
    height: (line + 1) * PITCH,
    baselines: Array.from({ length: line + 1 }, (_, at) => FIRST_LINE + at * PITCH + 3),
  };
}

/** Returns the letters of a word with their accents; an i with an accent has no dot. */
function lettersOf(word: string): { sign: string; accents: string[] }[] {
  const letters: { sign: string; accents: string[] }[] = [];
  for (const sign of word.normalize('NFD')) {
    const last = letters[letters.length - 1];
    if (sign in ACCENTS && last) {
      last.accents.push(sign);
      if (last.sign === 'i') last.sign = 'ı';
    } else letters.push({ sign: ALIKE[sign] ?? sign, accents: [] });
  }
  return letters;
}

const STEP = /([MLCSHVZ])([^MLCSHVZ]*)/g;
const numbersOf = (text: string): number[] => (text.match(/-?\d*\.?\d+/g) ?? []).map(Number);

/** Returns strokes at a place, turned and scaled. Only absolute commands are used. */
function placed(
  strokes: string,
  { x, y, angle, scale }: { x: number; y: number; angle: number; scale: number },
): string {
  const [sin, cos] = [Math.sin(angle) * scale, Math.cos(angle) * scale];
  const round = (value: number) => String(Math.round(value * 10) / 10);
  const point = (px: number, py: number) => `${round(x + px * cos - py * sin)} ${round(y + px * sin + py * cos)}`;
  let [atX, atY] = [0, 0];
  return [...strokes.matchAll(STEP)]
    .map(([, command, text = '']) => {
      const numbers = numbersOf(text);
      if (command === 'Z') return 'Z';
      if (command === 'H' || command === 'V') {
        if (command === 'H') atX = numbers[0] as number;
        else atY = numbers[0] as number;
        return `L${point(atX, atY)}`;
      }
      const points: string[] = [];
      for (let at = 0; at + 1 < numbers.length; at += 2) {
        [atX, atY] = [numbers[at] as number, numbers[at + 1] as number];
        points.push(point(atX, atY));
      }
      return `${command}${points.join(' ')}`;
    })
    .join('');
}

/** Returns an accent as it stands on a capital. */
const raised = (strokes: string): string =>
  [...strokes.matchAll(STEP)]
    .map(([, command, text = '']) => {
      const numbers = numbersOf(text).map((value, at) => (at % 2 === 1 ? value - CAPITAL_RAISE : value));
      return `${command}${numbers.join(' ')}`;
    })
    .join('');
