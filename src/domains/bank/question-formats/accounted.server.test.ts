import fs from 'node:fs';
import path from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readFile } from './reading.server.ts';

// Nothing of a file is left out without a word: a word that is put anywhere into a file is stored, or named, or refuses its row.

const folder = path.join(import.meta.dirname, '..', '..', '..', '..', 'test', 'fixtures', 'questions');
/** A word that no file contains. */
const WORD = 'zqkwj';

interface Outcome {
  refused: boolean;
  stored: string[];
  said: string[];
}

function outcomeOf(name: string, bytes: Uint8Array): Outcome {
  try {
    const { rows } = readFile(bytes, name, true);
    return {
      refused: false,
      stored: rows.flatMap(({ draft }) => (draft ? [JSON.stringify(draft)] : [])),
      said: rows.flatMap(({ notes, problems, label, draft }) => [
        ...notes,
        ...problems.map(({ column, message }) => `${column}: ${message}`),
        ...(draft ? [] : [label]),
      ]),
    };
  } catch (error) {
    if (!(error instanceof Error) || !('status' in error)) throw error;
    return { refused: true, stored: [], said: [error.message] };
  }
}

/** What is left out by its kind, whatever its words are: where it stands, by the text in front of it, and the note that says so. */
const KINDS: readonly (readonly [before: RegExp, note: RegExp])[] = [
  [/<hint\b(?:(?!<\/hint>).)*$/s, /As pistas não são guardadas/],
  [
    /<(?:feedback|itemfeedback|(?:qti-)?feedback-?inline)\b(?:(?!<\/(?:feedback|itemfeedback|(?:qti-)?feedback-?inline)>).)*$/is,
    /comentários a cada alternativa/,
  ],
  [
    /<(?:in|partially)?correctfeedback\b(?:(?!<\/(?:in|partially)?correctfeedback>).)*$/s,
    /mensagens de resposta certa/,
  ],
  [/<info\b(?:(?!<\/info>).)*$/s, /descrição das categorias/],
  [/<objectives>(?:(?!<\/objectives>).)*$/s, /objectivos escritos/],
  [/view="scorer">(?:(?!<\/rubricBlock>).)*$/s, /notas para quem corrige/],
  [/<idnumber>$/, /código da questão/],
  [/display:none">$/, /texto escondido/],
  [/[=~][^=~]*#[^=~]*$/, /comentários a cada alternativa/],
  [/^\/\/[^\n]*$|\n\/\/[^\n]*$/, /comentários do ficheiro/],
  [/^(?:Banco[^;]*;*\n?)?$/, /por cima dos nomes das colunas/],
  [/<sheetData><row r="[12]">(?:(?!<row r="8").)*$/s, /por cima dos nomes das colunas/],
  [/;\d?;$/, /B?J? ?\(Cor\)/],
  [/"(?:nome|dica)": "$/, /campos? não se conhecem? e fic(?:ou|aram) por ler.*(?:nome|dica)/],
  [/"comentario": "$/, /comentários a cada alternativa/],
];

/** Places in which nobody writes to anybody: names of columns, letters of options, and the drawing of a formula beside its source. */
const NOBODYS =
  /"letter": "$|<row r="1">(?:(?!<\/row>).)*$|<fieldentry>$|<mn>$|katex-html"[^/]*$|katex-html" aria-hidden="true"><span>1<\/span><span>$|<(?:defaultValue|qti-default-value)><(?:qti-)?value>$/s;

/** Returns whether the word is in what is stored or said, or whether something is refused or said that was not before. */
function isAccountedFor(before: Outcome, after: Outcome, front: string): boolean {
  if (after.refused || after.stored.length < before.stored.length) return true;
  if ([...after.stored, ...after.said].some((text) => text.includes(WORD))) return true;
  const known = new Set(before.said);
  if (after.said.some((text) => !known.has(text)) || NOBODYS.test(front)) return true;
  return KINDS.some(([place, note]) => place.test(front) && after.said.some((text) => note.test(text)));
}

/** A file with the word in one place. */
interface Mutation {
  place: string;
  /** The text in front of the word. */
  front: string;
  bytes: Uint8Array;
}

const textMutations = (text: string, insertions: Iterable<readonly [at: number, put: string]>): Mutation[] =>
  [...insertions].map(([at, put]) => ({
    front: text.slice(0, at),
    place: `${text.slice(Math.max(0, at - 60), at)}⟦${put}⟧${text.slice(at, at + 30)}`,
    bytes: strToU8(text.slice(0, at) + put + text.slice(at)),
  }));

/** Elements that only programs read, in which nobody writes to anybody. */
const MACHINE = new Set(['responseprocessing', 'rpr', 'v', 'f', 'cols', 'mergecells', 'fieldlabel', 'decvar']);

/** The word in every run of text and, as an element of its own, behind every element. */
function* xmlInsertions(text: string): Generator<readonly [number, string]> {
  const open: string[] = [];
  for (const match of text.matchAll(/<!\[CDATA\[|<(\/?)([\w:.-]+)(?:\s[^<>]*?)?(\/?)>/g)) {
    const [tag, end, name = '', empty] = match;
    const at = match.index + tag.length;
    const isText = isInCdata(text, at);
    if (!isText && end) open.pop();
    else if (!isText && !empty && name !== '')
      open.push(
        name
          .slice(name.indexOf(':') + 1)
          .toLowerCase()
          .replace(/^qti-|-/g, ''),
      );
    if (open.length === 0 || open.some((one) => MACHINE.has(one))) continue;
    if (/^[^<]*[^<\s]/.test(text.slice(at, at + 500))) yield [at + text.slice(at).search(/\S/), `${WORD} `];
    if (end && !isText) yield [at, `<novidade>${WORD}</novidade>`];
  }
}
const isInCdata = (text: string, at: number): boolean =>
  text.lastIndexOf('<![CDATA[', at) > text.lastIndexOf(']]>', at);

/** The word in front of every word and as a line of its own. */
function* lineInsertions(text: string): Generator<readonly [number, string]> {
  for (const match of text.matchAll(/(?<=^|[\s;,|"}:])(?=[\p{L}\d])/gu)) yield [match.index, `${WORD} `];
  for (const match of text.matchAll(/^/gm)) yield [match.index, `${WORD}\n`];
}

function* jsonInsertions(text: string): Generator<readonly [number, string]> {
  for (const match of text.matchAll(/\{(?=\s*")/g)) yield [match.index + 1, `"novidade": "${WORD}", `];
  for (const match of text.matchAll(/:\s*"(?=[^"])/g)) yield [match.index + match[0].length, `${WORD} `];
}

function mutationsOf(name: string, bytes: Uint8Array): Mutation[] {
  if (/\.(?:zip|xlsx)$/.test(name)) {
    const files = unzipSync(bytes);
    const isRead = (file: string) =>
      /\.xml$/.test(file) && !/Content_Types|manifest|workbook\.xml|styles\.xml/.test(file);
    return Object.keys(files)
      .filter(isRead)
      .flatMap((file) =>
        textMutations(strFromU8(files[file] as Uint8Array), xmlInsertions(strFromU8(files[file] as Uint8Array))).map(
          (mutation) => ({
            ...mutation,
            place: `${file}: ${mutation.place}`,
            bytes: zipSync({ ...files, [file]: mutation.bytes }),
          }),
        ),
      );
  }
  const text = new TextDecoder().decode(bytes);
  if (name.endsWith('.json')) return textMutations(text, jsonInsertions(text));
  return textMutations(text, name.endsWith('.xml') ? xmlInsertions(text) : lineInsertions(text));
}

/** Files whose rows are all accepted: the words of a refused row need no account. */
const corpus = [
  ...fs.readdirSync(path.join(folder, 'foreign')).map((name) => path.join('foreign', name)),
  ...fs.readdirSync(path.join(folder, 'full')).map((name) => path.join('full', name)),
  'item-qti3.xml',
  'excel-pt.csv',
]
  .map((name) => ({ name, bytes: new Uint8Array(fs.readFileSync(path.join(folder, name))) }))
  .filter(({ name, bytes }) => {
    const { rows } = readFile(bytes, name, true);
    return rows.every(({ draft }) => draft !== null);
  });

test.each(corpus)('every element and every run of text of $name is accounted for', ({ name, bytes }) => {
  const before = outcomeOf(name, bytes);
  const mutations = mutationsOf(name, bytes);
  expect(mutations.length).toBeGreaterThan(2);
  const lost = mutations.filter((mutation) => !isAccountedFor(before, outcomeOf(name, mutation.bytes), mutation.front));
  expect(lost.map(({ place }) => place.replace(/\s+/g, ' '))).toEqual([]);
});

/** Elements with their content, up to the depth that a regular expression can see: those without elements of the same name inside. */
const ELEMENTS = /<([\w:.-]+)(?:\s[^<>]*?)?>(?:(?!<\1[\s>])[\s\S])*?<\/\1>/g;

/** Changes to the elements of a document, by what they do. */
const CHANGES: Readonly<Record<string, (element: string, name: string) => string>> = {
  duplicated: (element) => element + element,
  renamed: (element, name) => element.replaceAll(`<${name}`, '<novidade').replaceAll(`</${name}`, '</novidade'),
  emptied: (element, name) => `${/^<[^>]*>/.exec(element)?.[0] ?? ''}</${name}>`,
  removed: () => '',
};

/** The text of a file, or of the largest document in an archive, or of the sheet of a workbook, and how a changed one is put back. */
function documentOf(name: string, bytes: Uint8Array): { text: string; put: (text: string) => Uint8Array } | undefined {
  if (name.endsWith('.xml')) return { text: strFromU8(bytes), put: strToU8 };
  if (!/\.(?:zip|xlsx)$/.test(name)) return undefined;
  const files = unzipSync(bytes);
  const [file] = Object.keys(files)
    .filter((path) =>
      name.endsWith('.xlsx')
        ? /worksheets\/sheet1\.xml$/.test(path)
        : path.endsWith('.xml') && !path.includes('manifest'),
    )
    .sort((a, b) => (files[b]?.length ?? 0) - (files[a]?.length ?? 0));
  return file === undefined
    ? undefined
    : {
        text: strFromU8(files[file] as Uint8Array),
        put: (text) => zipSync({ ...files, [file]: strToU8(text) }),
      };
}

/** Every document in which two neighbouring elements have changed places. */
function* swapped(text: string): Generator<{ place: string; written: string }> {
  const next = new RegExp(ELEMENTS.source, 'gy');
  for (const first of text.matchAll(ELEMENTS)) {
    if (MACHINE.has(plainNameOf(first[1] as string))) continue;
    const end = first.index + first[0].length;
    const space = /^\s*/.exec(text.slice(end, end + 200))?.[0] ?? '';
    next.lastIndex = end + space.length;
    const second = next.exec(text);
    if (second && second[0] !== first[0])
      yield {
        place: `${first[0].slice(0, 60)} ⇄ ${second[0].slice(0, 60)}`,
        written: text.slice(0, first.index) + second[0] + space + first[0] + text.slice(next.lastIndex),
      };
  }
}

/** The text of the right answer of a stored draft; all that is accepted if it is written. */
function rightOf(stored: string): string {
  const { alternatives, correct, answering } = JSON.parse(stored) as {
    alternatives: string[];
    correct: number;
    answering?: unknown;
  };
  return alternatives[correct] ?? JSON.stringify(answering);
}

const wordsOf = (texts: readonly string[]) => new Set(texts.join(' ').match(/\p{L}{5,}/gu) ?? []);

const documents = corpus.flatMap(({ name, bytes }) => {
  const document = documentOf(name, bytes);
  return document ? [{ name, before: outcomeOf(name, bytes), ...document }] : [];
});

describe.each(documents)('$name with its elements changed', ({ name, before, text, put }) => {
  test.each(Object.entries(CHANGES))('%s: nothing is stored otherwise without a word', (what, change) => {
    const told = new Set(before.said);
    const silent = [...text.matchAll(ELEMENTS)]
      .filter(({ 1: element = '' }) => !MACHINE.has(plainNameOf(element)) && !TELLS_KEY.test(element))
      .filter((match) => {
        const changed = change(match[0], match[1] as string);
        const written = text.slice(0, match.index) + changed + text.slice(match.index + match[0].length);
        const after = outcomeOf(name, put(written));
        if (after.refused || after.stored.length < before.stored.length) return false;
        if (after.said.some((one) => !told.has(one))) return false;
        // What is gone from the file may be gone from the question; what is still in the file may not.
        const left = wordsOf([what === 'emptied' || what === 'removed' ? written : text]);
        const stored = wordsOf([...after.stored, ...after.said]);
        return [...wordsOf(before.stored)].some((word) => left.has(word) && !stored.has(word));
      })
      .map(([element]) => element.slice(0, 80));
    expect(silent).toEqual([]);
  });

  test('with neighbours exchanged: the same answers are right, and nothing is lost', () => {
    const told = new Set(before.said);
    const rightBefore = new Set(before.stored.map(rightOf));
    const silent = [...swapped(text)].filter(({ written }) => {
      const after = outcomeOf(name, put(written));
      if (after.refused || after.stored.length < before.stored.length) return false;
      if (after.said.some((one) => !told.has(one))) return false;
      const stored = wordsOf([...after.stored, ...after.said]);
      return (
        after.stored.some((one) => !rightBefore.has(rightOf(one))) ||
        [...wordsOf(before.stored)].some((word) => !stored.has(word))
      );
    });
    expect(silent.map(({ place }) => place)).toEqual([]);
  });

  test('cut off anywhere it is refused', () => {
    const end = text.trimEnd().length;
    for (let share = 1; share < 20; share += 1)
      expect(outcomeOf(name, put(text.slice(0, Math.floor((end * share) / 20)))).stored).toEqual([]);
  });
});

const texts = corpus
  .filter(({ name }) => /\.(?:csv|txt|gift|json)$/.test(name))
  .map((one) => ({ ...one, text: new TextDecoder().decode(one.bytes) }))
  .filter(({ text }) => !text.includes('\ufffd'));

test.each(texts)('$name is the same in another encoding', ({ name, bytes, text }) => {
  const encodings: [string, Uint8Array][] = [
    ['with a byte order mark', strToU8(`\ufeff${text}`)],
    ['UTF-16', new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))],
    ['lines of Windows', strToU8(text.replace(/\r?\n/g, '\r\n'))],
  ];
  if (/^[\0-\xff]*$/.test(text) && !name.endsWith('.json'))
    encodings.push(['Windows-1252', new Uint8Array(Buffer.from(text, 'latin1'))]);
  for (const [what, encoded] of encodings)
    expect(outcomeOf(name, encoded).stored, what).toEqual(outcomeOf(name, bytes).stored);
});

const plainNameOf = (name: string) =>
  name
    .slice(name.indexOf(':') + 1)
    .toLowerCase()
    .replace(/^qti-|-/g, '');
/** Elements about points and keys only, whose change is a change of the key. */
const TELLS_KEY = /fraction|mapping|outcome|response-?processing/i;
