// biome-ignore-all lint/a11y/noRedundantRoles: display: grid drops a table's roles in some readers
import type { ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { IconChevronDown } from '../base/Icon.tsx';
import styles from './DataTable.module.css';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'end' | 'center' | undefined;
  /**
   * Place in the card on a small screen: title (first line), corner (first line, right), sub (second line), wide (own line, no name), hide.
   * Default: own line after the column's name.
   */
  card?: 'title' | 'corner' | 'sub' | 'wide' | 'hide' | undefined;
  /** Makes the header a button. */
  sortable?: boolean | undefined;
}

export interface DataTableProps<Row> {
  /** What the table contains, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  rowTone?: ((row: Row) => 'selected' | 'flagged' | undefined) | undefined;
  sort?: { key: string; descending: boolean } | undefined;
  onSort?: ((key: string) => void) | undefined;
  /** Shown instead of the table when there are no rows. */
  empty?: ReactNode;
  /** For panels: smaller text, and cards below 1240 px instead of 720 px. */
  dense?: boolean | undefined;
}

/** Renders a table whose rows become cards on a small screen. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowTone,
  sort,
  onSort,
  empty,
  dense,
}: DataTableProps<Row>) {
  if (rows.length === 0 && empty != null) return <>{empty}</>;
  return (
    <table role="table" className={cx(styles.table, dense ? styles.dense : styles.loose, onSort && styles.sorts)}>
      <caption className="sr">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <Header key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => {
          const tone = rowTone?.(row);
          return (
            <tr key={rowKey(row)} role="row" className={tone && styles[tone]}>
              {columns.map((column) => (
                <td
                  key={column.key}
                  role="cell"
                  className={cx(column.align && styles[column.align], column.card && styles[column.card])}
                  data-label={column.card ? undefined : column.header}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Renders the header of a column; if the rows can be sorted by it, it is a button. */
function Header<Row>({ column, sort, onSort }: { column: Column<Row> } & Pick<DataTableProps<Row>, 'sort' | 'onSort'>) {
  const sorted = sort?.key === column.key;
  return (
    <th
      role="columnheader"
      scope="col"
      className={cx(
        column.align && styles[column.align],
        column.card === 'title' && styles.main,
        column.sortable && onSort && styles.sorter,
      )}
      aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
    >
      {column.sortable && onSort ? (
        <button type="button" onClick={() => onSort(column.key)}>
          {column.header}
          <IconChevronDown size={16} className={cx(sorted ? !sort.descending && styles.up : styles.unsorted)} />
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}
