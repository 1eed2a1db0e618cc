import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import { relativeTime } from '../../../shared/dates.ts';
import { minutesFor, USUAL_DURATION } from '../../../shared/durations.ts';
import { reader } from '../../../web/call/api.ts';
import type { CallError } from '../../../web/call/call.ts';
import { usePage } from '../../../web/call/navigation.ts';
import { useNow } from '../../../web/device/now.ts';
import { Empty } from '../../../web/parts/Empty.tsx';
import { Failed } from '../../../web/parts/Failed.tsx';
import { helpful } from '../../../web/parts/lazily.tsx';
import { firstName, withArticle } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Page } from '../../../web/ui/base/Layout.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import {
  IconCard,
  IconChart,
  IconClipboard,
  IconClipboardCheck,
  IconUsers,
  IconZap,
} from '../../../web/ui/icons/ParentIcon.tsx';
import { Notice, SectionHead } from '../../../web/ui/lists/Card.tsx';
import { ScoreBadge, ScoreBar } from '../../../web/ui/lists/ScoreBar.tsx';
import { AddCard, Booklet, Figures } from '../../../web/ui/paper/Booklet.tsx';
import { planOf } from '../../money/plans/plans.rules.ts';
import type { User } from '../../people/accounts/accounts.contract.ts';
import type { Family } from '../../people/children/Children.tsx';
import type { ChildWithStats } from '../../people/children/family.contract.ts';
import { isAverage, NOTHING_YET, nowWords } from '../progress/child-now.rules.ts';
import { rehearsalsInWords } from '../results/rehearsal.rules.ts';
import { AttemptTable } from './AttemptTable.tsx';
import styles from './History.module.css';
import type { historyContract, RecentTest } from './history.contract.ts';
import { RECENT_ROWS } from './history.rules.ts';
import { Performance } from './Performance.tsx';

const useRead = reader<typeof historyContract>();

const AccountOffer = helpful(() => import('../../people/recovery/AccountOffer.tsx'));
const RunningTests = lazy(() => import('../../sitting/sitting/RunningTest.tsx'));

interface DashboardProps {
  user: User;
  family: Family<ChildWithStats>;
  /** The line about a child's practice; the component belongs to a later feature. */
  practiceLine: ComponentType<{ child: ChildWithStats }>;
  /** A child's small map; the component belongs to a later feature. */
  mapCard: ComponentType<{ childId: number; fullName: string }>;
}

/** Renders a parent's home: the next actions, the state of each child, and the last tests. */
export default function Dashboard({ user, family, practiceLine, mapCard }: DashboardProps) {
  usePage('Início', brand.productName);
  const recent = useRead('GET /api/recent-tests', { query: { limit: String(RECENT_ROWS) } });
  const children = family.data?.filter((child) => child.active);
  return (
    <Page>
      <Suspense fallback={null}>
        <RunningTests userId={user.id} people={children} told={recent.data?.flatMap(running)} />
      </Suspense>
      <Hello user={user} recent={recent.data} family={children} />
      {children ? (
        <section className={styles['booklets']} aria-label="Filhos">
          {children.map((child) => (
            <ChildBooklet key={child.id} child={child} practiceLine={practiceLine} mapCard={mapCard} />
          ))}
          <AddCard
            title="Adicionar Filho"
            text={
              children.length > 0
                ? 'Adicione outro filho para acompanhar seu desempenho escolar'
                : 'Bastam o nome e a classe.'
            }
            href="/children?action=add"
          />
        </section>
      ) : family.error ? (
        <Failed error={family.error} onRetry={family.refetch} busy={family.isFetching} />
      ) : (
        <div className={styles['booklets']}>
          <Ghost />
          <Ghost />
        </div>
      )}

      <Shortcuts first={children?.[0]} />

      <SectionHead title="Testes recentes">
        {recent.data && recent.data.length > 0 && <a href="/tests/history">Ver todos</a>}
      </SectionHead>
      <Recent recent={recent} canApply={children?.length !== 0} />
      {children && children.length > 0 && <Performance family={children} />}
      <PlanBanner user={user} />
      {/* Last, because it comes after the page and must not move what is shown. */}
      {!user.emailVerified && recent.data && recent.data.length > 0 && <AccountOffer />}
    </Page>
  );
}

interface HelloProps {
  user: User;
  recent: readonly RecentTest[] | undefined;
  family: readonly ChildWithStats[] | undefined;
}

/** Renders the greeting, what is new, and what to do first. */
function Hello({ user, recent, family }: HelloProps) {
  const now = useNow();
  return (
    <div className={styles['hello']}>
      <div>
        <h1>Olá, {firstName(user.fullName)}</h1>
        <p className="muted">{recent ? news(recent, family, now) : '\u00a0'}</p>
      </div>
      <div className={styles['acts']}>
        {family?.length === 0 ? (
          <Button size="l" href="/children?action=add" icon={<IconUsers />}>
            Adicionar filho
          </Button>
        ) : (
          <Button size="l" href="/tests" icon={<IconClipboardCheck />}>
            Aplicar Novo Teste
          </Button>
        )}
        <Button size="l" variant="secondary" href="/children" icon={<IconUsers />}>
          Gerenciar Filhos
        </Button>
      </div>
    </div>
  );
}

function Shortcuts({ first }: { first: ChildWithStats | undefined }) {
  return (
    <nav className={styles['shortcuts']} aria-label="Atalhos">
      <Shortcut
        href="/tests"
        icon={<IconClipboard size={22} />}
        title="Testes"
        text="Escolher por disciplina, classe e tema"
      />
      {first && (
        <Shortcut
          href={`/children/${first.id}/diagnostic`}
          icon={<IconZap size={22} />}
          title="Ponto de partida"
          text="Em que classe trabalha melhor"
        />
      )}
      <Shortcut
        href="/tests/history"
        icon={<IconChart size={22} />}
        title="Resultados"
        text="Ver tudo o que já foi feito"
      />
      <Shortcut
        href="/subscription"
        icon={<IconCard size={22} />}
        title="Assinatura"
        text="O seu plano e o que inclui"
      />
    </nav>
  );
}

/** Renders the tests that were done last. */
function Recent({ recent, canApply }: { recent: UseQueryResult<RecentTest[], CallError>; canApply: boolean }) {
  const now = useNow();
  if (recent.data)
    return recent.data.length > 0 ? (
      <AttemptTable caption="Testes recentes" rows={recent.data} now={now} />
    ) : (
      <Empty title="Nenhum teste realizado ainda.">{canApply && <a href="/tests">Aplique um teste agora</a>}</Empty>
    );
  if (recent.error) return <Failed error={recent.error} onRetry={recent.refetch} busy={recent.isFetching} />;
  return <Skeleton lines={6} />;
}

/** Returns an attempt under way, with the time it still has by this device's clock. */
function running({ attempt, child, test }: RecentTest) {
  if (attempt.state !== 'open') return [];
  const deadline = Date.parse(attempt.attemptDate) + attempt.timeLimit * 1000;
  return [{ testId: test.id, childId: child.id, name: child.fullName, deadline }];
}

function news(recent: readonly RecentTest[], children: readonly ChildWithStats[] | undefined, now: Date): string {
  if (children?.length === 0) return 'Comece por adicionar o seu filho. Leva um minuto.';
  const last = recent.find(({ score }) => score !== null);
  if (!last)
    return `Aplique o primeiro teste. São 10 questões, cerca de ${minutesFor(USUAL_DURATION, children?.[0]?.extendedTime ?? null)} minutos.`;
  const gender = children?.find(({ id }) => id === last.child.id)?.gender;
  return `${withArticle(firstName(last.child.fullName), gender)} fez um teste ${relativeTime(last.attempt.attemptDate, now)}.`;
}

/** A copy on the device from before rehearsals had a line. */
const NO_REHEARSALS = { tests: 0, mean: null };

function ChildBooklet({
  child,
  practiceLine: PracticeLine,
  mapCard: MapCard,
}: { child: ChildWithStats } & Pick<DashboardProps, 'practiceLine' | 'mapCard'>) {
  const {
    testsCompleted,
    correctPercentage,
    incorrectPercentage,
    unansweredPercentage,
    now = NOTHING_YET,
  } = child.stats;
  const average = isAverage(now) ? now.percentage : null;
  const rehearsals = rehearsalsInWords(child.stats.rehearsals ?? NO_REHEARSALS);
  const shown = (value: number | null) => (value === null ? '–' : `${value}%`);
  return (
    <Booklet
      cover={child.cover}
      name={child.fullName}
      heading="h2"
      detail={`${child.schoolClass} · ${child.school ?? 'Escola não especificada'}`}
    >
      <div className={styles['progress']}>
        <b>{nowWords(now)}</b>
        <ScoreBadge value={average} />
        <ScoreBar value={average} className={styles['whole']} />
      </div>
      <Figures
        items={[
          ['Testes', testsCompleted],
          ['Acertos', shown(correctPercentage)],
          ['Erros', shown(incorrectPercentage)],
          ...(unansweredPercentage ? [['Sem resposta', shown(unansweredPercentage)] as const] : []),
        ]}
      />
      {rehearsals && <p className="muted">{rehearsals}</p>}
      <Suspense fallback={<Skeleton lines={4} />}>
        <MapCard childId={child.id} fullName={child.fullName} />
      </Suspense>
      <Suspense fallback={null}>
        <PracticeLine child={child} />
      </Suspense>
      <Button variant={testsCompleted > 0 ? 'secondary' : 'primary'} full href={`/tests?childId=${child.id}`}>
        Fazer um teste
        <span className="sr"> com {child.fullName}</span>
      </Button>
      <Button variant="secondary" full href={`/children/${child.id}/reports`}>
        Ver relatórios
        <span className="sr"> de {child.fullName}</span>
      </Button>
    </Booklet>
  );
}

function Shortcut({ href, icon, title, text }: { href: string; icon: ReactNode; title: string; text: string }) {
  return (
    <a href={href}>
      <span className="pictured">{icon}</span>
      <span>
        <b>{title}</b>
        <span>{text}</span>
      </span>
    </a>
  );
}

function PlanBanner({ user }: { user: User }) {
  const plan = planOf(user);
  const free = plan.id === 'free';
  return (
    <div className={styles['plan']}>
      <Notice
        icon={<IconCard size={22} />}
        action={
          <Button variant={free ? 'brass' : 'secondary'} href="/subscription">
            {free ? 'Ver planos' : 'Gerenciar assinatura'}
          </Button>
        }
      >
        <b>Plano {plan.name}:</b>{' '}
        {free ? '1 teste por disciplina por mês.' : 'testes ilimitados para os filhos abrangidos.'}
      </Notice>
    </div>
  );
}

function Ghost() {
  return (
    <div className={styles['ghost']}>
      <Skeleton lines={9} />
    </div>
  );
}
