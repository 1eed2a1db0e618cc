import type { WrittenWay } from '../../answering/answering.contract.ts';
import type { Loose } from '../draft.rules.ts';
import {
  allNamed,
  attributeOf,
  childNamed,
  childrenNamed,
  isElement,
  plainName,
  textOf,
  type XmlElement,
} from '../xml.rules.ts';
import {
  numberFromFile,
  PARTIAL_WRITTEN,
  type RightAnswer,
  rangeFromFile,
  SCORED_OTHERWISE,
  withOwnFacts,
  writtenNumbers,
  writtenWords,
} from './written.rules.ts';

// Numbers and short answers of QTI 1.2, as Canvas, Blackboard and Common Cartridges write them.

const EMPTY: XmlElement = { name: '', attributes: {}, children: [], line: 0 };

/** Returns how a response is answered in writing, or undefined if by something else. `kind` is what the program calls the item's type. */
export function oldWay(response: XmlElement, kind: string | undefined): WrittenWay | undefined {
  const name = plainName(response.name);
  if (name !== 'response_str' && name !== 'response_num') return undefined;
  if (kind !== undefined && !NUMERIC.test(kind) && !SHORT.test(kind)) return undefined;
  const field = allNamed(response, 'render_fib')[0] ?? EMPTY;
  if (Number(attributeOf(field, 'rows') ?? 1) > 1) return undefined;
  const isNumber =
    name === 'response_num' ||
    /integer|decimal|scientific/i.test(attributeOf(field, 'fibtype') ?? '') ||
    NUMERIC.test(kind ?? '');
  return isNumber ? 'number' : 'word';
}
const NUMERIC = /^(numeric|numerical)([_ ](question|response))?$/i;
const SHORT = /^(short[_ ]answer([_ ]question)?|fill[_ ]in[_ ]the[_ ]blank|fib|fib[_ ]string|cc\.fib\.v0p1)$/i;

/** Returns the item's presentation with a gap in place of the response, if text follows it. */
export function withGap(presentation: XmlElement, response: XmlElement): XmlElement {
  let isBehind = false;
  let hasText = false;
  const look = (element: XmlElement): void => {
    for (const child of element.children) {
      if (child === response) isBehind = true;
      else if (isElement(child)) look(child);
      else if (isBehind && child.trim() !== '') hasText = true;
    }
  };
  look(presentation);
  if (!hasText) return presentation;
  const gap: XmlElement = {
    ...EMPTY,
    name: 'material',
    children: [{ ...EMPTY, name: 'mattext', children: ['_____'] }],
  };
  const replaced = (element: XmlElement): XmlElement => ({
    ...element,
    children: element.children.map((child) => (child === response ? gap : isElement(child) ? replaced(child) : child)),
  });
  return replaced(presentation);
}

/** Reads the conditions that give points. */
export function readOldWritten(
  item: XmlElement,
  way: WrittenWay,
): { fields: Pick<Loose, 'answering' | 'alternatives' | 'correct'>; notes: string[] } | { problem: string } {
  const scored = allNamed(item, 'respcondition').flatMap((condition) => {
    const points = allNamed(condition, 'setvar').map((one) => textOf(one).trim());
    const share = Math.max(0, ...points.map((given) => (/max$/i.test(given) ? Number.MAX_VALUE : Number(given) || 0)));
    return share > 0 ? [{ share, variables: childNamed(condition, 'conditionvar') ?? EMPTY }] : [];
  });
  if (new Set(scored.map(({ share }) => share)).size > 1) return { problem: PARTIAL_WRITTEN };
  const right: RightAnswer[] = [];
  const cases = new Set<boolean>();
  for (const { variables } of scored) {
    if (REFUSED.some((name) => allNamed(variables, name).length > 0)) return { problem: SCORED_OTHERWISE };
    const ranges = rangesIn(variables);
    if (!ranges) return { problem: SCORED_OTHERWISE };
    const equal = allNamed(variables, 'varequal');
    for (const one of equal) cases.add(/^yes$/i.test(attributeOf(one, 'case') ?? ''));
    right.push(
      ...ranges.map(({ from, to }) => rangeFromFile(from, to) ?? { text: `${from}..${to}` }),
      ...equal
        .map((one) => ({ text: textOf(one).trim() }))
        .filter(({ text }) => !ranges.some((range) => isIn(text, range))),
    );
  }
  if (cases.size > 1) return { problem: SCORED_OTHERWISE };
  const read =
    way === 'number'
      ? writtenNumbers(right)
      : writtenWords(
          right.map(({ text }) => text),
          cases.has(true),
        );
  return 'problem' in read ? read : { fields: withOwnFacts(read.answering, []), notes: read.notes };
}
/** Conditions without the value of an answer: borders that do not count, parts of a text, negations. */
const REFUSED = ['vargt', 'varlt', 'varsubset', 'varsubstring', 'varinside', 'varextension', 'not'];

interface Range {
  from: string;
  to: string;
}

/** Returns the ranges in a condition; undefined if a border stands alone. */
function rangesIn(element: XmlElement): Range[] | undefined {
  const from = childrenNamed(element, 'vargte');
  const to = childrenNamed(element, 'varlte');
  if (from.length !== to.length || from.length > 1) return undefined;
  const inside = element.children.filter(isElement).map(rangesIn);
  if (inside.includes(undefined)) return undefined;
  const own = from.map((one, index) => ({ from: textOf(one).trim(), to: textOf(to[index] ?? EMPTY).trim() }));
  return [...own, ...inside.flatMap((one) => one ?? [])];
}

const sizeOf = (text: string): number => Number((numberFromFile(text) ?? 'x').replace(',', '.'));
const isIn = (text: string, { from, to }: Range): boolean => sizeOf(text) >= sizeOf(from) && sizeOf(text) <= sizeOf(to);
