import type { ReactNode } from 'react';
import { clockInLuanda } from '../../../shared/calendar.ts';
import { longDate, relativeTime } from '../../../shared/dates.ts';
import { GOAL } from '../../../shared/goal.ts';
import { formatKz } from '../../../shared/money.ts';
import { MONTHS } from '../../../shared/months.ts';
import { wholePercent } from '../../../shared/percent.ts';
import { reader } from '../../../web/call/api.ts';
import { pager } from '../../../web/call/pager.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import { Read } from '../../../web/parts/filters.tsx';
import { plural } from '../../../web/parts/text.ts';
import { cx } from '../../../web/ui/base/cx.ts';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { SelectField } from '../../../web/ui/forms/Field.tsx';
import { IconTrend } from '../../../web/ui/icons/StaffIcon.tsx';
import { Card } from '../../../web/ui/lists/Card.tsx';
import type { User } from '../../people/accounts/accounts.contract.ts';
import styles from '../operations/Admin.module.css';
import type { auditContract } from '../operations/audit.contract.ts';
import { sentenceOf } from '../operations/audit.rules.ts';
import { BackupWarnings } from '../operations/BackupWarnings.tsx';
import { Bars, Sparkline, Swatch } from '../operations/Charts.tsx';
import { useFilters } from '../operations/list.tsx';
import { grouped, isWeekend, totalsBack, weekendMeans } from '../operations/overview.rules.ts';
import { PartHead } from '../operations/Shell.tsx';
import { whoDid } from '../operations/words.rules.ts';
import type { Overview, overviewContract } from './overview.contract.ts';
import { FlaggedCard } from './payments/Flags.tsx';

const useRead = reader<typeof overviewContract>();
const useList = pager<typeof auditContract>();

const PERIODS = [
  { value: '7', label: 'Últimos 7 dias' },
  { value: '30', label: 'Últimos 30 dias' },
  { value: '90', label: 'Últimos 90 dias' },
] as const;
type Period = (typeof PERIODS)[number]['value'];

/** Returns text such as "22 Out." */
const shortDay = (date: string) =>
  `${Number(date.slice(8))} ${(MONTHS[Number(date.slice(5, 7)) - 1] ?? '').slice(0, 3)}.`;

/** Renders the most important figures for an administrator. */
export default function OverviewPart({ user }: { user: User }) {
  const filters = useFilters('overview');
  const days = (PERIODS.find(({ value }) => value === filters.value('days'))?.value ?? '30') as Period;
  const found = useRead('GET /api/admin/overview', { query: { days } });
  const figures = found.data;
  return (
    <>
      <PartHead
        title={`Bem-vindo ao Painel Administrativo, ${user.fullName}!`}
        aside={
          <SelectField
            label={<span className="sr">Período</span>}
            name="days"
            value={days}
            options={PERIODS}
            onChange={(event) => filters.set({ days: event.target.value === '30' ? null : event.target.value })}
          />
        }
      >
        {figures && (
          <>
            <span>
              {longDate(figures.at)} · {clockInLuanda(figures.at)}
            </span>
            <span className={styles['live']} title="Com a conta em uso na última hora">
              {grouped(figures.activeNow)} {figures.activeNow === 1 ? 'pessoa activa agora' : 'pessoas activas agora'}
            </span>
          </>
        )}
      </PartHead>
      {figures ? (
        <Shown figures={figures} />
      ) : found.error ? (
        <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching} />
      ) : (
        <Skeleton lines={12} />
      )}
    </>
  );
}

/** Warns about late mails; renders nothing if there are none. */
export function LateMails({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <section className={styles['flags']} aria-label="Aviso sobre os e-mails">
      <div className={styles['warning']}>
        <h2>Os e-mails não estão a sair</h2>
        <p>
          {plural(count, 'e-mail já devia ter saído', 'e-mails já deviam ter saído')}. Quem pediu uma senha nova ou
          espera um convite ainda não o recebeu.
        </p>
      </div>
      <a href="/admin?tab=settings">Ver o que disse o servidor de e-mail</a>
    </section>
  );
}

function Shown({ figures }: { figures: Overview }) {
  const { days, parents, children, tests, revenue, daily } = figures;
  const grown = (name: 'parents' | 'children' | 'tests') =>
    totalsBack(
      figures[name].total,
      daily.map((day) => day[name]),
    );
  return (
    <>
      <BackupWarnings {...figures.backupHealth} href="/admin?tab=database" />
      <LateMails count={figures.lateMails} />
      <section className={styles['figures']} aria-label="Números principais">
        <Figure
          title="Encarregados"
          total={parents.total}
          gained={parents.gained}
          days={days}
          line={grown('parents')}
        />
        <Figure title="Crianças" total={children.total} gained={children.gained} days={days} line={grown('children')} />
        <Figure title="Testes feitos" total={tests.total} gained={tests.gained} days={days} line={grown('tests')} />
        <article className={styles['figure']}>
          <h2>Receita em {days} dias</h2>
          <Value>{formatKz(revenue.received)}</Value>
          <p className={styles['gain']}>
            {revenue.received > revenue.before && <IconTrend size={16} />}
            <span>
              {revenue.received === revenue.before ? (
                'O mesmo que antes'
              ) : (
                <>
                  <b className="num">{formatKz(Math.abs(revenue.received - revenue.before))}</b>{' '}
                  {revenue.received > revenue.before ? 'a mais' : 'a menos'} do que antes
                </>
              )}
            </span>
          </p>
          <Sparkline values={daily.map((day) => day.revenue)} />
        </article>
      </section>
      <div className={styles['two']}>
        <Card title="Testes por dia">
          <TestsByDay daily={daily} />
        </Card>
        <Card title="Distribuição das notas">
          <Scores scores={figures.scores} hidden="Ainda não há dez famílias com notas nas médias deste período" />
        </Card>
      </div>
      <div className={styles['news']}>
        <FlaggedCard />
        <LatestChanges />
      </div>
    </>
  );
}

/** Renders a figure; a long one is smaller on a phone. */
function Value({ children }: { children: string }) {
  return <p className={cx(styles['value'], children.length > 9 && styles['long'])}>{children}</p>;
}

function Figure({
  title,
  total,
  gained,
  days,
  line,
}: {
  title: string;
  total: number;
  gained: number;
  days: number;
  line: readonly number[];
}) {
  return (
    <article className={styles['figure']}>
      <h2>{title}</h2>
      <Value>{grouped(total)}</Value>
      <p className={styles['gain']}>
        {gained > 0 && <IconTrend size={16} />}
        <span>
          <b className="num">
            {gained > 0 ? '+' : ''}
            {grouped(gained)}
          </b>{' '}
          em {days} dias
        </span>
      </p>
      <Sparkline values={line} />
    </article>
  );
}

export function TestsByDay({ daily }: { daily: readonly { date: string; tests: number }[] }) {
  const all = daily.reduce((sum, { tests }) => sum + tests, 0);
  const { weekend, week } = weekendMeans(daily);
  const said =
    all === 0
      ? `Nenhum teste nos últimos ${daily.length} dias.`
      : !weekend || !week
        ? `${grouped(all)} ${all === 1 ? 'teste' : 'testes'} em ${daily.length} dias.`
        : `Ao fim-de-semana ${weekend === 1 ? 'faz-se 1 teste' : `fazem-se ${grouped(weekend)} testes`} por dia; nos outros dias, ${grouped(week)}.`;
  const last = daily.length - 1;
  const marks = [0, 0.25, 0.5, 0.75, 1].map((part) => Math.round(part * last));
  return (
    <>
      <p className={styles['say']}>{said}</p>
      <Bars
        label={`Testes por dia nos últimos ${daily.length} dias. ${said}`}
        bars={daily.map(({ date, tests }) => ({
          name: `${date.slice(8)}.${date.slice(5, 7)}.${date.slice(0, 4)}`,
          value: tests,
          tone: isWeekend(date) ? 'full' : 'soft',
        }))}
        marks={[...new Set(marks)].map((at, index) => ({
          at,
          text: shortDay(daily[at]?.date ?? ''),
          small: index % 2 === 1,
        }))}
        columns={['Dia', 'Testes']}
        legend={
          <>
            <Swatch tone="soft">Segunda a sexta</Swatch>
            <Swatch tone="full">Fim-de-semana</Swatch>
          </>
        }
      />
    </>
  );
}

/** Ten bars, one for each tenth of the scale, with the goal between the seventh and the eighth. */
export function Scores({
  scores,
  hidden,
}: {
  scores: readonly number[] | null;
  /** Why there are no figures: the text before the colon. */
  hidden: string;
}) {
  if (!scores)
    return <p className={styles['say']}>{hidden}: as notas não se mostram, para que não se reconheça ninguém.</p>;
  const all = scores.reduce((sum, children) => sum + children, 0);
  const reached = scores.slice(GOAL / 10).reduce((sum, children) => sum + children, 0);
  // Not zero: marks are shown only of ten children or more.
  const said = `${wholePercent(reached, all)}% das ${grouped(all)} crianças chegam aos 70%.`;
  return (
    <>
      <p className={styles['say']}>{said}</p>
      <Bars
        label={`Crianças por nota. ${said}`}
        bars={scores.map((children, ten) => ({
          name: `${ten * 10} a ${ten === 9 ? 100 : ten * 10 + 9}%`,
          value: children,
          tone: ten >= GOAL / 10 ? 'ok' : 'low',
        }))}
        marks={[
          { at: 0, text: '0%' },
          { at: GOAL / 10 - 0.5, text: `${GOAL}%` },
          { at: 9, text: '100%' },
        ]}
        cut={GOAL / 10}
        columns={['Nota', 'Testes']}
        legend={
          <>
            <Swatch tone="low">Abaixo de 70%</Swatch>
            <Swatch tone="ok">70% ou mais</Swatch>
          </>
        }
      />
    </>
  );
}

function LatestChanges(): ReactNode {
  const found = useList('GET /api/admin/audit', { query: { limit: '5' } });
  return (
    <Card title="Registo de auditoria" aside={<a href="/admin?tab=audit">Ver registo</a>}>
      <Read found={found} loading={<Skeleton lines={4} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className={styles['say']}>Ainda não houve alterações.</p>
          ) : (
            <ol className={styles['changes']}>
              {rows.map((line) => (
                <li key={line.id}>
                  {whoDid(line.who, line.userId)} {sentenceOf(line)}
                  <span>{relativeTime(line.at, new Date())}</span>
                </li>
              ))}
            </ol>
          )
        }
      </Read>
    </Card>
  );
}
