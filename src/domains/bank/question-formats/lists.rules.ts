import type { Attributes } from './elements.rules.ts';

// How a browser numbers the items of a list.

const LIST_KINDS: readonly (readonly [style: RegExp, kind: string])[] = [
  [/upper-roman/, 'I'],
  [/lower-roman/, 'i'],
  [/upper-(alpha|latin)/, 'A'],
  [/lower-(alpha|latin)/, 'a'],
];

/** Elements that are lists. */
export const LISTS = new Set(['ol', 'ul', 'menu', 'dir']);
export const REVERSED = 'Uma lista conta para trás, e aqui fica a contar para a frente.';
/** Returns the numbering that the style of a list or of its item sets. */
export const styledKind = (attributes: Attributes): string | undefined =>
  LIST_KINDS.find(([style]) => style.test(attributes['style'] ?? ''))?.[1];

/** Returns how the items of a list are numbered, undefined if not at all, and the first number. */
export function listOf(name: string, attributes: Attributes) {
  const start = Number.parseInt(attributes['start'] ?? '', 10);
  const kind = name === 'ol' ? (styledKind(attributes) ?? attributes['type'] ?? '1') : undefined;
  return { kind, next: Number.isSafeInteger(start) ? start : 1 };
}

const ROMAN: readonly (readonly [number, string])[] = [
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

/** Returns a list number in the list's style; as a number beyond short lists. */
export function numbered(place: number, kind: string): string {
  if (/^[aA]$/.test(kind) && place >= 1 && place <= 26) return String.fromCharCode(kind.charCodeAt(0) + place - 1);
  if (!/^[iI]$/.test(kind) || place < 1 || place > 39) return String(place);
  let left = place;
  const text = ROMAN.map(([value, letters]) => {
    const times = Math.floor(left / value);
    left -= times * value;
    return letters.repeat(times);
  }).join('');
  return kind === 'i' ? text.toLowerCase() : text;
}
