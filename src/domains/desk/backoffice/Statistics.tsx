import { longDate } from '../../../shared/dates.ts';
import { PROVINCES } from '../../../shared/provinces.ts';
import { reader } from '../../../web/call/api.ts';
import { FilterClass, FilterForm, FilterSelect, Read } from '../../../web/parts/filters.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { SelectField } from '../../../web/ui/forms/Field.tsx';
import { Accordion } from '../../../web/ui/lists/Accordion.tsx';
import { Card } from '../../../web/ui/lists/Card.tsx';
import styles from '../operations/Admin.module.css';
import { Bars, Figures, Rows } from '../operations/Charts.tsx';
import { useFilters } from '../operations/list.tsx';
import { grouped } from '../operations/overview.rules.ts';
import { PartHead } from '../operations/Shell.tsx';
import { Scores, TestsByDay } from './Overview.tsx';
import type { Group, Statistics, statisticsContract } from './statistics.contract.ts';
import { whyHidden } from './statistics.rules.ts';

const useRead = reader<typeof statisticsContract>();
const PERIODS = [
  { value: '30', label: '30 dias' },
  { value: '90', label: '90 dias' },
  { value: '365', label: '1 ano' },
] as const;

/** By what groups are compared, one measure at a time, so that no bar is read on another's scale. */
const MEASURES = [
  { value: 'tests', label: 'Testes feitos' },
  { value: 'mean', label: 'Média' },
  { value: 'reached', label: 'Crianças com 70% ou mais' },
] as const;
type Measure = (typeof MEASURES)[number]['value'];

/** Statistics of tests and their results over all families; nothing in them identifies a child. */
export default function StatisticsPart() {
  const filters = useFilters('statistics');
  const query = {
    days: PERIODS.find(({ value }) => value === filters.value('days'))?.value ?? '30',
    discipline: filters.value('discipline'),
    class: filters.value('class'),
    province: filters.value('province'),
  };
  const measure = MEASURES.find(({ value }) => value === filters.value('measure'))?.value ?? 'tests';
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
        {(statistics) => (
          <Shown statistics={statistics} measure={measure} onMeasure={(measure) => filters.set({ measure })} />
        )}
      </Read>
    </>
  );
}

interface ShownProps {
  statistics: Statistics;
  measure: Measure;
  onMeasure: (measure: string) => void;
}

function Shown({ statistics, measure, onMeasure }: ShownProps) {
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
      <div className={styles['measure']}>
        <SelectField
          label="Comparar por"
          name="measure"
          value={measure}
          options={MEASURES}
          onChange={(event) => onMeasure(event.target.value)}
        />
      </div>
      <div className={styles['three']}>
        <Groups title="Por ano escolar" groups={statistics.classes} measure={measure} />
        <Groups title="Por disciplina" groups={statistics.disciplines} measure={measure} />
        <Groups title="Por província" groups={statistics.provinces} measure={measure} />
      </div>
    </>
  );
}

function Groups({ title, groups, measure }: { title: string; groups: readonly Group[]; measure: Measure }) {
  const shown = (value: number | null) => (value === null ? '–' : `${value}%`);
  const measured = MEASURES.find(({ value }) => value === measure)?.label ?? '';
  const why = whyHidden(groups);
  return (
    <Card title={title}>
      {groups.length === 0 ? (
        <p className={styles['say']}>Nenhum teste neste período.</p>
      ) : (
        <>
          <Rows
            label={`${title}: ${measured}`}
            rows={groups.map((group) => ({
              name: group.name,
              value: group[measure],
              text: measure === 'tests' ? grouped(group.tests) : shown(group[measure]),
            }))}
            full={measure === 'tests' ? Math.max(...groups.map(({ tests }) => tests)) : 100}
          />
          <Accordion title="Ver em tabela" quiet>
            <Figures
              caption={title}
              columns={['Grupo', 'Testes', 'Média', '70% ou mais']}
              rows={groups.map(({ name, tests, mean, reached }) => [name, grouped(tests), shown(mean), shown(reached)])}
            />
          </Accordion>
          {measure !== 'tests' && why && <p className={styles['say']}>{why}</p>}
        </>
      )}
    </Card>
  );
}
