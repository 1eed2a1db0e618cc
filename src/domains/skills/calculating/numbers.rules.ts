// *Números em voz alta*: the numeracy items of the Multiple Indicator Cluster Surveys (UNICEF, module FL), marked by a grown-up.

export const PARTS = ['read', 'compare', 'add', 'patterns'] as const;
export type Part = (typeof PARTS)[number];

/** Increased whenever other items stand under the name of a set. */
export const NUMBERS_VERSION = 1;

export interface NumbersSet {
  id: string;
  read: readonly number[];
  compare: readonly (readonly [number, number])[];
  add: readonly (readonly [number, number])[];
  /** Null is the number to find. */
  patterns: readonly (readonly (number | null)[])[];
}

/** The first is the published set; the others are like it. */
const SETS: readonly NumbersSet[] = [
  {
    id: 'numbers-1',
    read: [9, 12, 30, 48, 74, 731],
    compare: [
      [7, 5],
      [11, 24],
      [39, 58],
      [65, 67],
      [146, 94],
    ],
    add: [
      [3, 2],
      [8, 6],
      [7, 3],
      [13, 6],
      [12, 24],
    ],
    patterns: [
      [5, 6, 7, null],
      [14, 15, null, 17],
      [20, null, 40, 50],
      [2, 4, 6, null],
      [5, 8, 11, null],
    ],
  },
  {
    id: 'numbers-2',
    read: [7, 15, 40, 36, 82, 524],
    compare: [
      [6, 8],
      [23, 12],
      [47, 29],
      [73, 76],
      [87, 135],
    ],
    add: [
      [4, 2],
      [7, 6],
      [6, 4],
      [14, 5],
      [21, 13],
    ],
    patterns: [
      [3, 4, 5, null],
      [16, 17, null, 19],
      [30, null, 50, 60],
      [4, 6, 8, null],
      [4, 7, 10, null],
    ],
  },
  {
    id: 'numbers-3',
    read: [6, 11, 50, 27, 93, 642],
    compare: [
      [9, 4],
      [13, 31],
      [28, 46],
      [52, 58],
      [128, 79],
    ],
    add: [
      [2, 5],
      [9, 5],
      [8, 2],
      [12, 7],
      [14, 23],
    ],
    patterns: [
      [6, 7, 8, null],
      [12, 13, null, 15],
      [50, null, 70, 80],
      [6, 8, 10, null],
      [3, 6, 9, null],
    ],
  },
  {
    id: 'numbers-4',
    read: [8, 14, 20, 65, 39, 417],
    compare: [
      [3, 6],
      [42, 21],
      [57, 38],
      [84, 81],
      [68, 153],
    ],
    add: [
      [5, 3],
      [6, 7],
      [5, 5],
      [11, 8],
      [32, 15],
    ],
    patterns: [
      [2, 3, 4, null],
      [17, 18, null, 20],
      [40, null, 60, 70],
      [8, 10, 12, null],
      [2, 5, 8, null],
    ],
  },
];

export const numbersSets = (): readonly NumbersSet[] => SETS;
export const numbersSet = (id: string): NumbersSet | undefined => SETS.find((one) => one.id === id);

/** Number of items of all sets. */
export const NUMBERS_ITEMS = 21;

/** One thing that is shown to the child, and what is right. */
export interface NumbersItem {
  part: Part;
  shown: string;
  right: string;
}

/** Returns the items of a set in the order in which they are asked; marks count them from 0. */
export function itemsOf({ read, compare, add, patterns }: NumbersSet): NumbersItem[] {
  return [
    ...read.map((one): NumbersItem => ({ part: 'read', shown: String(one), right: String(one) })),
    ...compare.map(
      ([one, other]): NumbersItem => ({
        part: 'compare',
        shown: `${one} ou ${other}`,
        right: String(Math.max(one, other)),
      }),
    ),
    ...add.map(
      ([one, other]): NumbersItem => ({ part: 'add', shown: `${one} + ${other}`, right: String(one + other) }),
    ),
    ...patterns.map(
      (list): NumbersItem => ({
        part: 'patterns',
        shown: list.map((one) => one ?? '__').join('  '),
        right: String(missingOf(list)),
      }),
    ),
  ];
}

/** Returns an item with its answer, for who marks: "14 + 23 = 37". A number to read is its own answer. */
export function solved({ part, shown, right }: NumbersItem): string {
  if (part === 'add') return `${shown} = ${right}`;
  if (part === 'patterns') return shown.replace('__', right);
  return part === 'compare' ? `${shown}: ${right}` : shown;
}

function missingOf(list: readonly (number | null)[]): number {
  const hole = list.indexOf(null);
  const known = list.flatMap((one, index) => (one === null ? [] : [{ one, index }]));
  const [first, second] = known as [{ one: number; index: number }, { one: number; index: number }];
  const step = (second.one - first.one) / (second.index - first.index);
  return first.one + step * (hole - first.index);
}

export interface PartResult {
  part: Part;
  right: number;
  of: number;
}

/** Returns how many items of each part were right. */
export function partsOf(items: readonly NumbersItem[], wrong: readonly number[]): PartResult[] {
  return PARTS.map((part) => {
    const places = items.flatMap((item, index) => (item.part === part ? [index] : []));
    return { part, of: places.length, right: places.filter((index) => !wrong.includes(index)).length };
  });
}

export const hasPart = ({ right, of }: PartResult): boolean => right === of;

/** Returns the part to begin with: the first that is not there; null if all are. */
export const beginWith = (parts: readonly PartResult[]): Part | null =>
  parts.find((one) => !hasPart(one))?.part ?? null;
