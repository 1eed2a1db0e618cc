import { MISTAKE_KINDS, type MistakeKind } from '../../../../shared/skills/writing-words.ts';

// Which kinds of mistakes make what a child wrote differ from a word. The cheapest way from the word to what was written is looked for, with
// steps that stand for the confusions of Portuguese spelling; a kind of its own is cheaper than the single letters that it consists of.

/** Words that sound alike, or nearly, and differ by their meaning. */
const ALIKE: readonly (readonly string[])[] = [
  'há à a ah|às hás ás|mas mais|sem cem|sinto cinto|traz trás|coser cozer|cosido cozido|conselho concelho|concerto conserto',
  'concertar consertar|concertou consertou|sela cela|passo paço|vós voz|nós noz|houve ouve|caça cassa|caçar cassar|acento assento',
  'cumprimento comprimento|cumprimentos comprimentos|hora ora|era hera|sexta cesta|massa maça|vez vês|dispensa despensa',
  'emigrar imigrar|cegar segar|cerrar serrar|cerravam serravam|censo senso|sessão cessão secção|cheque xeque|tacha taxa',
  'poça possa|laço lasso|pás paz|chá xá|bucho buxo|cocho coxo|descrição discrição|asar azar|ruço russo|és ez',
]
  .join('|')
  .split('|')
  .map((group) => group.split(' '));

/** Whether two different words are known to sound alike. `a` for `à` is a missing accent instead. */
export const soundAlike = (word: string, written: string): boolean =>
  word !== written &&
  bareLetters(word) !== bareLetters(written) &&
  ALIKE.some((group) => group.includes(word) && group.includes(written));
const hasHomophone = (word: string): boolean => ALIKE.some((group) => group.includes(word));

/** Returns a word without accents; ç stays, because it is another letter. */
const bareLetters = (word: string): string =>
  word.replaceAll('ç', '\u0001').normalize('NFD').replace(/\p{M}/gu, '').replaceAll('\u0001', 'ç');

const isConsonant = (letter: string | undefined) => letter !== undefined && /[b-df-hj-np-tv-zç]/.test(letter);

interface Context {
  word: string;
  written: string;
  /** Where the step begins in each. */
  at: number;
  from: number;
}
type Condition = (context: Context & { after: string | undefined; writtenAfter: string | undefined }) => boolean;

interface Confusion {
  kind: MistakeKind;
  of: string;
  as: string;
  cost: number;
  when?: Condition | undefined;
}

const COST = {
  accent: 0.6,
  hyphen: 0.9,
  kind: 1,
  letters: 1.3,
  other: 1.5,
} as const;

/** Both ways between any two of some spellings. */
const among = (kind: MistakeKind, spellings: string, when?: Condition): Confusion[] => {
  const all = spellings.split(' ');
  return all.flatMap((of) =>
    all.flatMap((as) => (of === as ? [] : [{ kind, of, as, cost: COST.kind, ...(when && { when }) }])),
  );
};
/** One way, from a spelling to each of some others; `-` stands for nothing. */
const instead = (
  kind: MistakeKind,
  of: string,
  spellings: string,
  when?: Condition,
  cost: number = COST.kind,
): Confusion[] =>
  spellings.split(' ').map((as) => ({ kind, of, as: as === '-' ? '' : as, cost, ...(when && { when }) }));

const atEnd: Condition = ({ after }) => after === undefined || after === '-' || after === 's';
const beforeConsonant: Condition = ({ after }) => isConsonant(after);
const beforeSilent: Condition = ({ after }) => after !== undefined && 'cçt'.includes(after);
const beforeWrittenSilent: Condition = ({ after, writtenAfter }) =>
  after !== undefined && 'cçt'.includes(after) && after === writtenAfter;
const softly: Condition = ({ after }) => after !== undefined && /[eiéêí]/.test(after);

const CONFUSIONS: readonly Confusion[] = [
  ...among('s-z-c', 's z'),
  ...among('s-z-c', 's ç'),
  ...among('s-z-c', 'z ç'),
  ...instead('s-z-c', 'c', 's z ss x sc', softly),
  ...instead('s-z-c', 's', 'c sc x'),
  ...instead('s-z-c', 'z', 'c x ss'),
  ...instead('s-z-c', 'ç', 'c ss x sç sc'),
  ...instead('s-z-c', 'c', 'ç'),
  ...instead('s-z-c', 'ss', 'c ç z x sc sç'),
  ...instead('s-z-c', 'x', 's z ss c ç cs'),
  ...instead('s-z-c', 'sc', 'c s ss ç z x xc'),
  ...instead('s-z-c', 'xc', 'c s ss x sc z ç'),
  ...among('s-ss', 's ss'),
  ...among('ch-x', 'ch x'),
  ...instead('ch-x', 'ch', 'sh'),
  ...instead('ch-x', 'x', 'sh'),
  ...among('g-j', 'g j'),
  ...instead('g-j', 'g', 'gj jg'),
  ...among('r-rr', 'r rr'),
  ...instead('qu-gu', 'qu', 'q c k cu qo co'),
  ...instead('qu-gu', 'c', 'qu q k'),
  ...instead('qu-gu', 'cu', 'qu'),
  ...among('qu-gu', 'gu g'),
  ...instead('nh-lh', 'nh', 'lh n ni nhi ñ hn in i -'),
  ...instead('nh-lh', 'lh', 'nh l li lhi hl i ll il -'),
  ...instead('nh-lh', 'n', 'nh'),
  ...instead('nh-lh', 'l', 'lh'),
  ...instead('nh-lh', 'ni', 'nh'),
  ...instead('nh-lh', 'li', 'lh'),
  ...instead('m-p-b', 'm', 'n', ({ after }) => after === 'p' || after === 'b'),
  ...instead('m-p-b', 'n', 'm', beforeConsonant),
  ...['am ã', 'an ã', 'em ẽ', 'en ẽ', 'im ĩ', 'in ĩ', 'om õ', 'on õ', 'um ũ', 'un ũ'].flatMap((pair) => {
    const [of = '', as = ''] = pair.split(' ');
    return instead('m-p-b', of, as, beforeConsonant);
  }),
  ...instead('am-ao', 'ão', 'am an om on aum au ãum ãm ãn aon aom'),
  ...instead('am-ao', 'am', 'ão ao an om on aum au ãm ãu ãum ãn õ un um aom aon', atEnd),
  ...instead('am-ao', 'ã', 'an am ão ao', atEnd),
  ...instead('am-ao', 'õe', 'oin oim on oem', atEnd),
  ...among('vowel', 'e i'),
  ...among('vowel', 'o u'),
  ...instead('silent-consonant', 'c', '-', beforeSilent),
  ...instead('silent-consonant', 'p', '-', beforeSilent),
  { kind: 'silent-consonant', of: '', as: 'c', cost: COST.kind, when: beforeWrittenSilent },
  { kind: 'silent-consonant', of: '', as: 'p', cost: COST.kind, when: beforeWrittenSilent },
  ...instead('silent-consonant', 'mp', 'n', beforeSilent),
  ...['-', ' '].flatMap((sign): Confusion[] => [
    { kind: 'together', of: sign, as: '', cost: COST.hyphen },
    { kind: 'together', of: '', as: sign, cost: COST.hyphen },
    { kind: 'together', of: sign, as: sign === '-' ? ' ' : '-', cost: COST.hyphen },
    // What is joined may change the m before it: concerteza.
    { kind: 'together', of: `m${sign}`, as: 'n', cost: COST.hyphen },
    // What is joined doubles the letter that begins the second part: derrepente.
    ...['r', 's'].map((letter) => ({
      kind: 'together' as const,
      of: sign + letter,
      as: letter + letter,
      cost: COST.hyphen,
    })),
    ...['r', 's'].map((letter) => ({
      kind: 'together' as const,
      of: letter + letter,
      as: sign + letter,
      cost: COST.hyphen,
    })),
  ]),
];
/** By the letter with which they begin; '' those that insert. */
const BY_LETTER = new Map<string, Confusion[]>();
for (const confusion of CONFUSIONS) {
  const first = confusion.of[0] ?? '';
  BY_LETTER.set(first, [...(BY_LETTER.get(first) ?? []), confusion]);
}

interface Way {
  cost: number;
  before: { at: number; from: number } | undefined;
  kind: MistakeKind | undefined;
  /** Letters of the word that the step keeps, an accent aside. */
  kept: number;
}

export interface Difference {
  /** Sum of the steps; 0 when both are the same. */
  cost: number;
  /** Specific kinds first, each once; empty when both are the same. */
  kinds: MistakeKind[];
}

/**
 * Returns how what was written differs from a word.
 *
 * @param word in lower case, NFC, without punctuation around it; so `written`.
 */
export function difference(word: string, written: string): Difference {
  if (word === written) return { cost: 0, kinds: [] };
  const ways = cheapest(word, written);
  const kinds = new Set<MistakeKind>();
  let kept = 0;
  let at = word.length;
  let from = written.length;
  for (;;) {
    const { before, kind, kept: letters } = wayTo(ways, at, from);
    if (kind) kinds.add(kind);
    kept += letters;
    if (!before) break;
    ({ at, from } = before);
  }
  const { cost } = wayTo(ways, word.length, written.length);
  return { cost, kinds: sorted(word, written, kinds, kept) };
}

/** Puts kinds into the order of `MISTAKE_KINDS`; a word with hardly a letter in common is another word. */
function sorted(word: string, written: string, kinds: Set<MistakeKind>, kept: number): MistakeKind[] {
  const isAlike = soundAlike(word, written);
  if (isAlike) {
    kinds.add('homophone');
    for (const vague of ['letters', 'other', 'accent'] as const) kinds.delete(vague);
  } else if (kept * 2 < Math.max(word.length, written.length) && (kinds.has('letters') || kinds.has('other')))
    return ['other'];
  const order = isAlike ? (['homophone', ...MISTAKE_KINDS] as const) : MISTAKE_KINDS;
  return [...new Set(order)].filter((kind) => kinds.has(kind));
}

const wayTo = (ways: readonly Way[][], at: number, from: number): Way => (ways[at] as Way[])[from] as Way;

/** Finds the cheapest steps from every beginning of the word to every beginning of what was written. */
function cheapest(word: string, written: string): Way[][] {
  const bare = [...word].map(bareLetters);
  const bareWritten = [...written].map(bareLetters);
  const ways: Way[][] = Array.from({ length: word.length + 1 }, () =>
    Array.from({ length: written.length + 1 }, () => ({
      cost: Number.POSITIVE_INFINITY,
      before: undefined,
      kind: undefined,
      kept: 0,
    })),
  );
  wayTo(ways, 0, 0).cost = 0;
  for (let at = 0; at <= word.length; at++)
    for (let from = 0; from <= written.length; from++) {
      const { cost: soFar } = wayTo(ways, at, from);
      const step = (letters: number, typed: number, cost: number, kind: MistakeKind | undefined, kept = 0) => {
        const to = ways[at + letters]?.[from + typed];
        if (!to || soFar + cost >= to.cost - 1e-9) return;
        Object.assign(to, { cost: soFar + cost, before: { at, from }, kind, kept });
      };
      const [letter, typed] = [word[at], written[from]];
      const [plain, plainTyped] = [bare[at], bareWritten[from]];
      if (letter !== undefined && letter === typed) step(1, 1, 0, undefined, 1);
      else if (plain !== undefined && plain === plainTyped) step(1, 1, COST.accent, 'accent', 1);
      else if (plain && plainTyped && plain !== plainTyped) {
        const isVowel = ['ei', 'ie', 'ou', 'uo'].includes(plain + plainTyped);
        step(1, 1, isVowel ? COST.kind : COST.other, isVowel ? 'vowel' : 'other');
      }
      if (letter !== undefined) step(1, 0, COST.letters, 'letters');
      if (typed !== undefined) step(0, 1, COST.letters, 'letters');
      if (letter !== undefined && letter === written[from + 1] && typed === word[at + 1] && letter !== typed)
        step(2, 2, COST.other, 'other', 1);
      for (const confusion of [...(BY_LETTER.get(letter ?? '') ?? []), ...(BY_LETTER.get('') ?? [])]) {
        const { of, as, cost, kind, when } = confusion;
        if (!word.startsWith(of, at) || !written.startsWith(as, from)) continue;
        const context = {
          word,
          written,
          at,
          from,
          after: word[at + of.length],
          writtenAfter: written[from + as.length],
        };
        if (!when || when(context)) step(of.length, as.length, cost, kind, Math.min(1, of.length));
      }
    }
  return ways;
}

/** What a word must contain so that a mistake of a kind is possible in it. */
const POSSIBLE: Readonly<Record<MistakeKind, RegExp | undefined>> = {
  accent: /[áàâãéêíóôõú]/,
  's-z-c': /[szçx]|c[eiéêí]/,
  's-ss': /ss|[aeiouáâãéêíóôõú]s[aeiouáâãéêíóôõú]/,
  'ch-x': /ch|x/,
  'g-j': /g[eiéêí]|j/,
  'r-rr': /rr|[aeiouáâãéêíóôõú]r[aeiouáâãéêíóôõú]/,
  'qu-gu': /[qg]u/,
  'nh-lh': /[nl]h/,
  'm-p-b': /m[pb]|n[b-df-gj-np-tv-zç]/,
  'am-ao': /(am|ão)(s|-|$)/,
  vowel: /[eiou]/,
  'silent-consonant': /[cp][cçt]/,
  together: undefined,
  homophone: undefined,
  capital: undefined,
  letters: undefined,
  punctuation: undefined,
  other: undefined,
};

/**
 * Returns the kinds of mistakes that a word, as printed in a dictation, can have. They are what a grown-up chooses from.
 *
 * @param inText whether it stands in a sentence, where there is punctuation.
 */
export function possibleKinds(word: string, inText: boolean): MistakeKind[] {
  const plain = plainWord(word);
  return MISTAKE_KINDS.filter((kind) => {
    if (kind === 'capital') return /\p{Lu}/u.test(word);
    if (kind === 'punctuation') return inText && /[^\p{L}\p{N}'’-]/u.test(word);
    if (kind === 'homophone') return hasHomophone(plain);
    if (kind === 'together') return inText || plain.includes('-');
    return POSSIBLE[kind]?.test(plain) ?? true;
  });
}

/**
 * Returns where in a word, as it is spelled right, a mistake of one of these kinds can be: its first letter and the one after its last. Null
 * when the kinds do not say.
 */
export function placeOfKind(word: string, kinds: readonly MistakeKind[]): readonly [number, number] | null {
  for (const kind of kinds) {
    const found = POSSIBLE[kind]?.exec(word.toLowerCase());
    // Between two vowels only the consonant is meant.
    const inner = found && /^[rs]/.test(found[0].slice(1)) && found[0].length === 3 ? 1 : 0;
    if (found) return [found.index + inner, found.index + found[0].length - inner];
  }
  return null;
}

/** Returns a word as it is compared: NFC, lower case, one kind of hyphen and apostrophe, without punctuation around it. */
export const plainWord = (word: string): string =>
  word
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\u2010-\u2013\u2212]/g, '-')
    .replace(/[’‘ʼ´`]/g, "'")
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
