import type { ChangeEvent } from 'react';
import { useSearch } from 'wouter/use-browser-location';
import { DISCIPLINES, TEST_CLASSES } from '../../shared/words.ts';
import { reader } from '../../web/api.ts';
import { Empty } from '../../web/Empty.tsx';
import { Failed } from '../../web/Failed.tsx';
import { goTo } from '../../web/navigation.ts';
import { pager } from '../../web/paged.ts';
import { plural } from '../../web/text.ts';
import { Accordion } from '../../web/ui/Accordion.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { type Column, DataTable } from '../../web/ui/DataTable.tsx';
import { SelectField } from '../../web/ui/Field.tsx';
import { IconChevronLeft } from '../../web/ui/Icon.tsx';
import { Pages } from '../../web/ui/Pages.tsx';
import { Skeleton } from '../../web/ui/Skeleton.tsx';
import teacher from '../tests/Teacher.module.css';
import type { BankFigures, BankGroup, bankStatisticsContract, FlaggedQuestion } from './bank-statistics.contract.ts';
import styles from './Statistics.module.css';
import { Figure, Flags, Statement, WorksBadge } from './StatisticsParts.tsx';
import { BANK_ADDRESS, type Panel, percent, statisticsAddress } from './statistics-words.rules.ts';

const useRead = reader<typeof bankStatisticsContract>();
const usePages = pager<typeof bankStatisticsContract>();

const ROWS = 10;

/** 'Estatísticas' of the whole bank: which questions to look at first, and how much is known of each part of it. */
export default function BankStatistics({ panel }: { panel: Panel }) {
  const found = useRead('GET /api/teacher/statistics', {});
  return (
    <>
      <div className={styles['top']}>
        <h2>Estatísticas do banco</h2>
        <Button variant="quiet" icon={<IconChevronLeft />} href={BANK_ADDRESS[panel]}>
          {panel === 'admin' ? 'Testes' : 'Banco completo'}
        </Button>
      </div>
      {found.data ? (
        <>
          <Sums figures={found.data} />
          <Attention panel={panel} />
          <Accordion title="Por classe e disciplina">
            <DataTable
              dense
              caption="Estatísticas por classe e disciplina"
              columns={groupColumns(panel)}
              rows={found.data.groups}
              rowKey={({ discipline, schoolClass }) => `${schoolClass} ${discipline}`}
              empty={<Empty title="Nenhum Teste Cadastrado" text="As estatísticas começam com o primeiro teste." />}
            />
          </Accordion>
        </>
      ) : found.error ? (
        <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching} />
      ) : (
        <Skeleton lines={12} />
      )}
    </>
  );
}

function Sums({ figures }: { figures: BankFigures }) {
  const { attempts, answers, facility, flagged, none, few, some, enough, questions, tests } = figures;
  return (
    <>
      <p className={styles['lead']}>
        {attempts === 0 ? (
          'Ainda não há tentativas válidas.'
        ) : (
          <>
            Com base em <b>{plural(attempts, 'tentativa válida', 'tentativas válidas')}</b>: a primeira de cada criança
            em cada teste, acabada no tempo normal.
          </>
        )}
      </p>
      <p className={styles['say']}>
        De {plural(questions, 'questão', 'questões')}: {none} sem respostas, {few} com menos de 10 tentativas (só
        contagens), {some} com 10 a 29 (percentagem de acerto) e {enough} com 30 ou mais (também se funcionam bem).
      </p>
      <dl className={styles['figures']}>
        <Figure label="Testes" value={String(tests)} />
        <Figure label="Respostas" value={String(answers)} />
        <Figure label="Acertam" value={facility === null ? '–' : percent(facility)} />
        <Figure label="Questões a verificar" value={String(flagged)} />
      </dl>
    </>
  );
}

/** The flagged questions, worst first; filters and page stand in the address. */
function Attention({ panel }: { panel: Panel }) {
  const params = new URLSearchParams(useSearch());
  const filters = { discipline: params.get('discipline') ?? '', class: params.get('class') ?? '' };
  const page = Math.max(1, Number(params.get('page')) || 1);
  const found = usePages('GET /api/teacher/statistics/questions', {
    query: { ...filters, limit: String(ROWS), page: String(page) },
  });
  const move = (changed: Record<string, string>) =>
    goTo(statisticsAddress(panel, undefined, { ...filters, ...changed }), { replace: true });
  const change = (name: keyof typeof filters) => (event: ChangeEvent<HTMLSelectElement>) =>
    move({ [name]: event.target.value });
  const isFiltered = filters.discipline !== '' || filters.class !== '';
  return (
    <>
      <h3 className={styles['each']}>A verificar primeiro</h3>
      <form className={teacher['filters']} aria-label="Filtros" onSubmit={(event) => event.preventDefault()}>
        <SelectField
          label="Disciplina"
          name="discipline"
          id="flagged-discipline"
          placeholder="todas"
          value={filters.discipline}
          options={DISCIPLINES.map((value) => ({ value, label: value }))}
          onChange={change('discipline')}
        />
        <SelectField
          label="Ano escolar"
          name="class"
          id="flagged-class"
          placeholder="todos"
          value={filters.class}
          options={TEST_CLASSES.map((value) => ({ value, label: value }))}
          onChange={change('class')}
        />
      </form>
      {found.data ? (
        <div aria-busy={found.isPlaceholderData}>
          {found.data.total > 0 && (
            <p role="status" className={teacher['count']}>
              {plural(found.data.total, 'questão a verificar', 'questões a verificar')}
            </p>
          )}
          <DataTable
            dense
            caption="Questões a verificar, as piores primeiro"
            columns={flaggedColumns(panel)}
            rows={found.data.rows}
            rowKey={({ id }) => id}
            rowTone={() => 'flagged'}
            empty={
              <Empty
                title={isFiltered ? 'Nada a verificar com estes filtros.' : 'Nenhuma questão a verificar.'}
                text="Uma questão é assinalada quando 10 ou mais tentativas mostram que algo nela não funciona."
              >
                {isFiltered && (
                  <Button variant="secondary" onClick={() => move({ discipline: '', class: '' })}>
                    Limpar filtros
                  </Button>
                )}
              </Empty>
            }
          />
          <Pages
            label="Páginas das questões a verificar"
            page={page}
            limit={ROWS}
            total={found.data.total}
            onPage={(next) => move({ page: String(next) })}
          />
        </div>
      ) : found.error ? (
        <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching} />
      ) : (
        <Skeleton lines={6} />
      )}
    </>
  );
}

const flaggedColumns = (panel: Panel): Column<FlaggedQuestion>[] => [
  {
    key: 'statement',
    header: 'Questão',
    card: 'title',
    cell: (question) => (
      <>
        <Statement question={question} />
        <Flags flags={question.flags} />
      </>
    ),
  },
  {
    key: 'test',
    header: 'Teste',
    cell: ({ position, test: { id, discipline, theme, schoolClass } }) => (
      <a href={statisticsAddress(panel, id)}>
        {discipline} - {theme}, {schoolClass}, questão {position}
      </a>
    ),
  },
  {
    key: 'facility',
    header: 'Acertam',
    cell: ({ facility, interval, attempts }) => (
      <span className={styles['pair']}>
        <b className="num">{facility === null ? '–' : percent(facility)}</b>
        {interval && (
          <span className="num meta">
            de {percent(interval[0])} a {percent(interval[1])}
          </span>
        )}
        <span className="num meta">{plural(attempts, 'tentativa', 'tentativas')}</span>
      </span>
    ),
  },
  {
    key: 'discrimination',
    header: 'Funcionamento',
    cell: ({ discrimination }) => <WorksBadge discrimination={discrimination} />,
  },
];

const groupColumns = (panel: Panel): Column<BankGroup>[] => [
  {
    key: 'group',
    header: 'Classe e disciplina',
    card: 'title',
    cell: ({ schoolClass, discipline }) => `${schoolClass}, ${discipline}`,
  },
  {
    key: 'tests',
    header: 'Testes',
    align: 'end',
    card: 'hide',
    cell: ({ tests }) => <span className="num">{tests}</span>,
  },
  {
    key: 'questions',
    header: 'Questões',
    align: 'end',
    cell: ({ questions }) => <span className="num">{questions}</span>,
  },
  {
    key: 'attempts',
    header: 'Tentativas',
    align: 'end',
    cell: ({ attempts }) => <span className="num">{attempts}</span>,
  },
  {
    key: 'measured',
    header: 'Com 10 ou mais',
    align: 'end',
    card: 'hide',
    cell: ({ some, enough }) => <span className="num">{some + enough}</span>,
  },
  {
    key: 'facility',
    header: 'Acertam',
    align: 'end',
    cell: ({ facility }) => <span className="num">{facility === null ? '–' : percent(facility)}</span>,
  },
  {
    key: 'flagged',
    header: 'A verificar',
    align: 'end',
    cell: ({ flagged, discipline, schoolClass }) =>
      flagged === 0 ? (
        <span className="num">0</span>
      ) : (
        <a href={statisticsAddress(panel, undefined, { discipline, class: schoolClass })}>
          {flagged}
          <span className="sr">
            {' '}
            em {discipline}, {schoolClass}
          </span>
        </a>
      ),
  },
];
