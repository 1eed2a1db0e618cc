import type { ChangeEvent, MouseEvent } from 'react';
import { ALL, type Filters } from '../../domains/sitting/catalogue/catalogue.rules.ts';
import { CATALOGUE_CLASSES, SPECIFIED_THEMES } from '../../shared/words.ts';
import { Button } from '../../web/ui/base/Button.tsx';
import { Combobox } from '../../web/ui/forms/Combobox.tsx';
import { type Option, SelectField } from '../../web/ui/forms/SelectField.tsx';
import styles from './TestList.module.css';

const inFilter = (theme: string) => SPECIFIED_THEMES[theme] ?? theme;

interface TestFiltersProps {
  filters: Filters;
  themes: readonly string[];
  show: (filters: Filters) => void;
  /** Undefined where nothing is filtered. */
  clear: (() => void) | undefined;
  onlyToDo: boolean;
  onOnlyToDo: (only: boolean) => void;
}

const optionsOf = (all: string, values: readonly string[]): [Option, ...Option[]] => [
  { value: ALL, label: all },
  ...values.map((value) => ({ value, label: value })),
];

/** Renders the choice of theme and class, and whether to hide what is done. */
export default function TestFilters({ filters, themes, show, clear, onlyToDo, onOnlyToDo }: TestFiltersProps) {
  // The choice of a theme depends on the class: changing that resets it to all themes.
  const changeClass = (event: ChangeEvent<HTMLSelectElement>) =>
    show({ ...filters, theme: ALL, class: event.target.value });
  // A value in the address is shown as selected even if the list does not contain it.
  const withChosen = (values: readonly string[], chosen: string) =>
    chosen === ALL || values.includes(chosen) ? values : [chosen, ...values];
  return (
    <form className={styles['filters']} aria-label="Filtros" onSubmit={(event) => event.preventDefault()}>
      <Combobox
        label="Tema"
        name="theme"
        value={inFilter(filters.theme)}
        options={optionsOf('Todos os temas', withChosen(themes.map(inFilter), inFilter(filters.theme)))}
        onChange={(theme) => show({ ...filters, theme })}
      />
      <SelectField
        label="Classe"
        name="class"
        value={filters.class}
        options={optionsOf('Todas', withChosen(CATALOGUE_CLASSES, filters.class))}
        onChange={changeClass}
      />
      <label className={styles['only']}>
        <input type="checkbox" checked={onlyToDo} onChange={({ target }) => onOnlyToDo(target.checked)} />
        Só por fazer
      </label>
      {clear && (
        <Button
          variant="quiet"
          className={styles['clear']}
          onClick={({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
            // The button goes away, and what has the focus with it.
            currentTarget.form?.querySelector<HTMLElement>('[type=checkbox]')?.focus();
            clear();
          }}
        >
          Limpar filtros
        </Button>
      )}
    </form>
  );
}
