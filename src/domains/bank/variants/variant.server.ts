// Questions with new numbers, generated from templates. The same template and seed always give the same question.
import { createHash } from 'node:crypto';
import { chances } from '../../../shared/chances.ts';
import { letterAt } from '../../../shared/questions/letters.ts';
import type { ChildClass } from '../../../shared/words.ts';
import { inWords } from '../answering/number-words.rules.ts';
import { renderQuestion } from '../test-bank/math.server.ts';
import type { FrozenQuestion } from '../test-bank/tests.rules.ts';
import { type Exact, expression, isExact, isWord, type Scope, type Value, whole } from './expressions.server.ts';
import type { SharedFile, Template } from './templates.contract.ts';
import { clock, lengthOfTime, writtenNumber } from './writing.rules.ts';
import { variantAnswering } from './written-variant.rules.ts';

/** Maximum number of draws for one variant until all conditions hold. */
const MAX_DRAWS = 400;
const ALTERNATIVES = 4;
/** Matches "8,5 tomates", which nobody would accept as an answer. Names of units are shorter words. */
const HALF_A_THING = /\d,\d+ \p{L}{4,}/u;
export interface Alternative {
  text: string;
  /** The misconception that leads to the alternative; null for the right one. */
  misconception: string | null;
}

export interface Variant {
  seed: number;
  statement: string;
  /** In the order in which they are shown, without letters. */
  alternatives: Alternative[];
  right: number;
  explanation: string;
  /** Number of draws that were rejected before this one. */
  refused: number;
}

/** A compiled template. */
export interface ReadyTemplate {
  template: Template;
  /** Changes whenever the template or the shared definitions change: a variant of another version is another question. */
  version: string;
  /** Descriptions of the misconceptions, such as "somou em vez de subtrair". */
  misconceptions: SharedFile['misconceptions'];
  make: (seed: number) => Variant;
}

/** A text that makes no sense with these numbers: a negative or an endless one. The draw is rejected. */
class Senseless extends Error {}

interface Written {
  text: string;
  /** The meaning of the text, to find alternatives that say the same in other words. */
  meaning: string;
}
type Text = (scope: Scope) => Written;

const pair = (text: string): Value => {
  const [s = '', p] = text.split('|');
  return p === undefined ? s : { s, p };
};

/** Returns the values that a variable may have. @throws Error when its range cannot be read. */
function valuesOf(range: Template['vars'][string], lists: SharedFile['lists']): Value[] {
  if (typeof range !== 'string') return range.map((one) => (typeof one === 'number' ? whole(one) : pair(one)));
  const [, from, to, step] = /^(\d+)\.\.(\d+)(?:\/(\d+))?$/.exec(range) ?? [];
  if (from === undefined) {
    const list = lists[range];
    if (!list) throw new Error(`não há lista «${range}» nem se percebe como intervalo`);
    return list.map(pair);
  }
  const by = Number(step ?? 1);
  const count = Math.floor((Number(to) - Number(from)) / by) + 1;
  if (!(by > 0 && count > 1)) throw new Error(`o intervalo «${range}» não tem dois valores`);
  return Array.from({ length: count }, (_, index) => whole(Number(from) + index * by));
}

const signed = ({ s, n, d }: Exact) => ({ top: s * n, bottom: d });
const tex = ({ s, n, d }: Exact) => (d === 1n ? String(s * n) : `${s < 0n ? '-' : ''}\\frac{${n}}{${d}}`);

/** Compiles a gap: `{a + b}` or `{n|manga|mangas}`. */
function gap(source: string, template: Template): Text {
  const [inside = '', ...forms] = source.split('|').map((part) => part.trim());
  const [top = '', bottom] = inside.split('//');
  const negatives = template.allows.includes('negativos');
  const read = expression(top);
  const below = bottom === undefined ? undefined : expression(bottom);
  const counted =
    forms.length === 1 && forms[0] !== undefined && forms[0] in template.vars ? expression(forms[0]) : undefined;
  const number = (value: Value): Exact => {
    if (!isExact(value)) throw new Error(`«${inside}» não dá um número`);
    if (value.s < 0n && !negatives) throw new Senseless();
    return value;
  };
  const plain = (value: Exact): string => {
    const text = writtenNumber(signed(value));
    if (text === undefined) throw new Senseless();
    return text;
  };
  /** Returns a number that is written without a sign. @throws Senseless for a negative one. */
  const unsigned = (value: Exact): Exact => {
    if (value.s < 0n) throw new Senseless();
    return value;
  };
  const small = (value: Exact): number => {
    if (value.d !== 1n) throw new Senseless();
    return Number(unsigned(value).n);
  };
  return (scope) => {
    const value = read(scope);
    if (isWord(value)) return { text: value.s, meaning: value.s };
    if (!isExact(value)) return { text: String(value), meaning: String(value) };
    const exact = number(value);
    const meaning = `${exact.s * exact.n}/${exact.d}`;
    if (below) {
      const under = unsigned(number(below(scope)));
      if (unsigned(exact).d !== 1n || under.d !== 1n || under.n === 0n) throw new Senseless();
      const common = (a: bigint, b: bigint): bigint => (b === 0n ? a : common(b, a % b));
      const by = common(exact.n, under.n);
      return { text: `$\\frac{${exact.n}}{${under.n}}$`, meaning: `${exact.n / by}/${under.n / by}` };
    }
    const [form] = forms;
    if (form === undefined) return { text: plain(exact), meaning };
    if (form === 'frac') return { text: `$${tex(exact)}$`, meaning };
    if (form === 'mista') {
      const units = unsigned(exact).n / exact.d;
      const rest = exact.n % exact.d;
      return { text: `$${units || !rest ? units : ''}${rest ? `\\frac{${rest}}{${exact.d}}` : ''}$`, meaning };
    }
    if (form === 'hora') return { text: clock(small(exact)), meaning };
    if (form === 'tempo') return { text: lengthOfTime(small(exact)), meaning };
    if (form === 'extenso') return { text: inWords(small(exact)), meaning };
    const named = counted?.(scope);
    const word = named && isWord(named) ? named : { s: form, p: forms[1] ?? '' };
    if (!word.p) throw new Error(`«${source}»: falta o plural de «${form}»`);
    return { text: `${plain(exact)} ${exact.n === 1n && exact.d === 1n ? word.s : word.p}`, meaning };
  };
}

/** Compiles a text with gaps. `$\frac…` is not used in the text itself: fractions are gaps. */
function text(source: string, template: Template): Text {
  const parts = source
    .split(/\{([^{}]*)\}/)
    .map((part, index): Text => (index % 2 === 0 ? () => ({ text: part, meaning: part.trim() }) : gap(part, template)));
  return (scope) => {
    const written = parts.map((part) => part(scope));
    return {
      text: written.map((part) => part.text).join(''),
      meaning: written.map(({ meaning }) => meaning).join('·'),
    };
  };
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
/** Returns an alternative for use in a sentence: words are put between quotation marks, numbers are not. */
const quoted = (words: string) => (/^\p{L}/u.test(words) ? `«${words}»` : words);

/**
 * Compiles a template.
 *
 * @throws Error when it is invalid; its message is for the teacher who wrote it.
 */
export function ready(template: Template, shared: SharedFile): ReadyTemplate {
  const variables = Object.entries(template.vars).map(([name, range]) => ({
    name,
    values: valuesOf(range, shared.lists),
  }));
  const derived = Object.entries(template.let).map(([name, source]) => ({ name, value: expression(source) }));
  const conditions = template.where.map(expression);
  const ask = text(template.ask, template);
  const right = text(template.right, template);
  const why = text(template.why, template);
  const wrong = Object.entries(template.wrong).map(([misconception, source]) => {
    if (!(misconception in shared.misconceptions)) throw new Error(`não há o engano «${misconception}» em comum.yaml`);
    return { misconception, text: text(source, template) };
  });
  const version = createHash('sha256')
    .update(JSON.stringify([template, shared]))
    .digest('hex')
    .slice(0, 8);
  const own = createHash('sha256').update(template.key).digest().readInt32LE(0);

  const draw = (chance: () => number): Omit<Variant, 'seed' | 'refused'> | undefined => {
    const scope: Scope = {};
    for (const { name, values } of variables) scope[name] = values[Math.floor(chance() * values.length)] as Value;
    for (const { name, value } of derived) scope[name] = value(scope);
    if (!conditions.every((holds) => holds(scope) === true)) return undefined;
    const key = right(scope);
    const chosen = [{ ...key, misconception: null as string | null }];
    for (const one of wrong) {
      if (chosen.length === ALTERNATIVES) break;
      const written = attempt(() => one.text(scope));
      if (!written || HALF_A_THING.test(written.text)) continue;
      if (!template.allows.includes('zero') && /^0(?![,\d])/.test(written.text)) continue;
      if (chosen.some(({ text, meaning }) => text === written.text || meaning === written.meaning)) continue;
      chosen.push({ ...written, misconception: one.misconception });
    }
    if (chosen.length < ALTERNATIVES) return undefined;
    const likely = chosen[1] as (typeof chosen)[number];
    const slip = shared.misconceptions[likely.misconception ?? ''];
    const explanation = `${capital(why(scope).text)} Quem respondeu ${quoted(likely.text)} ${slip}.`;
    const places = chosen.map((alternative) => ({ alternative, place: chance() }));
    const alternatives = places.sort((one, other) => one.place - other.place).map(({ alternative }) => alternative);
    return {
      statement: capital(ask(scope).text),
      alternatives: alternatives.map(({ text, misconception }) => ({ text, misconception })),
      right: alternatives.findIndex(({ misconception }) => misconception === null),
      explanation,
    };
  };

  const make = (seed: number): Variant => {
    const chance = chances(own ^ Math.imul(seed, 2_654_435_761));
    for (let refused = 0; refused < MAX_DRAWS; refused += 1) {
      const found = attempt(() => draw(chance));
      if (found) return { seed, refused, ...found };
    }
    throw new Error(`as condições nunca se cumprem (semente ${seed})`);
  };
  return { template, version, misconceptions: shared.misconceptions, make };
}

/** Returns the result of `make`, or undefined when the numbers make no sense. */
function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof Senseless) return undefined;
    throw error;
  }
}

/** In the first class questions are answered by choosing. */
const writesIn = (schoolClass: ChildClass) => schoolClass !== '1º Ano';

/** Returns a variant as a question. It belongs to no test, so both of its ids are 0. */
export function questionOfVariant(
  { template }: ReadyTemplate,
  variant: Variant,
  schoolClass: ChildClass,
): FrozenQuestion {
  const answering = writesIn(schoolClass)
    ? variantAnswering(
        template,
        variant.alternatives.map(({ text }) => text),
        variant.right,
      )
    : undefined;
  const written = {
    statement: variant.statement,
    alternatives: variant.alternatives.map(({ text: words }, place) => `${letterAt(place)}) ${words}`),
    explanation: variant.explanation,
  };
  return {
    id: 0,
    testId: 0,
    ...written,
    passage: null,
    correctAnswer: letterAt(variant.right),
    weight: 1,
    skillCategory: template.skillCategory,
    objective: template.objective,
    figureSvg: null,
    figureAlt: null,
    rendered: renderQuestion(written),
    ...(answering && { answering }),
  };
}
