// Finds the SQL statements of the sources with the type of their rows, through TypeScript's own checker.
import fs from 'node:fs';
import path from 'node:path';
import { type CallExpression, type Expression, type Node, SyntaxKind } from 'typescript/unstable/ast';
import {
  isArrowFunction,
  isAsExpression,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isFunctionDeclaration,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isStringLiteral,
  isTemplateExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import { API, type Checker, type Project, SymbolFlags, type Type } from 'typescript/unstable/sync';
import { named } from '../../src/server/db/db.ts';

/** Recorded statements of releases, by version. */
export const RELEASES = path.join(import.meta.dirname, '..', 'fixtures', 'releases');

/**
 * Statements that cannot be checked here: backups take the names of tables from the system catalogue, and the jobs' schema is created by
 * pg-boss at the start.
 */
export const ELSEWHERE = /^server\/(?:db\/|jobs\/)?(backup|jobs)\.ts /;

/** A column as the code expects it. */
export interface ExpectedColumn {
  name: string;
  /** Whether the declared type lets the column be missing. */
  optional: boolean;
  nullable: boolean;
  /** The declared type without null and undefined; 'other' for objects, arrays and the rest. */
  kind: 'string' | 'number' | 'boolean' | 'Date' | 'other';
}

export interface Statement {
  /** The file and the function, such as `domains/bank/test-bank/tests.store.ts findTest`. */
  place: string;
  text: string;
  /** Undefined when no row type is declared: the rows are not checked. */
  columns: ExpectedColumn[] | undefined;
}

/** Finds all statements. @returns the statements, and the places whose text does not consist of constants. */
export function findStatements(root: string): { statements: Statement[]; unread: string[] } {
  const api = new API({ cwd: root });
  try {
    const config = path.join(root, 'tsconfig.server.json');
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`${config} cannot be opened`);
    const found: { statements: Statement[]; unread: string[] } = { statements: [], unread: [] };
    for (const file of fs.globSync(['src/**/*.store.ts', 'src/{server,delivery/serve}/**/*.ts'], {
      cwd: root,
      exclude: ['**/*.test.ts'],
    })) {
      const source = project.program.getSourceFile(path.join(root, file));
      if (!source) continue;
      for (const call of statementCalls(project.checker, source)) {
        const place = `${file.replace('src/', '')} ${functionAround(call)}`;
        const texts = textsOf(project, call.arguments[0] as Expression);
        if (!texts) found.unread.push(place);
        const columns = columnsOf(project.checker, call);
        for (const text of texts ?? []) found.statements.push({ place, text: named(text).text, columns });
      }
    }
    return found;
  } finally {
    api.close();
  }
}

/** Returns the calls of `rows`, `row` and `count` on a `Queryable`. */
function statementCalls(checker: Checker, source: Node): CallExpression[] {
  const found: CallExpression[] = [];
  const visit = (node: Node): void => {
    if (isCallExpression(node) && isPropertyAccessExpression(node.expression)) {
      const { name, expression } = node.expression;
      const receiver = ['rows', 'row', 'count'].includes(name.text) ? checker.getTypeAtLocation(expression) : undefined;
      if (receiver && ['rows', 'row', 'count'].every((method) => checker.getPropertyOfType(receiver, method)))
        found.push(node);
    }
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

/** Returns the name of the outermost function that contains a call. */
function functionAround(node: Node): string {
  const around = node.parent ? functionAround(node.parent) : '';
  if (around) return around;
  return isFunctionDeclaration(node) || (isVariableDeclaration(node) && isIdentifier(node.name))
    ? ((node.name as { text?: string } | undefined)?.text ?? '')
    : '';
}

/** The values of the parameters of the functions being evaluated. */
type Arguments = ReadonlyMap<string, string[]>;

/** Returns every value that an expression of constants can have, or undefined if it contains anything else. */
function textsOf(project: Project, node: Expression, given: Arguments = new Map()): string[] | undefined {
  const { checker } = project;
  const evaluate = (part: Expression) => textsOf(project, part, given);
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) || isNumericLiteral(node)) return [node.text];
  if (isTemplateExpression(node)) {
    let texts: string[] | undefined = [node.head.text];
    for (const { expression, literal } of node.templateSpans) {
      const parts = evaluate(expression);
      texts = parts && texts?.flatMap((text) => parts.map((part) => text + part + literal.text));
    }
    return texts;
  }
  if (isConditionalExpression(node)) return both(evaluate(node.whenTrue), evaluate(node.whenFalse));
  if (isBinaryExpression(node)) {
    const [left, right] = [evaluate(node.left)?.map(Number), evaluate(node.right)?.map(Number)];
    const calculate = CALCULATIONS.get(node.operatorToken.kind);
    return left && right && calculate && [String(calculate(left[0] as number, right[0] as number))];
  }
  if (isCallExpression(node)) {
    const called = initializerOf(project, node.expression);
    if (!called || !isArrowFunction(called) || isBlock(called.body)) return undefined;
    const values = node.arguments.map(evaluate);
    const names = called.parameters.map(({ name }) => (isIdentifier(name) ? name.text : ''));
    if (values.includes(undefined) || values.length < names.length) return undefined;
    return textsOf(project, called.body, new Map(names.map((name, index) => [name, values[index] as string[]])));
  }
  if (isElementAccessExpression(node)) {
    let table = initializerOf(project, node.expression);
    if (table && isAsExpression(table)) table = table.expression;
    if (!table || !isObjectLiteralExpression(table)) return undefined;
    return table.properties
      .map((property) => (isPropertyAssignment(property) ? evaluate(property.initializer) : undefined))
      .reduce(both);
  }
  const literals = literalsOf(checker.getTypeAtLocation(node));
  if (literals) return literals;
  if (isIdentifier(node) && given.has(node.text)) return given.get(node.text);
  const initializer = initializerOf(project, node);
  return initializer && textsOf(project, initializer);
}

const CALCULATIONS = new Map<SyntaxKind, (left: number, right: number) => number>([
  [SyntaxKind.PlusToken, (left, right) => left + right],
  [SyntaxKind.MinusToken, (left, right) => left - right],
  [SyntaxKind.AsteriskToken, (left, right) => left * right],
]);

const both = (some: string[] | undefined, others: string[] | undefined) => some && others && [...some, ...others];

/** Returns the initializer of the constant that an expression names. */
function initializerOf(project: Project, node: Expression): Expression | undefined {
  if (!isIdentifier(node)) return undefined;
  const symbol = project.checker.getSymbolAtLocation(node);
  const origin = symbol && symbol.flags & SymbolFlags.Alias ? project.checker.getAliasedSymbol(symbol) : symbol;
  const declaration = origin?.valueDeclaration?.resolve(project);
  return declaration && isVariableDeclaration(declaration) ? declaration.initializer : undefined;
}

/** Returns the values of a type that is a string, a number, or a union of them. */
function literalsOf(type: Type | undefined): string[] | undefined {
  if (type?.isUnionType()) {
    const parts = type.getTypes().map(literalsOf);
    return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
  }
  return type?.isStringLiteralType() || type?.isNumberLiteralType() ? [String(type.value)] : undefined;
}

/** Returns the declared columns of the rows that a call returns. */
function columnsOf(checker: Checker, call: CallExpression): ExpectedColumn[] | undefined {
  const promised = checker.getTypeAtLocation(call);
  const result = promised && checker.getTypeArguments(promised as never)[0];
  const one = result && checker.getNonNullableType(result);
  const row = one && checker.isArrayType(one) ? checker.getTypeArguments(one as never)[0] : one;
  const properties = row && checker.typeToString(row) !== 'number' ? checker.getPropertiesOfType(row) : [];
  if (properties.length === 0) return undefined;
  return properties.map((property) => {
    const type = checker.getTypeOfSymbol(property) as Type;
    const bare = checker.getNonNullableType(type) as Type;
    const is = (other: Type) => checker.isTypeAssignableTo(bare, other);
    const unknown = checker.typeToString(bare) === 'unknown' || checker.typeToString(bare) === '{}';
    return {
      name: property.name,
      optional: (property.flags & SymbolFlags.Optional) !== 0,
      nullable: unknown || checker.isTypeAssignableTo(checker.getNullType(), type),
      kind: unknown
        ? 'other'
        : is(checker.getStringType())
          ? 'string'
          : is(checker.getNumberType())
            ? 'number'
            : is(checker.getBooleanType())
              ? 'boolean'
              : checker.typeToString(bare) === 'Date'
                ? 'Date'
                : 'other',
    };
  });
}
