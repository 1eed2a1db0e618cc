import type { Loose } from '../draft.rules.ts';
import type { Draft } from '../files.rules.ts';
import {
  allNamed,
  attributeOf,
  childNamed,
  childrenNamed,
  escapeAttribute,
  escapeXml,
  isElement,
  plainName,
  textOf,
  type XmlElement,
} from '../xml.rules.ts';
import {
  isDecimal,
  numberForFile,
  type OwnFact,
  ownFacts,
  PARTIAL_WRITTEN,
  type RightAnswer,
  SCORED_OTHERWISE,
  WRONG_ANSWERS,
  type WrittenRead,
  withOwnFacts,
  writtenNumbers,
  writtenWords,
} from './written.rules.ts';

// Text entry of QTI 2 and 3.

const EMPTY: XmlElement = { name: '', attributes: {}, children: [], line: 0 };

/** Comparisons of an answer that are read; others refuse the item. */
const COMPARISONS = new Set(['equal', 'stringmatch', 'match']);
const OTHER_COMPARISONS =
  'patternmatch equalrounded substring gt gte lt lte inside customoperator member contains anyn index'.split(' ');

/**
 * Reads how a text entry is answered: the values that give all points, how far a number may be from them, and whether capitals count.
 * Values come from the correct response, from the mapping, and from the comparisons of the response processing.
 */
export function readTextEntry(
  item: XmlElement,
  body: XmlElement,
  interaction: XmlElement,
): { fields: Pick<Loose, 'answering' | 'alternatives' | 'correct'>; notes: string[] } | { problem: string } {
  const name = attributeOf(interaction, 'responseidentifier');
  const declaration =
    childrenNamed(item, 'responsedeclaration').find((one) => attributeOf(one, 'identifier') === name) ?? EMPTY;
  if ((attributeOf(declaration, 'cardinality') ?? 'single') !== 'single') return { problem: SCORED_OTHERWISE };
  const processing = childNamed(item, 'responseprocessing') ?? EMPTY;
  if (OTHER_COMPARISONS.some((one) => allNamed(processing, one).length > 0)) return { problem: SCORED_OTHERWISE };
  const type = attributeOf(declaration, 'basetype') ?? 'string';
  const mapped = mappedIn(declaration);
  if (typeof mapped === 'string') return { problem: mapped };
  const compared = comparedIn(processing, name);
  if (typeof compared === 'string') return { problem: compared };
  const correct = childrenNamed(childNamed(declaration, 'correctresponse') ?? EMPTY, 'value').map((value) => ({
    text: textOf(value).trim(),
  }));
  // A comparison with the correct response tells the tolerance of all values.
  const { tolerance, values } = compared;
  const right = [...correct, ...mapped.right, ...values].map((one) => ({ tolerance, ...one }));
  const distinct = [...new Map(right.map((one) => [`${one.text}\n${one.tolerance ?? ''}`, one])).values()];
  const read: WrittenRead = /^(float|integer)$/i.test(type)
    ? writtenNumbers(distinct)
    : writtenWords([...new Set(right.map(({ text }) => text))], mapped.capitals ?? compared.capitals ?? true);
  if ('problem' in read) return read;
  const facts = factsIn(body);
  return { fields: withOwnFacts(read.answering, facts), notes: mapped.notes };
}

interface Mapped {
  right: RightAnswer[];
  /** Undefined without a mapping. */
  capitals: boolean | undefined;
  notes: string[];
}

function mappedIn(declaration: XmlElement): Mapped | string {
  const entries = childrenNamed(childNamed(declaration, 'mapping') ?? EMPTY, 'mapentry').map((entry) => ({
    text: (attributeOf(entry, 'mapkey') ?? '').trim(),
    points: Number(attributeOf(entry, 'mappedvalue')),
    capitals: attributeOf(entry, 'casesensitive') !== 'false',
  }));
  const most = Math.max(0, ...entries.map(({ points }) => points));
  const right = entries.filter(({ points }) => points > 0);
  if (right.some(({ points }) => points !== most)) return PARTIAL_WRITTEN;
  if (new Set(right.map(({ capitals }) => capitals)).size > 1) return SCORED_OTHERWISE;
  return {
    right: right.map(({ text }) => ({ text })),
    capitals: right[0]?.capitals,
    notes: right.length < entries.length ? [WRONG_ANSWERS] : [],
  };
}

interface Compared {
  values: RightAnswer[];
  /** Of a comparison with the correct response. */
  tolerance: string | null;
  capitals: boolean | undefined;
}

/** Reads the comparisons that the response processing makes with the answer. */
function comparedIn(processing: XmlElement, name: string | undefined): Compared | string {
  const found: Compared = { values: [], tolerance: null, capitals: undefined };
  if (allNamed(processing, 'not').length > 0) return SCORED_OTHERWISE;
  for (const comparison of elementsIn(processing).filter((one) => COMPARISONS.has(plainName(one.name)))) {
    if (!allNamed(comparison, 'variable').some((one) => attributeOf(one, 'identifier') === name)) continue;
    const mode = attributeOf(comparison, 'tolerancemode') ?? 'exact';
    if (mode === 'relative') return 'A margem de erro é uma percentagem da resposta: aqui é um número.';
    const [below = '0', above = below] = (attributeOf(comparison, 'tolerance') ?? '0').trim().split(/\s+/);
    const isExclusive = ['includelowerbound', 'includeupperbound'].some(
      (one) => attributeOf(comparison, one) === 'false',
    );
    if (mode === 'absolute' && (Number(below) !== Number(above) || isExclusive)) return SCORED_OTHERWISE;
    const tolerance = mode === 'absolute' ? below : null;
    if (plainName(comparison.name) === 'stringmatch') {
      const capitals = attributeOf(comparison, 'casesensitive') !== 'false';
      if (attributeOf(comparison, 'substring') === 'true' || (found.capitals ?? capitals) !== capitals)
        return SCORED_OTHERWISE;
      found.capitals = capitals;
    }
    const values = allNamed(comparison, 'basevalue');
    for (const value of values) found.values.push({ text: textOf(value).trim(), tolerance });
    if (values.length === 0) found.tolerance = tolerance;
    // The value in the correct response is compared in the same way as its copy here.
    else found.tolerance ??= tolerance;
  }
  return found;
}

const elementsIn = (element: XmlElement): XmlElement[] =>
  element.children.filter(isElement).flatMap((child) => [child, ...elementsIn(child)]);

/** Returns the facts that exports write at the body of an item, which QTI has no place for. */
function factsIn(body: XmlElement): OwnFact[] {
  try {
    const read: unknown = JSON.parse(body.attributes['data-answering'] ?? '[]');
    return Array.isArray(read)
      ? read.filter(
          (one): one is OwnFact =>
            Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === 'string'),
        )
      : [];
  } catch {
    return [];
  }
}

/** Returns the parts of an item with a text entry: its declaration, the attribute for its body, its interaction and its comparison. */
export function textEntry(question: Draft): {
  declaration: string;
  attribute: string;
  interaction: string;
  test: string;
} {
  const { accepted = [], tolerance, capitals } = question.answering ?? {};
  const isNumber = isDecimal(question);
  const type = isNumber ? 'float' : 'string';
  const values = accepted.map((text) => escapeXml(isNumber ? numberForFile(text) : text));
  const variable = '<qti-variable identifier="RESPONSE"/>';
  const within = numberForFile(tolerance ?? '0');
  const comparisons = values.map((value) =>
    isNumber
      ? `<qti-equal tolerance-mode="absolute" tolerance="${within} ${within}">${variable}<qti-base-value base-type="float">${value}</qti-base-value></qti-equal>`
      : `<qti-string-match case-sensitive="${capitals === true}">${variable}<qti-base-value base-type="string">${value}</qti-base-value></qti-string-match>`,
  );
  return {
    declaration: `  <qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="${type}">\n    <qti-correct-response><qti-value>${values[0]}</qti-value></qti-correct-response>\n  </qti-response-declaration>\n`,
    attribute: ` data-answering="${escapeAttribute(JSON.stringify(ownFacts(question)))}"`,
    interaction: '    <p><qti-text-entry-interaction response-identifier="RESPONSE"/></p>\n',
    test: `<qti-or>${comparisons.join('')}</qti-or>`,
  };
}
