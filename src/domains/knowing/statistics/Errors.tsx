import { useState } from 'react';
import { grouped } from '../../../shared/text.ts';
import { CATALOGUE_CLASSES } from '../../../shared/words.ts';
import { reader } from '../../../web/call/api.ts';
import { Empty } from '../../../web/parts/Empty.tsx';
import { Read } from '../../../web/parts/filters.tsx';
import { plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { SelectField } from '../../../web/ui/forms/SelectField.tsx';
import { type Column, DataTable } from '../../../web/ui/lists/DataTable.tsx';
import type { BankError, bankStatisticsContract } from './bank-statistics.contract.ts';
import styles from './Statistics.module.css';
import type { ErrorFigures, TestStatistics } from './statistics.contract.ts';
import { errorInWords, percent } from './statistics-words.rules.ts';

const useRead = reader<typeof bankStatisticsContract>();

// The errors with a name that answers show, in a test and in the whole bank.

/** Number of errors that are listed before the others are asked for. */
const FIRST = 10;

/** What the error is, an example, and what helps. */
const errorColumn = <Row extends ErrorFigures>(): Column<Row> => ({
  key: 'name',
  header: 'Engano',
  card: 'title',
  cell: ({ name, example, helps }) => (
    <span className={styles['error']}>
      <b>{errorInWords(name)}</b>
      <span className="meta">Exemplo: {example}</span>
      <span className="meta">O que ajuda: {helps}</span>
    </span>
  ),
});

/** In how many of the answers that could show it. */
const shownColumn = <Row extends ErrorFigures>(): Column<Row> => ({
  key: 'shown',
  header: 'Fizeram-no',
  cell: ({ share, shown, answers }) => (
    <span className={styles['pair']}>
      <b className="num">{share === null ? '–' : percent(share)}</b>
      <span className="num meta">
        {grouped(shown)} de {plural(answers, 'resposta', 'respostas')}
      </span>
    </span>
  ),
});

const TEST_COLUMNS: Column<TestStatistics['errors'][number]>[] = [
  errorColumn(),
  shownColumn(),
  {
    key: 'questions',
    header: 'Questões',
    cell: ({ positions }) => <span className="num">{positions.join(', ')}</span>,
  },
];

/** The errors of a test, most frequent first; nothing if none of its alternatives shows an error with a name. */
export function TestErrors({ errors }: Pick<TestStatistics, 'errors'>) {
  if (errors.length === 0) return null;
  return <FirstOf errors={errors} columns={TEST_COLUMNS} title="Enganos neste teste" />;
}

const BANK_COLUMNS: Column<BankError>[] = [
  errorColumn(),
  shownColumn(),
  { key: 'tests', header: 'Testes', align: 'end', cell: ({ tests }) => <span className="num">{grouped(tests)}</span> },
];

/** The errors of the whole bank, or of a class, most frequent first. */
export function BankErrors() {
  const [schoolClass, setSchoolClass] = useState('');
  const found = useRead('GET /api/teacher/statistics/errors', { query: { class: schoolClass } });
  return (
    <>
      <SelectField
        label="Ano escolar"
        name="errors-class"
        value={schoolClass}
        options={[{ value: '', label: 'todos' }, ...CATALOGUE_CLASSES.map((one) => ({ value: one, label: one }))]}
        onChange={({ target }) => setSchoolClass(target.value)}
      />
      <Read found={found} loading={<Skeleton lines={6} />}>
        {(errors) => <FirstOf errors={errors} columns={BANK_COLUMNS} title="Enganos de Matemática" />}
      </Read>
    </>
  );
}

interface FirstOfProps<Row extends ErrorFigures> {
  errors: readonly Row[];
  columns: Column<Row>[];
  title: string;
}

/** Lists the most frequent errors, and all of them on demand. */
function FirstOf<Row extends ErrorFigures>({ errors, columns, title }: FirstOfProps<Row>) {
  const [all, setAll] = useState(false);
  const shown = all ? errors : errors.slice(0, FIRST);
  return (
    <section>
      <h3 className={styles['each']}>{title}</h3>
      <DataTable
        dense
        caption={`${title}, os mais frequentes primeiro`}
        columns={columns}
        rows={shown}
        rowKey={({ id }) => id}
        empty={
          <Empty title="Ainda sem enganos." text="Aparecem com as primeiras respostas aos testes de Matemática." />
        }
      />
      {shown.length < errors.length && (
        <Button variant="secondary" onClick={() => setAll(true)}>
          Mostrar os {grouped(errors.length)} enganos
        </Button>
      )}
    </section>
  );
}
