import { useState } from 'react';
import { longDate } from '../../../shared/dates.ts';
import { DISCIPLINES, TEST_CLASSES } from '../../../shared/words.ts';
import { reader } from '../../../web/call/api.ts';
import { pager } from '../../../web/call/pager.ts';
import { decimal } from '../../../web/parts/decimal.ts';
import { Empty } from '../../../web/parts/Empty.tsx';
import filterStyles from '../../../web/parts/filters.module.css';
import { Read } from '../../../web/parts/filters.tsx';
import type { Panel } from '../../../web/parts/statistics-address.ts';
import { plural } from '../../../web/parts/text.ts';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { SelectField } from '../../../web/ui/forms/SelectField.tsx';
import { Badge } from '../../../web/ui/lists/Badge.tsx';
import { type Column, DataTable } from '../../../web/ui/lists/DataTable.tsx';
import { Pages } from '../../../web/ui/lists/Pages.tsx';
import type { CalibratedRow, Calibration, calibrationContract } from '../diagnostic/calibration.contract.ts';
import styles from './Statistics.module.css';
import { OnceOpened, Statement, testColumn } from './StatisticsParts.tsx';

const useRead = reader<typeof calibrationContract>();
const usePages = pager<typeof calibrationContract>();

const ROWS = 10;
const SHOWN = [
  { value: '', label: 'todas' },
  { value: 'misfits', label: 'as que não encaixam' },
  { value: 'used', label: 'usadas no ponto de partida' },
];

/** Calibrated difficulties, misfitting questions, and how often the diagnostic asked each; read when the section is opened. */
export function Difficulties({ panel }: { panel: Panel }) {
  return (
    <OnceOpened>
      <OpenedDifficulties panel={panel} />
    </OnceOpened>
  );
}

interface Filters {
  discipline: string;
  class: string;
  show: string;
  page: number;
}

interface DifficultyFiltersProps {
  filters: Filters;
  onFilters: (filters: Filters) => void;
}

/** Renders the filters; each change goes back to the first page. */
function DifficultyFilters({ filters, onFilters }: DifficultyFiltersProps) {
  const select = (
    name: 'discipline' | 'class' | 'show',
    label: string,
    options: readonly { value: string; label: string }[],
  ) => (
    <SelectField
      label={label}
      name={`difficulty-${name}`}
      value={filters[name]}
      options={options}
      onChange={({ target }) => onFilters({ ...filters, [name]: target.value, page: 1 })}
    />
  );
  const named = (values: readonly string[], all: string) => [
    { value: '', label: all },
    ...values.map((value) => ({ value, label: value })),
  ];
  return (
    <form
      className={filterStyles['form']}
      aria-label="Filtros da dificuldade"
      onSubmit={(event) => event.preventDefault()}
    >
      {select('show', 'Mostrar', SHOWN)}
      {select('discipline', 'Disciplina', named(DISCIPLINES, 'todas'))}
      {select('class', 'Ano escolar', named(TEST_CLASSES, 'todos'))}
    </form>
  );
}

function OpenedDifficulties({ panel }: { panel: Panel }) {
  const [filters, setFilters] = useState<Filters>({ discipline: '', class: '', show: '', page: 1 });
  const { discipline, class: schoolClass, show, page } = filters;
  const found = usePages('GET /api/teacher/calibration/questions', {
    query: { discipline, class: schoolClass, show, limit: String(ROWS), page: String(page) },
  });
  return (
    <>
      <Calibrated />
      <DifficultyFilters filters={filters} onFilters={setFilters} />
      <Read found={found} loading={<Skeleton lines={6} />}>
        {({ rows, total }) => (
          <div aria-busy={found.isPlaceholderData}>
            <DataTable
              dense
              caption="Dificuldade das questões"
              columns={columns(panel)}
              rows={rows}
              rowKey={({ id }) => id}
              rowTone={({ fits }) => (fits === false ? 'flagged' : undefined)}
              empty={
                <Empty
                  title={
                    show === 'misfits' ? 'Nenhuma questão deixa de encaixar.' : 'Nenhuma questão com estes filtros.'
                  }
                  text="O encaixe de uma questão diz-se a partir de 100 respostas."
                />
              }
            />
            <Pages
              label="Páginas da dificuldade"
              page={page}
              limit={ROWS}
              total={total}
              onPage={(next) => setFilters({ ...filters, page: next })}
            />
          </div>
        )}
      </Read>
    </>
  );
}

/** When each discipline was calibrated, and from how many answers. */
function Calibrated() {
  const { data } = useRead('GET /api/teacher/calibration', {});
  return (
    <>
      <p className={styles['say']}>
        Uma vez por dia, as respostas dizem quão difícil é cada questão, na mesma escala para todas as classes. Enquanto
        há poucas, vale a estimativa do autor.
      </p>
      <ul className={styles['say']}>
        {data?.map(({ discipline, answers, children, calibratedAt, diagnostics, writing }) => (
          <li key={discipline}>
            <b>{discipline}</b>: {plural(answers, 'resposta', 'respostas')} de {plural(children, 'criança', 'crianças')}
            {calibratedAt && `, a ${longDate(calibratedAt)}`};{' '}
            {plural(diagnostics, 'ponto de partida', 'pontos de partida')}
            {writing && <BothWays {...writing} />}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What the same questions show that were asked by choice and in writing. */
function BothWays({ questions, harder, standardError }: NonNullable<Calibration['writing']>) {
  return (
    <>
      ; {plural(questions, 'questão feita', 'questões feitas')} por escolha e por escrito: escrita, a dificuldade muda{' '}
      {decimal(harder, 1)}
      {standardError !== null && ` ± ${decimal(standardError, 1)}`} na escala
    </>
  );
}

const columns = (panel: Panel): Column<CalibratedRow>[] => [
  { key: 'statement', header: 'Questão', card: 'title', cell: (question) => <Statement question={question} /> },
  testColumn(panel),
  {
    key: 'difficulty',
    header: 'Dificuldade',
    cell: ({ difficulty, author, answers }) => (
      <span className={styles['pair']}>
        <span>{difficulty}</span>
        <span className="num meta">
          {author === null ? 'sem grau' : `grau ${author} do autor`}, {plural(answers, 'resposta', 'respostas')}
        </span>
      </span>
    ),
  },
  {
    key: 'fit',
    header: 'Encaixe',
    cell: ({ fit, fits }) => (fits === false ? <Badge tone="flag">{fit}</Badge> : fit),
  },
  {
    key: 'uses',
    header: 'Ponto de partida',
    align: 'end',
    cell: ({ uses }) => <span className="num">{uses === 0 ? 'nenhum uso' : plural(uses, 'uso', 'usos')}</span>,
  },
];
