import fc from 'fast-check';

/** Inputs known to break back ends on PostgreSQL, and similar ones (security reference, §2). */
export const CORPUS: readonly unknown[] = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\ufeff',
  '\u202eabc',
  '',
  ' ',
  '   \t\n',
  '0',
  '-0',
  '-1',
  '1e3',
  '1.5',
  '2147483647',
  '2147483648',
  '9223372036854775808',
  'NaN',
  'Infinity',
  'infinity',
  '-infinity',
  'null',
  'undefined',
  'true',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '2026-11-21T24:61:61Z',
  "'",
  '"',
  '\\',
  "' or 1=1--",
  '; drop table users;--',
  '$1',
  '%',
  '%00',
  '%2527',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '#{7*7}',
  '=1+1',
  'javascript:alert(1)',
  '//evil.example',
  '__proto__',
  'constructor',
  'toString',
  'á'.normalize('NFD'),
  '𝒜',
  '😀'.repeat(50),
  'x'.repeat(5_000),
  0,
  -0,
  -1,
  1,
  1.5,
  1e308,
  -1e308,
  2_147_483_647,
  2_147_483_648,
  Number.MAX_SAFE_INTEGER,
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { $ne: '' },
  { length: 3 },
  { toString: 'x' },
  [1, 2, 3],
];

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
}

/** Returns values that roughly match a JSON schema; whether they are valid is decided by the endpoint. */
export function fromSchema(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(fromSchema));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => fromSchema({ ...schema, type })));
  switch (schema.type) {
    case 'object': {
      const properties = Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [name, fromSchema(property)]),
      );
      return fc.record(properties, { requiredKeys: schema.required ?? [] });
    }
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}), { maxLength: 5 });
    case 'integer':
    case 'number':
      return fc.integer({
        min: Math.max(schema.minimum ?? -5, -2_147_483_648),
        max: Math.min(schema.maximum ?? 3_000, 2_147_483_647),
      });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return stringFrom(schema);
    default:
      return fc.oneof(fc.string(), fc.constant(null));
  }
}

function stringFrom(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.format === 'date')
    return fc
      .date({ min: new Date('1995-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
  if (schema.format === 'date-time')
    return fc
      .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
  if (schema.format === 'email') return fc.emailAddress();
  if (schema.pattern?.includes('\\d')) return fc.integer({ min: 0, max: 3_000 }).map(String);
  return fc.oneof(
    fc.string({ unit: 'grapheme', minLength: schema.minLength ?? 0, maxLength: Math.min(schema.maxLength ?? 60, 60) }),
    fc.constantFrom('Maria', 'João Domingos', 'A', 'B) duas', 'todas', 'Matemática', '4º Ano'),
  );
}

/** Returns a value with one of its parts replaced by an input of the corpus. */
export function spoilt(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(value, fc.nat(), fc.constantFrom(...CORPUS), fc.boolean()).map(([original, where, bad, drop]) => {
    if (typeof original !== 'object' || original === null || Array.isArray(original)) return bad;
    const names = Object.keys(original);
    if (names.length === 0) return bad;
    const name = names[where % names.length] as string;
    const copy: Record<string, unknown> = { ...(original as Record<string, unknown>) };
    if (drop && where % 3 === 0) delete copy[name];
    else copy[name] = bad;
    return copy;
  });
}
