import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { grouped } from '../../shared/text.ts';
import { DISCIPLINES, TEST_CLASSES } from '../../shared/words.ts';
import type { CallError } from '../call/call.ts';
import { type AddressFilters, useTyped } from '../call/paged.ts';
import { Button } from '../ui/base/Button.tsx';
import { cx } from '../ui/base/cx.ts';
import { SelectField, TextField } from '../ui/forms/Field.tsx';
import { IconSearch } from '../ui/icons/StaffIcon.tsx';
import { Empty } from './Empty.tsx';
import { Failed } from './Failed.tsx';
import styles from './filters.module.css';

// The filters above the lists of the panels, whose values are part of the address, and the loading, error and empty states of
// such a list.

export function FilterForm({ children }: { children: ReactNode }) {
  return (
    <form className={styles['form']} aria-label="Filtros" onSubmit={(event) => event.preventDefault()}>
      {children}
    </form>
  );
}

type Told = { filters: AddressFilters; name: string };

/** Renders a text filter. Its value is written to the address shortly after the last keystroke. */
export function FilterText({ filters, name, ...field }: Told & Omit<ComponentProps<typeof TextField>, 'id'>) {
  const [typed, setTyped] = useTyped(filters.value(name), (value) => filters.set({ [name]: value }));
  return (
    <TextField
      name={name}
      id={`filter-${name}`}
      maxLength={200}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      {...field}
    />
  );
}

export function FilterSearch({ filters, placeholder }: { filters: AddressFilters; placeholder: string }) {
  return (
    <FilterText
      className={styles['search']}
      filters={filters}
      name="search"
      label="Procurar"
      type="search"
      icon={<IconSearch />}
      placeholder={placeholder}
    />
  );
}

/** Renders a select of a few values, with an option for all of them. */
export function FilterSelect({
  filters,
  name,
  options,
  all = 'todos',
  label,
}: Told & { label: string; options: readonly (string | { value: string; label: string })[]; all?: 'todos' | 'todas' }) {
  return (
    <SelectField
      label={label}
      name={name}
      id={`filter-${name}`}
      placeholder={all}
      value={filters.value(name)}
      options={options.map((option) => (typeof option === 'string' ? { value: option, label: option } : option))}
      onChange={(event) => filters.set({ [name]: event.target.value })}
    />
  );
}

/** Renders the filters for discipline and class with which lists of tests and questions begin. */
export function FilterClass({ filters }: { filters: AddressFilters }) {
  return (
    <>
      <FilterSelect filters={filters} name="discipline" label="Disciplina" all="todas" options={DISCIPLINES} />
      <FilterSelect filters={filters} name="class" label="Ano escolar" options={TEST_CLASSES} />
    </>
  );
}

interface Chip {
  value: string;
  label: string;
  count: number;
  icon?: ReactNode;
  /** Shows a sign that there are rows of this value waiting for a decision. */
  flag?: boolean;
}

/** Renders a choice of a few values, each with its number of rows; the first one is for all rows. */
export function FilterChips({ filters, name, label, chips }: Told & { label: string; chips: readonly Chip[] }) {
  return (
    <fieldset className={styles['chips']}>
      <legend className="sr">{label}</legend>
      {chips.map(({ value, label, count, icon, flag }) => (
        <button
          key={value}
          type="button"
          className={cx(styles['chip'], flag && styles['flag'])}
          aria-pressed={filters.value(name) === value}
          onClick={() => filters.set({ [name]: value })}
        >
          {icon}
          {label} <span className="num">{grouped(count)}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** Renders the filter for the first and the last day of a list, both included. */
export function FilterDays({ filters }: { filters: AddressFilters }) {
  return [['from', 'De'] as const, ['to', 'Até'] as const].map(([name, label]) => (
    <TextField
      key={name}
      label={label}
      name={name}
      id={`filter-${name}`}
      type="date"
      value={filters.value(name)}
      onChange={(event) => filters.set({ [name]: event.target.value })}
    />
  ));
}

/** Renders the empty state of a list: the filters match nothing, or there is nothing yet. */
export function NoneFound({
  filters,
  filtered,
  ...empty
}: { filters: Pick<AddressFilters, 'any' | 'clear'>; filtered: string } & ComponentProps<typeof Empty>) {
  return filters.any ? (
    <Empty title={filtered}>
      <Button variant="secondary" onClick={filters.clear}>
        Limpar filtros
      </Button>
    </Empty>
  ) : (
    <Empty {...empty} />
  );
}

/** Renders the data of a read; until it has arrived, the loading state or the error. */
export function Read<Answer>({
  found,
  loading,
  children,
}: {
  found: UseQueryResult<Answer, CallError>;
  loading: ReactNode;
  children: (answer: Answer) => ReactNode;
}) {
  if (found.data !== undefined) return children(found.data);
  return found.error ? <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching} /> : loading;
}
