import type { ReactNode } from 'react';
import { plural } from '../../shared/text.ts';
import { Accordion } from '../ui/lists/Accordion.tsx';

interface FirstRowsProps<Row> {
  rows: readonly Row[];
  /** Number of rows shown before the rest is asked for. */
  shown?: number | undefined;
  /** What a row is, for "Mais 17 leituras". */
  words: readonly [one: string, many: string];
  className?: string | undefined;
  /** Renders a row as an `li` with a key. */
  children: (row: Row) => ReactNode;
}

/** Renders a list that grows with the years: its first rows, and the others folded, with their number. */
export function FirstRows<Row>({ rows, shown = 3, words, className, children }: FirstRowsProps<Row>) {
  const rest = rows.slice(shown);
  return (
    <>
      <ul className={className}>{rows.slice(0, shown).map(children)}</ul>
      {rest.length > 0 && (
        <Accordion quiet title={`Mais ${plural(rest.length, ...words)}`}>
          <ul className={className}>{rest.map(children)}</ul>
        </Accordion>
      )}
    </>
  );
}
