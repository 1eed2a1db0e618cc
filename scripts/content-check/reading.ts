// Reads the files of the bank; what cannot be read is reported as a problem with its line.
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { curriculumFile } from '../../src/domains/bank/curriculum/curriculum-file.contract.ts';
import { type BankFile, type BankQuestion, bankFile } from '../../src/domains/bank/test-bank/content.contract.ts';
import { readFolder } from '../../src/server/db/folder.ts';
import { problem } from './problems.ts';

export interface Source {
  name: string;
  text: string;
}

export interface Curriculum {
  /** Code of each theme and objective → "Matemática 4º Ano". */
  cellOfTheme: Map<string, string>;
  cellOfObjective: Map<string, string>;
  /** Objectives that cannot be asked in writing. */
  notAssessable: Set<string>;
}

/** A parsed file of the bank. */
export interface Bank {
  file: string;
  bank: BankFile;
}

/** A question and its position in the bank. */
export interface Placed {
  file: string;
  discipline: string;
  test: string;
  form: string;
  question: BankQuestion;
  /** `file › test › question`, for messages about more than one question. */
  place: string;
}

/** The parts of a schema's error that this program uses. */
interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
  readonly values?: readonly unknown[];
  readonly expected?: string;
  readonly input?: unknown;
}

type Schema<T> = {
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: { issues: readonly unknown[] } };
};

/** Reads a YAML file and validates it by its schema. If it is invalid, reports problems with their lines and returns undefined. */
export function readYaml<T>(source: Source, schema: Schema<T>): T | undefined {
  const lines = new LineCounter();
  const document = parseDocument(source.text, { lineCounter: lines });
  for (const error of document.errors) {
    const { line, col } = lines.linePos(error.pos[0]);
    const [message = ''] = error.message.split(/ at line \d+/);
    problem('yaml', source.name, `linha ${line}, coluna ${col}: o YAML não se consegue ler: ${message}`);
  }
  if (document.errors.length > 0) return undefined;
  const parsed = schema.safeParse(document.toJS());
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues as readonly Issue[]) {
    const position = positionOf(document.contents, issue.path);
    const keyAt = (...parts: PropertyKey[]) => {
      const found = document.getIn([...parts, 'key'] as (string | number)[]);
      return typeof found === 'string' ? found : undefined;
    };
    const [tests, test, questions, question] = issue.path;
    const testKey = tests === 'tests' && test !== undefined ? keyAt(tests, test) : undefined;
    const questionKey =
      tests === 'tests' && test !== undefined && questions === 'questions' && question !== undefined
        ? keyAt(tests, test, questions, question)
        : undefined;
    const line = position === undefined ? '' : `linha ${lines.linePos(position).line}: `;
    problem('yaml', source.name, `${line}${sentenceFor(issue)}`, testKey, questionKey);
  }
  return undefined;
}

/** Returns the offset in the text of the innermost part of a path that exists. */
function positionOf(root: unknown, parts: readonly PropertyKey[]): number | undefined {
  let node = root;
  let position: number | undefined;
  for (const part of parts) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && item.key.value === part);
      if (!pair) break;
      if (isScalar(pair.key)) position = pair.key.range?.[0] ?? position;
      node = pair.value;
    } else if (isSeq(node) && typeof part === 'number') {
      node = node.items[part];
      if (isMap(node) || isSeq(node) || isScalar(node)) position = node.range?.[0] ?? position;
    } else break;
  }
  return position;
}

function sentenceFor(issue: Issue): string {
  const field = issue.path.map(String).findLast((part) => !/^\d+$/.test(part)) ?? 'ficheiro';
  switch (issue.code) {
    case 'unrecognized_keys':
      return `campo desconhecido: ${issue.keys?.join(', ')}`;
    case 'invalid_type':
      return /undefined/.test(issue.message)
        ? `falta o campo ${field}`
        : `o campo ${field} devia ser ${TYPES[issue.expected ?? ''] ?? issue.expected}`;
    case 'invalid_value':
      return `o campo ${field} só pode ser ${issue.values?.join(', ')}`;
    case 'too_small':
      return `o campo ${field} está vazio ou tem pouco`;
    case 'too_big':
      return `o campo ${field} passa do máximo`;
    case 'invalid_format':
      return `o campo ${field} tem uma forma que não se aceita (letras minúsculas sem acentos, algarismos e hífenes)`;
    default:
      return `campo ${field}: ${issue.message}`;
  }
}

const TYPES: Record<string, string> = {
  string: 'texto',
  number: 'um número',
  int: 'um número inteiro',
  array: 'uma lista',
  object: 'um conjunto de campos',
};

export function readBank(source: Source): BankFile | undefined {
  return readYaml<BankFile>(source, bankFile);
}

export function readCurriculum(content: string): Curriculum {
  const cellOfTheme = new Map<string, string>();
  const cellOfObjective = new Map<string, string>();
  const notAssessable = new Set<string>();
  for (const { name, text } of readFolder(content, 'curriculum', '.yaml')) {
    const source = { name: `curriculum/${name}`, text };
    const file = readYaml(source, curriculumFile);
    for (const { schoolClass, themes } of file?.classes ?? []) {
      const cell = `${file?.discipline} ${schoolClass}`;
      for (const { code, objectives } of themes) {
        if (cellOfTheme.has(code)) problem('curriculo', source.name, `o código ${code} está repetido`);
        cellOfTheme.set(code, cell);
        for (const objective of objectives) {
          if (cellOfObjective.has(objective.code))
            problem('curriculo', source.name, `o código ${objective.code} está repetido`);
          cellOfObjective.set(objective.code, cell);
          if (!objective.assessable) notAssessable.add(objective.code);
        }
      }
    }
  }
  return { cellOfTheme, cellOfObjective, notAssessable };
}

/** Returns all questions of the bank with their positions. */
export const placedOf = (banks: readonly Bank[]): Placed[] =>
  banks.flatMap(({ file, bank }) =>
    bank.tests.flatMap((test) =>
      test.questions.map((question) => ({
        file,
        discipline: bank.discipline,
        test: test.key,
        form: test.form,
        question,
        place: `${file} › ${test.key} › ${question.key}`,
      })),
    ),
  );
