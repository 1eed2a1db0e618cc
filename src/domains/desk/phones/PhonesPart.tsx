import { longDate } from '../../../shared/dates.ts';
import type { Measure } from '../../../shared/phones/phone-report.ts';
import { VISITS_PER_SAMPLE } from '../../../shared/phones/phone-sample.ts';
import { reader } from '../../../web/call/api.ts';
import { FilterForm, Read } from '../../../web/parts/filters.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { SelectField } from '../../../web/ui/forms/Field.tsx';
import { Badge } from '../../../web/ui/lists/Badge.tsx';
import { Card } from '../../../web/ui/lists/Card.tsx';
import { DataTable } from '../../../web/ui/lists/DataTable.tsx';
import styles from '../operations/Admin.module.css';
import { useFilters } from '../operations/list.tsx';
import { grouped } from '../operations/overview.rules.ts';
import { PartHead } from '../operations/Shell.tsx';
import type { Phones, phonesContract } from './phones.contract.ts';
import { FEWEST_REPORTS, GOALS, valueText } from './phones.rules.ts';

const useRead = reader<typeof phonesContract>();

const PERIODS = [
  { value: '7', label: '7 dias' },
  { value: '30', label: '30 dias' },
] as const;

/** The name of each measure, and its short name for tables. */
const WORDS: Record<Measure, { title: string; short: string }> = {
  lcp: { title: 'Abrir a página', short: 'Abrir' },
  inp: { title: 'Responder ao toque', short: 'Toque' },
  cls: { title: 'Conteúdo que salta', short: 'Saltos' },
};

/** Shows how fast pages are on the phones of families, and which faults occur there. */
export default function PhonesPart() {
  const filters = useFilters('phones');
  const days = PERIODS.find(({ value }) => value === filters.value('days'))?.value ?? '7';
  const found = useRead('GET /api/admin/phones', { query: { days } });
  return (
    <>
      <PartHead title="O que os telemóveis dizem">
        Mede-se uma visita em cada {VISITS_PER_SAMPLE}, sem saber de quem é. Quem poupa dados não é medido. Cada valor é
        o que três em cada quatro visitas não passam.
      </PartHead>
      <FilterForm>
        <SelectField
          label="Período"
          name="days"
          value={days}
          options={PERIODS}
          onChange={(event) => filters.set({ days: event.target.value === '7' ? null : event.target.value })}
        />
      </FilterForm>
      <Read found={found} loading={<Skeleton lines={14} />}>
        {(phones) => <Shown phones={phones} />}
      </Read>
    </>
  );
}

function Shown({ phones: { days, measures, routes, builds, faults } }: { phones: Phones }) {
  const isEmpty = measures.every(({ reports }) => reports === 0);
  return (
    <div className={styles['form']}>
      <section className={styles['figures']} aria-label="Medidas de todas as páginas">
        {measures.map((measure) => (
          <Figure key={measure.name} {...measure} />
        ))}
      </section>
      <Card title="Por página">
        {isEmpty ? (
          <p className={styles['say']}>Nenhum telemóvel foi medido nos últimos {days} dias.</p>
        ) : (
          <DataTable
            dense
            caption="Medidas por página, a mais visitada primeiro"
            rows={routes}
            rowKey={({ route }) => route}
            columns={[
              { key: 'route', header: 'Página', card: 'title', cell: ({ route }) => <Route route={route} /> },
              ...FIGURES,
            ]}
          />
        )}
      </Card>
      <Card title="Por versão">
        {isEmpty ? (
          <p className={styles['say']}>Aqui compara-se cada versão com a anterior.</p>
        ) : (
          <DataTable
            dense
            caption="Medidas por versão, a mais nova primeiro"
            rows={builds}
            rowKey={({ build }) => build}
            columns={[
              {
                key: 'build',
                header: 'Versão',
                card: 'title',
                cell: ({ build, isCurrent, since }) => (
                  <>
                    <Build build={build} isCurrent={isCurrent} />
                    <span className={styles['under']}>desde {longDate(since)}</span>
                  </>
                ),
              },
              ...FIGURES,
            ]}
          />
        )}
      </Card>
      <Card title="Falhas">
        <div className={styles['form']}>
          <p className={styles['say']}>
            De todas as visitas, não só das medidas: erros dos programas, com o ficheiro e a coluna, e o que a política
            de segurança recusou.
          </p>
          <Faults days={days} faults={faults} />
        </div>
      </Card>
    </div>
  );
}

function Figure({ name, p75, good, reports }: Phones['measures'][number]) {
  const isGood = p75 !== null && p75 <= GOALS[name];
  return (
    <article className={styles['figure']}>
      <h2>{WORDS[name].title}</h2>
      <p className={styles['value']}>{valueText(name, p75)}</p>
      <p className={styles['gain']}>
        <span>
          {p75 === null ? (
            `São precisas ${FEWEST_REPORTS} visitas; há ${reports}.`
          ) : (
            <>
              <Badge tone={isGood ? 'ok' : 'low'}>{isGood ? 'Bom' : 'Acima'}</Badge> Objectivo:{' '}
              {valueText(name, GOALS[name])}. Cumprem-no {good}% de {grouped(reports)}.
            </>
          )}
        </span>
      </p>
    </article>
  );
}

type Row = Pick<Phones['routes'][number], Measure | 'reports'>;

const figureColumn = (name: Measure) => ({
  key: name,
  header: WORDS[name].short,
  align: 'end' as const,
  cell: (row: Row) => <Value name={name} value={row[name]} />,
});

const FIGURES = [
  figureColumn('lcp'),
  figureColumn('inp'),
  figureColumn('cls'),
  {
    key: 'reports',
    header: 'Visitas',
    align: 'end' as const,
    cell: ({ reports }: Row) => <span className="num">{grouped(reports)}</span>,
  },
];

/** Renders a value; one above the goal says so in words too. */
function Value({ name, value }: { name: Measure; value: number | null }) {
  return (
    <span className="num">
      {valueText(name, value)} {value !== null && value > GOALS[name] && <Badge tone="low">acima</Badge>}
    </span>
  );
}

/** Renders the pattern of an address with a possible line break before each slash. */
function Route({ route }: { route: string }) {
  if (route === 'other') return <>outras páginas</>;
  return (
    <span className={styles['name']}>
      {route.split(/(?=\/)/).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a route never change
        <span key={at}>
          {at > 0 && <wbr />}
          {part}
        </span>
      ))}
    </span>
  );
}

function Build({ build, isCurrent }: { build: string; isCurrent: boolean }) {
  return (
    <span className={styles['name']}>
      {build === 'other' ? 'outras versões' : build} {isCurrent && <Badge tone="info">em uso</Badge>}
    </span>
  );
}

function Faults({ days, faults }: { days: number; faults: Phones['faults'] }) {
  return (
    <DataTable
      dense
      caption="Falhas, a mais frequente primeiro"
      rows={faults}
      rowKey={({ kind, route, what, build }) => `${kind} ${route} ${what} ${build}`}
      empty={<p className={styles['none']}>Nenhuma falha nos últimos {days} dias.</p>}
      columns={[
        {
          key: 'what',
          header: 'Falha',
          card: 'title',
          cell: ({ kind, what }) => (
            <>
              <span className={styles['name']}>{what}</span>
              <span className={styles['under']}>{kind === 'script' ? 'erro de programa' : 'recusa da política'}</span>
            </>
          ),
        },
        { key: 'route', header: 'Página', cell: ({ route }) => <Route route={route} /> },
        {
          key: 'build',
          header: 'Versão',
          cell: ({ build, isCurrent }) => <Build build={build} isCurrent={isCurrent} />,
        },
        { key: 'last', header: 'Última', cell: ({ lastOn }) => longDate(lastOn) },
        {
          key: 'reports',
          header: 'Vezes',
          align: 'end',
          cell: ({ reports }) => <span className="num">{grouped(reports)}</span>,
        },
      ]}
    />
  );
}
