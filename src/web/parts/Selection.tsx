import type { ReactNode } from 'react';
import { MAX_AT_ONCE } from '../../shared/questions/question-limits.ts';
import { cx } from '../ui/base/cx.ts';
import type { Column } from '../ui/lists/DataTable.tsx';
import styles from './panel.module.css';
import { plural } from './text.ts';

/** Returns the table column of check boxes; `SelectionBar` has the one for all rows. */
export function selectionColumn<Row extends { id: number }>(
  selected: ReadonlySet<number>,
  onSelect: (selected: ReadonlySet<number>) => void,
  /** Returns the label of a row's check box, for screen readers. */
  named: (row: Row) => string = ({ id }) => `a questão ${id}`,
): Column<Row> {
  const toggle = (id: number) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return {
    key: 'select',
    header: '',
    card: 'wide',
    cell: (row) => (
      <label className={styles['check']}>
        <input type="checkbox" checked={selected.has(row.id)} onChange={() => toggle(row.id)} />
        <span className={styles['checkWord']}>
          Seleccionar<span className="sr"> {named(row)}</span>
        </span>
      </label>
    ),
  };
}

interface SelectionBarProps {
  /** Ids of the rows of the page, which the box selects. */
  shown: readonly number[];
  /** Number of rows on all pages. */
  total: number;
  /** Ids of the rows on all pages, where they are loaded: a button selects them, unless they are too many for an action. */
  all?: readonly number[];
  selected: ReadonlySet<number>;
  onSelect: (selected: ReadonlySet<number>) => void;
  /** The actions on the chosen rows. */
  children: ReactNode;
}

/** Renders the bar above the table: the number of chosen rows, and the actions on them, unless they are too many. */
export function SelectionBar({ shown, total, all, selected, onSelect, children }: SelectionBarProps) {
  const isWholePage = shown.length > 0 && shown.every((id) => selected.has(id));
  const togglePage = () => {
    const next = new Set(selected);
    for (const id of shown)
      if (isWholePage) next.delete(id);
      else next.add(id);
    onSelect(next);
  };
  const canTakeAll = isWholePage && all && all.length <= MAX_AT_ONCE && all.some((id) => !selected.has(id));
  const excess = selected.size - MAX_AT_ONCE;
  const none = total > shown.length ? 'Seleccionar esta página' : 'Seleccionar todas';
  return (
    <div className={styles['selection']}>
      <label className={styles['check']}>
        <input
          type="checkbox"
          checked={isWholePage}
          ref={(box) => {
            if (box) box.indeterminate = !isWholePage && shown.some((id) => selected.has(id));
          }}
          onChange={togglePage}
        />
        <span>{selected.size === 0 ? none : plural(selected.size, 'seleccionada', 'seleccionadas')}</span>
      </label>
      {canTakeAll && (
        <button type="button" className={styles['link']} onClick={() => onSelect(new Set([...selected, ...all]))}>
          Seleccionar as {all.length}
        </button>
      )}
      {selected.size > 0 && (
        <span className={styles['selectionActions']}>
          {excess > 0 ? (
            <span role="status">
              São no máximo {MAX_AT_ONCE} de uma vez: retire {excess}.
            </span>
          ) : (
            children
          )}
          <button type="button" className={cx(styles['link'], styles['clear'])} onClick={() => onSelect(new Set())}>
            Limpar
          </button>
        </span>
      )}
    </div>
  );
}
