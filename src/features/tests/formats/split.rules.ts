/** Alternatives in one text: one per line, or apart by bars when there is only one line. */
export function splitAlternatives(text: string): string[] {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  return lines.length === 1 ? (lines[0] as string).split('|').map((part) => part.trim()) : lines;
}
