import { grouped } from '../../../shared/text.ts';
import { reader } from '../../../web/call/api.ts';
import { useAddressFilters } from '../../../web/call/paged.ts';
import { pager } from '../../../web/call/pager.ts';
import { Empty } from '../../../web/parts/Empty.tsx';
import { FilterClass, FilterForm, NoneFound, Read } from '../../../web/parts/filters.tsx';
import { PagedList } from '../../../web/parts/PagedList.tsx';
import teacher from '../../../web/parts/panel.module.css';
import { BANK_ADDRESS, type Panel, statisticsAddress } from '../../../web/parts/statistics-address.ts';
import { plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconChevronLeft } from '../../../web/ui/base/Icon.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { Accordion } from '../../../web/ui/lists/Accordion.tsx';
import { type Column, DataTable } from '../../../web/ui/lists/DataTable.tsx';
import type { BankFigures, BankGroup, bankStatisticsContract, FlaggedQuestion } from './bank-statistics.contract.ts';
import { Difficulties } from './Difficulties.tsx';
import { BankErrors } from './Errors.tsx';
import styles from './Statistics.module.css';
import { AsTable, Figure, flaggedColumn, OnceOpened, testColumn, WorksBadge } from './StatisticsParts.tsx';
import { percent } from './statistics-words.rules.ts';

const useRead = reader<typeof bankStatisticsContract>();
const usePages = pager<typeof bankStatisticsContract>();

const ROWS = 10;

/** 'Estatísticas' of the whole bank: questions to review first, and how much is known of each part. */
export default function BankStatistics({ panel }: { panel: Panel }) {
  const found = useRead('GET /api/teacher/statistics', {});
  return (
    <>
      <div className={styles['top']}>
        <h2>Estatísticas do banco</h2>
        <AsTable href="/api/teacher/statistics/file" />
        <Button variant="quiet" icon={<IconChevronLeft />} href={BANK_ADDRESS[panel]}>
          {panel === 'admin' ? 'Testes' : 'Banco completo'}
        </Button>
      </div>
      <Read found={found} loading={<Skeleton lines={12} />}>
        {(figures) => (
          <>
            <Sums figures={figures} />
            <Attention panel={panel} />
            <Accordion title="Por classe e disciplina">
              <DataTable
                dense
                caption="Estatísticas por classe e disciplina"
                columns={groupColumns(panel)}
                rows={figures.groups}
                rowKey={({ discipline, schoolClass }) => `${schoolClass} ${discipline}`}
                empty={<Empty title="Nenhum Teste Cadastrado" text="As estatísticas começam com o primeiro teste." />}
              />
            </Accordion>
            <Accordion title="Enganos com nome">
              <OnceOpened>
                <BankErrors />
              </OnceOpened>
            </Accordion>
            <Accordion title="Dificuldade e ponto de partida">
              <Difficulties panel={panel} />
            </Accordion>
          </>
        )}
      </Read>
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
        De {grouped(questions)} {questions === 1 ? 'questão' : 'questões'}: {grouped(none)} sem respostas,{' '}
        {grouped(few)} com menos de 10 tentativas (só contagens), {grouped(some)} com 10 a 29 (percentagem de acerto) e{' '}
        {grouped(enough)} com 30 ou mais (também se funcionam bem).
      </p>
      <dl className={styles['figures']}>
        <Figure label="Testes" value={grouped(tests)} />
        <Figure label="Respostas" value={grouped(answers)} />
        <Figure label="Acertam" value={facility === null ? '–' : percent(facility)} />
        <Figure label="Questões a verificar" value={grouped(flagged)} />
      </dl>
    </>
  );
}

/** Renders the flagged questions, worst first; filters and page are in the address. */
function Attention({ panel }: { panel: Panel }) {
  const filters = useAddressFilters(
    panel === 'admin' ? '/admin' : BANK_ADDRESS.teacher,
    panel === 'admin' ? { tab: 'tests', view: 'statistics' } : { view: 'statistics' },
  );
  const found = usePages('GET /api/teacher/statistics/questions', {
    query: { ...filters.values('discipline', 'class'), limit: String(ROWS), page: String(filters.page) },
  });
  return (
    <>
      <h3 className={styles['each']}>A verificar primeiro</h3>
      <FilterForm>
        <FilterClass filters={filters} />
      </FilterForm>
      <PagedList
        found={found}
        filters={filters}
        limit={ROWS}
        label="Páginas das questões a verificar"
        loading={<Skeleton lines={6} />}
      >
        {({ rows, total }) => (
          <>
            {total > 0 && (
              <p role="status" className={teacher['count']}>
                {plural(total, 'questão a verificar', 'questões a verificar')}
              </p>
            )}
            <DataTable
              dense
              caption="Questões a verificar, as piores primeiro"
              columns={flaggedColumns(panel)}
              rows={rows}
              rowKey={({ id }) => id}
              rowTone={() => 'flagged'}
              empty={
                <NoneFound
                  filters={filters}
                  filtered="Nada a verificar com estes filtros."
                  title="Nenhuma questão a verificar."
                  text="Uma questão é assinalada quando 10 ou mais tentativas mostram que algo nela não funciona."
                />
              }
            />
          </>
        )}
      </PagedList>
    </>
  );
}

const flaggedColumns = (panel: Panel): Column<FlaggedQuestion>[] => [
  flaggedColumn(),
  testColumn(panel),
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
    cell: ({ discrimination, flags }) => <WorksBadge discrimination={discrimination} flags={flags} />,
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
