import { chances, shuffledPlaces } from '../../../shared/chances.ts';

// The sums of *Contas de cabeça*. The phone and the server make the same sums from the name of a set, so that a run needs no network.

export type Operation = '+' | '−' | '×' | '÷';

export interface Sum {
  left: number;
  operation: Operation;
  right: number;
}

export const CLASSES = [1, 2, 3, 4, 5, 6] as const;
export type SumClass = (typeof CLASSES)[number];

export const SUMS_OF_SET = 20;
export const SETS_OF_CLASS = 12;
/** Increased whenever other sums come out of the name of a set. */
export const SETS_VERSION = 1;

/** What the sums of a class are about. */
export const ABOUT: Readonly<Record<SumClass, string>> = {
  1: 'Somas e subtracções até 10.',
  2: 'Somas e subtracções até 20.',
  3: 'Tabuadas do 2, 3, 4, 5 e 10.',
  4: 'Tabuadas até à do 10.',
  5: 'Divisões das tabuadas.',
  6: 'As quatro operações.',
};

/** Returns the class whose sums a child does: its own, and the 6.ª from then on. */
export const sumClassOf = (schoolClass: string): SumClass =>
  Math.min(6, Math.max(1, Number.parseInt(schoolClass, 10) || 1)) as SumClass;

export const resultOf = ({ left, operation, right }: Sum): number => {
  if (operation === '+') return left + right;
  if (operation === '−') return left - right;
  return operation === '×' ? left * right : left / right;
};

/** Returns a sum as it is shown and stored: "8 + 7". */
export const sumText = ({ left, operation, right }: Sum): string => `${left} ${operation} ${right}`;

/** Reads a sum as `sumText` writes it; undefined if it is none of any class. */
export const sumOf = (text: string): Sum | undefined => BY_TEXT.get(text);

/** Returns the name that a fact has in both orders: 8 + 7 and 7 + 8 are one. */
export function factKey({ left, operation, right }: Sum): string {
  const isCommutative = operation === '+' || operation === '×';
  return isCommutative && left < right ? `${right} ${operation} ${left}` : `${left} ${operation} ${right}`;
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const pairs = (
  lefts: readonly number[],
  rights: readonly number[],
  operation: Operation,
  isAsked: (sum: Sum) => boolean,
) => lefts.flatMap((left) => rights.map((right): Sum => ({ left, operation, right }))).filter(isAsked);

const TO_TEN = [
  ...pairs(range(1, 9), range(1, 9), '+', (sum) => resultOf(sum) <= 10),
  ...pairs(range(2, 10), range(1, 9), '−', (sum) => resultOf(sum) >= 0),
];
const TO_TWENTY = [
  ...pairs(range(2, 18), range(2, 18), '+', (sum) => resultOf(sum) > 10 && resultOf(sum) <= 20),
  ...pairs(range(11, 20), range(2, 19), '−', (sum) => resultOf(sum) >= 1),
];
const TABLES = pairs(range(2, 10), range(2, 10), '×', () => true);
const EASY_TABLES = pairs([2, 3, 4, 5, 10], range(1, 10), '×', () => true);
const DIVISIONS = TABLES.map((sum): Sum => ({ left: resultOf(sum), operation: '÷', right: sum.right }));

/** All sums of each class. */
const FACTS: Readonly<Record<SumClass, readonly Sum[]>> = {
  1: TO_TEN,
  2: TO_TWENTY,
  3: EASY_TABLES,
  4: TABLES,
  5: DIVISIONS,
  6: [...TO_TWENTY, ...TABLES, ...DIVISIONS],
};

/** The sums of all classes by their text. */
const BY_TEXT: ReadonlyMap<string, Sum> = new Map(
  CLASSES.flatMap((one) => FACTS[one].map((sum) => [sumText(sum), sum] as const)),
);

/** Returns the sums of a class by operation; a run asks equally many of each. */
function groupsOf(schoolClass: SumClass): Sum[][] {
  const operations = [...new Set(FACTS[schoolClass].map(({ operation }) => operation))];
  return operations.map((operation) => FACTS[schoolClass].filter((sum) => sum.operation === operation));
}

const NAME = /^head-([1-6])-([1-9]\d?)$/;

export const setName = (schoolClass: SumClass, number: number): string => `head-${schoolClass}-${number}`;

/** Returns the class of a set; undefined if there is no such set. */
export function classOfSet(name: string): SumClass | undefined {
  const [, schoolClass, number] = NAME.exec(name) ?? [];
  return Number(number) <= SETS_OF_CLASS ? (Number(schoolClass) as SumClass) : undefined;
}

/** Returns the sums of a set, each fact once, the operations in turn; undefined if there is no such set. */
export function sumsOf(name: string): Sum[] | undefined {
  const schoolClass = classOfSet(name);
  if (schoolClass === undefined) return undefined;
  const chance = chances(schoolClass * 1_000 + Number(name.split('-')[2]) * 7 + SETS_VERSION);
  const groups = groupsOf(schoolClass).map((sums) =>
    shuffledPlaces(sums.length, chance).map((place) => sums[place] as Sum),
  );
  const seen = new Set<string>();
  const chosen: Sum[] = [];
  for (let at = 0; chosen.length < SUMS_OF_SET; at += 1) {
    const group = groups[at % groups.length] as Sum[];
    const sum = group.find((one) => !seen.has(factKey(one)));
    if (!sum) continue;
    seen.add(factKey(sum));
    chosen.push(sum);
  }
  return chosen;
}

/** Returns the numbers that are copied before a set: the results of the next set, so that they are as long as its answers. */
export function copiesOf(name: string): number[] {
  const [, schoolClass, number] = name.split('-');
  return (sumsOf(setName(Number(schoolClass) as SumClass, (Number(number) % SETS_OF_CLASS) + 1)) ?? []).map(resultOf);
}
