import { type ESTree, parseSync, Visitor } from 'vite';

/** Functions added after Chrome 88, up to 2024. They are reported even where the code tests for them first: write such code another way. */
const LATER = new Set(
  'at hasOwn findLast findLastIndex toSorted toReversed toSpliced groupBy fromAsync isWellFormed toWellFormed withResolvers'.split(
    ' ',
  ),
);

/**
 * Returns the names of features that a built file uses and that Chrome 88 lacks or parses wrongly.
 *
 * The build targets Chrome 98, because for older versions it would rewrite private fields, which Chrome has had since 84; that would cost
 * each family two kilobytes. This function looks for features added between Chrome 88 and 98.
 */
export function beyondChrome88(code: string): string[] {
  const found = new Set<string>();
  const { program, errors } = parseSync('built.js', code);
  for (const { message } of errors) found.add(message);
  let inFunction = 0;
  const enter = () => {
    inFunction += 1;
  };
  const leave = () => {
    inFunction -= 1;
  };
  const property = ({ static: isStatic, key }: ESTree.PropertyDefinition) => {
    // Chrome 88 throws here, because the property is read-only.
    if (isStatic && key.type === 'Identifier' && /^(name|length)$/.test(key.name)) found.add('static name or length');
  };
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    StaticBlock: () => void found.add('static block'),
    PropertyDefinition: property,
    BinaryExpression: ({ left }) => {
      if ((left.type as string) === 'PrivateIdentifier') found.add('#private in object');
    },
    AwaitExpression: () => {
      if (inFunction === 0) found.add('await outside a function');
    },
    CallExpression: ({ callee, optional, arguments: given }) => {
      const { type } = callee;
      const name =
        type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : undefined;
      if (name && LATER.has(name)) found.add(`${name}()`);
      if (type === 'Identifier' && callee.name === 'structuredClone') found.add('structuredClone()');
      // Chrome 88 passes the wrong arguments.
      if (optional && given.some(({ type }) => type === 'SpreadElement')) found.add('optional call with a spread');
    },
    Literal: (literal) => {
      if ('regex' in literal && /[dv]/.test(literal.regex.flags)) found.add('regular expression with d or v');
    },
  }).visit(program);
  return [...found];
}
