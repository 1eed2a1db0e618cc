/** Returns whether a process of the version before a migration cannot go on with what the migration leaves. */
export function isBreaking(text: string): boolean {
  return (
    text
      .replace(/--.*$/gm, '')
      // The body of a function is not a change of the schema.
      .replace(/\$\$[\s\S]*?\$\$/g, '')
      .split(/;|,(?![^()]*\))/)
      .some(
        (part) =>
          /\bdrop (table|column|view)\b|\brename\b|\bset not null\b|\balter column \w+ (set data )?type\b/i.test(
            part,
          ) ||
          (/\badd column\b[^;]*\bnot null\b/i.test(part) && !/\bdefault\b|\bgenerated\b/i.test(part)),
      )
  );
}
