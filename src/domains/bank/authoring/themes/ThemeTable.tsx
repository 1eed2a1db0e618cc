// biome-ignore-all lint/a11y/noRedundantRoles: display: grid drops a table's roles in some readers
import { Fragment, useId } from 'react';
import { starsFor } from '../../../../shared/words.ts';
import type { AddressFilters } from '../../../../web/call/paged.ts';
import { plural } from '../../../../web/parts/text.ts';
import { cx } from '../../../../web/ui/base/cx.ts';
import { IconChevronDown } from '../../../../web/ui/base/Icon.tsx';
import { Stars } from '../../../../web/ui/forms/Stars.tsx';
import { IconFlag } from '../../../../web/ui/icons/StaffIcon.tsx';
import { freeForm } from '../../test-bank/forms.rules.ts';
import { type FormActions, FormRow } from './FormRow.tsx';
import styles from './Themes.module.css';
import type { ThemeOfBank } from './themes.contract.ts';

/** Number of forms that a theme should have. */
const FORMS = 3;

const COLUMNS = [
  { key: 'theme', header: 'Tema' },
  { key: 'discipline', header: 'Disciplina' },
  { key: 'class', header: 'Classe' },
  { key: 'forms', header: 'Provas', fixed: true },
  { key: 'level', header: 'Dificuldade', fixed: true },
  { key: 'questions', header: 'Questões', end: true },
  { key: 'facility', header: 'Acertam', end: true },
  { key: 'flagged', header: 'A verificar' },
] as const;

const keyOf = ({ schoolClass, discipline, theme }: ThemeOfBank) => `${schoolClass}|${discipline}|${theme}`;

interface ThemeTableProps extends FormActions {
  themes: readonly ThemeOfBank[];
  filters: AddressFilters;
  /** Key of the open row; '' if none was left open, null before any was touched. */
  chosen: string | null;
  onChoose: (key: string) => void;
}

/** Renders the themes of the bank, a row each; a row opens to its forms, one at a time. The only theme found is open. */
export function ThemeTable({ themes, filters, chosen, onChoose, ...actions }: ThemeTableProps) {
  const only = themes.length === 1 && themes[0] ? keyOf(themes[0]) : null;
  const opened = chosen ?? only;
  return (
    <table role="table" className={styles['table']}>
      <caption className="sr">Temas do banco</caption>
      <thead role="rowgroup">
        <tr role="row">
          {COLUMNS.map((column) => (
            <Header key={column.key} column={column} filters={filters} />
          ))}
          <td role="cell" />
        </tr>
      </thead>
      <tbody role="rowgroup">
        {themes.map((theme) => {
          const key = keyOf(theme);
          return (
            <ThemeRow
              key={key}
              theme={theme}
              open={opened === key}
              onToggle={() => onChoose(opened === key ? '' : key)}
              {...actions}
            />
          );
        })}
      </tbody>
    </table>
  );
}

/** Renders the header of a column; where the list can be sorted by it, it is a button. */
function Header({ column, filters }: { column: (typeof COLUMNS)[number]; filters: AddressFilters }) {
  const sorted = (filters.value('sort') || 'class') === column.key;
  const descending = filters.value('order') === 'desc';
  const end = 'end' in column ? styles['end'] : undefined;
  if ('fixed' in column)
    return (
      <th role="columnheader" scope="col">
        {column.header}
      </th>
    );
  const sort = () => filters.set({ sort: column.key, order: sorted && !descending ? 'desc' : null });
  return (
    <th
      role="columnheader"
      scope="col"
      className={end}
      aria-sort={sorted ? (descending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" onClick={sort}>
        {column.header}
        <IconChevronDown size={16} className={sorted ? cx(!descending && styles['up']) : styles['unsorted']} />
      </button>
    </th>
  );
}

interface ThemeRowProps extends FormActions {
  theme: ThemeOfBank;
  open: boolean;
  onToggle: () => void;
}

function ThemeRow({ theme, open, onToggle, ...actions }: ThemeRowProps) {
  const id = useId();
  const [first] = theme.tests;
  const facility = theme.facility === null ? null : `${theme.facility}%`;
  return (
    <Fragment>
      <tr role="row" className={cx(styles['row'], open && styles['open'])}>
        <th role="rowheader" scope="row" className={styles['theme']}>
          {/* Stretched over the whole row; the chips lie above it. */}
          <button type="button" aria-expanded={open} aria-controls={open ? id : undefined} onClick={onToggle}>
            {theme.theme}
          </button>
          <span className={styles['brief']} aria-hidden="true">
            {[theme.discipline, theme.schoolClass, plural(theme.questions, 'questão', 'questões'), facility]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </th>
        <td role="cell">{theme.discipline}</td>
        <td role="cell">{theme.schoolClass}</td>
        <td role="cell" className={styles['chips']}>
          <Chips theme={theme} />
        </td>
        <td role="cell" className={styles['level']}>
          {first && <Stars value={starsFor(first.difficultyLevel)} label={first.difficultyLevel} />}
        </td>
        <td role="cell" className={cx('num', styles['end'])}>
          {theme.questions}
        </td>
        <td role="cell" className={cx('num', styles['end'])}>
          {facility ?? '–'}
        </td>
        <td role="cell">{theme.flagged > 0 && <Flagged theme={theme} />}</td>
        <td role="cell" className={styles['chevron']} aria-hidden="true">
          <IconChevronDown size={20} />
        </td>
      </tr>
      {open && (
        <tr role="row" id={id} className={styles['inside']}>
          <td role="cell" colSpan={COLUMNS.length + 1}>
            {first?.description && <p>{first.description}</p>}
            <ul aria-label={`Provas de ${theme.theme}`}>
              {theme.tests.map((test) => (
                <FormRow key={test.id} test={test} {...actions} />
              ))}
            </ul>
          </td>
        </tr>
      )}
    </Fragment>
  );
}

/** Renders a link to the questions of each form, and to where the next form is begun. */
function Chips({ theme }: { theme: ThemeOfBank }) {
  const [first] = theme.tests;
  const next = freeForm(new Set(theme.tests.map(({ form }) => form)));
  return (
    <>
      {theme.tests.map((test) => (
        <a
          key={test.id}
          href={`/teacher/questions?testId=${test.id}`}
          className={cx(styles['chip'], !test.active && styles['off'])}
          aria-label={[
            `Prova ${test.form} de ${theme.theme}`,
            test.active ? 'activa' : 'inactiva',
            test.flagged > 0 && 'a verificar',
          ]
            .filter(Boolean)
            .join(', ')}
        >
          <span>{test.form}</span>
          {test.flagged > 0 && <b aria-hidden="true">!</b>}
        </a>
      ))}
      {first && theme.tests.length < FORMS && (
        <a
          href={`/teacher/questions?testId=${first.id}&view=forms`}
          className={cx(styles['chip'], styles['missing'])}
          aria-label={`Criar a prova ${next} de ${theme.theme}`}
        >
          <span>+</span>
        </a>
      )}
    </>
  );
}

/** Renders how many questions of a theme are to be checked, as a link to the first form that has some. */
function Flagged({ theme }: { theme: ThemeOfBank }) {
  const test = theme.tests.find(({ flagged }) => flagged > 0);
  return (
    <a className={styles['flag']} href={`/teacher/questions?testId=${test?.id}&view=statistics`}>
      <IconFlag size={16} />
      {theme.flagged}
      <span className="sr"> a verificar em {theme.theme}</span>
    </a>
  );
}

/** Explains the signs of the chips. */
export function ChipLegend() {
  return (
    <span className={styles['legend']}>
      {[
        ['A', 'activa', undefined],
        ['B', 'inactiva', 'off'],
        ['+', 'por criar', 'missing'],
        ['C', 'a verificar', undefined],
      ].map(([sign, word, look]) => (
        <span key={word} className={styles['key']}>
          <span className={cx(styles['chip'], look && styles[look])} aria-hidden="true">
            <span>{sign}</span>
            {word === 'a verificar' && <b>!</b>}
          </span>
          {word}
        </span>
      ))}
    </span>
  );
}
