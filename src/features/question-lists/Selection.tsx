import type { ReactNode } from 'react';
import styles from '../../web/panel.module.css';
import { plural } from '../../web/text.ts';
import type { Column } from '../../web/ui/DataTable.tsx';

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
  /** Ids of the rows that the box for all selects. */
  shown: readonly number[];
  selected: ReadonlySet<number>;
  onSelect: (selected: ReadonlySet<number>) => void;
  /** The actions on the chosen rows. */
  children: ReactNode;
}

/** Renders the bar above the table: the number of chosen rows, and the actions on them. */
export function SelectionBar({ shown, selected, onSelect, children }: SelectionBarProps) {
  const all = shown.length > 0 && shown.every((id) => selected.has(id));
  const toggleAll = () => {
    const next = new Set(selected);
    for (const id of shown)
      if (all) next.delete(id);
      else next.add(id);
    onSelect(next);
  };
  return (
    <div className={styles['selection']}>
      <label className={styles['check']}>
        <input
          type="checkbox"
          checked={all}
          ref={(box) => {
            if (box) box.indeterminate = !all && shown.some((id) => selected.has(id));
          }}
          onChange={toggleAll}
        />
        <span>
          {selected.size === 0 ? 'Seleccionar todas' : plural(selected.size, 'seleccionada', 'seleccionadas')}
        </span>
      </label>
      {selected.size > 0 && (
        <span className={styles['selectionActions']}>
          {children}
          <button type="button" className={styles['link']} onClick={() => onSelect(new Set())}>
            Limpar
          </button>
        </span>
      )}
    </div>
  );
}
