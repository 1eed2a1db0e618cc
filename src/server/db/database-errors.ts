/** SQLSTATE class of data that does not fit its type: the message repeats the value, such as a whole row. */
const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/;

interface FromDatabase {
  code?: unknown;
  message?: unknown;
  stack?: unknown;
  table?: unknown;
  constraint?: unknown;
}

/**
 * Returns the message of an error without the values of a row. PostgreSQL repeats them in `detail` and `where`, which are never logged, and
 * in the message of data that does not fit its type.
 */
export function messageWithoutRow(error: unknown): string {
  const { code, message } = (error ?? {}) as FromDatabase;
  const text = String(message ?? error);
  return typeof code === 'string' && DATA_EXCEPTION.test(code)
    ? `the database refused a value (SQLSTATE ${code})`
    : text;
}

/** Returns what of an error may be printed or logged: no value of a row. */
export function withoutRow(error: unknown): Record<string, unknown> {
  const { name, code, stack, table, constraint } = (error ?? {}) as FromDatabase & { name?: string };
  // The first lines of the stack are the message.
  const frames = String(stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
  return { type: name, message: messageWithoutRow(error), code, table, constraint, stack: frames };
}
