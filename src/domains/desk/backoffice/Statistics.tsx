import { longDate } from '../../../shared/dates.ts';
import { reader } from '../../../web/call/api.ts';
import { FilterClass, FilterForm, FilterSelect, Read } from '../../../web/parts/filters.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { SelectField } from '../../../web/ui/forms/Field.tsx';
import { Card } from '../../../web/ui/lists/Card.tsx';
import { PROVINCES } from '../../people/children/provinces.rules.ts';
import styles from '../operations/Admin.module.css';
import { Bars, Figures } from '../operations/Charts.tsx';
import { useFilters } from '../operations/list.tsx';
import { grouped } from '../operations/overview.rules.ts';
import { PartHead } from '../operations/Shell.tsx';
import { Scores, TestsByDay } from './Overview.tsx';
import type { Group, Statistics, statisticsContract } from './statistics.contract.ts';
import { whyHidden } from './statistics.rules.ts';

const useRead = reader<typeof statisticsContract>();
const PERIODS = [
  { value: '30', label: 'Últimos 30 dias' },
  { value: '90', label: 'Últimos 90 dias' },
  { value: '365', label: 'Último ano' },
] as const;

/** Statistics of tests and their results over all families; nothing in them identifies a child. */
export default function StatisticsPart() {
  const filters = useFilters('statistics');
  const query = {
    days: PERIODS.find(({ value }) => value === filters.value('days'))?.value ?? '30',
    discipline: filters.value('discipline'),
    class: filters.value('class'),
    province: filters.value('province'),
  };
  const found = useRead('GET /api/admin/statistics', { query });
  return (
    <>
      <PartHead title="Estatísticas">
        Só contam testes acabados. As notas são as das médias: crianças de dez famílias ou mais, que entraram juntas.
      </PartHead>
      <FilterForm>
        <SelectField
          label="Período"
          name="days"
          value={query.days}
          options={PERIODS}
          onChange={(event) => filters.set({ days: event.target.value })}
        />
        <FilterClass filters={filters} />
        <FilterSelect filters={filters} name="province" label="Província" all="todas" options={PROVINCES} />
      </FilterForm>
      <Read found={found} loading={<Skeleton lines={14} />}>
        {(statistics) => <Shown statistics={statistics} />}
      </Read>
    </>
  );
}

function Shown({ statistics }: { statistics: Statistics }) {
  const { days, daily, scores, tests } = statistics;
  return (
    <>
      <div className={styles['two']}>
        <Card title={days === 365 ? 'Testes por semana' : 'Testes por dia'}>
          {days === 365 ? (
            <>
              <p className={styles['say']}>
                {grouped(tests)} {tests === 1 ? 'teste' : 'testes'} no último ano.
              </p>
              <Bars
                label="Testes por semana no último ano"
                bars={daily.map(({ date, tests }) => ({
                  name: `semana de ${longDate(date)}`,
                  value: tests,
                }))}
                marks={[0, 26, 51].map((at) => ({
                  at,
                  text: `${daily[at]?.date.slice(5, 7)}.${daily[at]?.date.slice(0, 4)}`,
                }))}
                columns={['Semana', 'Testes']}
              />
            </>
          ) : (
            <TestsByDay daily={daily} />
          )}
        </Card>
        <Card title="Distribuição das notas">
          <Scores scores={scores} hidden="Ainda não há dez famílias com notas nas médias com estes filtros" />
        </Card>
      </div>
      <div className={styles['three']}>
        <Groups title="Por ano escolar" groups={statistics.classes} />
        <Groups title="Por disciplina" groups={statistics.disciplines} />
        <Groups title="Por província" groups={statistics.provinces} />
      </div>
    </>
  );
}

function Groups({ title, groups }: { title: string; groups: readonly Group[] }) {
  const shown = (value: number | null) => (value === null ? '–' : `${value}%`);
  const why = whyHidden(groups);
  return (
    <Card title={title}>
      {groups.length === 0 ? (
        <p className={styles['say']}>Nenhum teste neste período.</p>
      ) : (
        <>
          <Figures
            caption={title}
            columns={['Grupo', 'Testes', 'Média', '70% ou mais']}
            rows={groups.map(({ name, tests, mean, reached }) => [name, grouped(tests), shown(mean), shown(reached)])}
          />
          {why && <p className={styles['say']}>{why}</p>}
        </>
      )}
    </Card>
  );
}
