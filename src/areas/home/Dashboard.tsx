import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { brand } from '../../delivery/browser/boot.ts';
import type { begunContract } from '../../domains/knowing/begun/begun.contract.ts';
import { AttemptTable } from '../../domains/knowing/history/AttemptTable.tsx';
import type { historyContract, RecentTest } from '../../domains/knowing/history/history.contract.ts';
import { RECENT_ROWS } from '../../domains/knowing/history/history.rules.ts';
import { Performance } from '../../domains/knowing/history/Performance.tsx';
import { planOf } from '../../domains/money/plans/plans.rules.ts';
import type { User } from '../../domains/people/accounts/accounts.contract.ts';
import type { ChildWithStats } from '../../domains/people/children/family.contract.ts';
import { StartTest } from '../../domains/sitting/catalogue/StartTest.tsx';
import { useBegun } from '../../domains/sitting/sitting/begun-here.web.ts';
import { relativeTime } from '../../shared/dates.ts';
import { minutesFor, USUAL_DURATION } from '../../shared/durations.ts';
import { type Loaded, reader } from '../../web/call/api.ts';
import type { CallError } from '../../web/call/call.ts';
import { usePage } from '../../web/call/navigation.ts';
import { useNow } from '../../web/device/now.ts';
import { Empty } from '../../web/parts/Empty.tsx';
import { Failed } from '../../web/parts/Failed.tsx';
import { openIfWide } from '../../web/parts/fold.ts';
import { helpful, lazily } from '../../web/parts/lazily.tsx';
import { firstName, withArticle } from '../../web/parts/text.ts';
import { Button } from '../../web/ui/base/Button.tsx';
import { IconChevronDown, IconChevronRight } from '../../web/ui/base/Icon.tsx';
import { Page } from '../../web/ui/base/Layout.tsx';
import { Skeleton } from '../../web/ui/base/Skeleton.tsx';
import {
  IconCard,
  IconChart,
  IconClipboard,
  IconClipboardCheck,
  IconList,
  IconUsers,
} from '../../web/ui/icons/ParentIcon.tsx';
import { AddCard } from '../../web/ui/paper/Booklet.tsx';
import { Sona } from '../../web/ui/paper/Sona.tsx';
import type { ChildBookletProps } from './ChildBooklet.tsx';
import { ChildStrip } from './ChildStrip.tsx';
import styles from './Dashboard.module.css';
import { figuresInWords } from './figures.rules.ts';

const useRead = reader<typeof historyContract & typeof begunContract>();

const AccountOffer = helpful(() => import('../../domains/people/recovery/AccountOffer.tsx'));
// Only families with one child need this. If its code does not load, the child has a strip, as in larger families.
const ChildBooklet = lazily<ChildBookletProps>(() =>
  import('./ChildPage.tsx').then(
    (page) => ({ default: page.ChildBooklet }),
    () => ({ default: ChildStrip }),
  ),
);
const RunningTests = lazy(() => import('../../domains/sitting/sitting/RunningTest.tsx'));

const NOBODY: readonly ChildWithStats[] = [];

interface DashboardProps {
  user: User;
  family: Loaded<ChildWithStats[]>;
  /** How a child reads, counts and writes; passed in, because this domain must not import it; renders nothing without data. */
  skillLines: ComponentType<{ childId: number }>;
}

/** Renders a parent's home: a strip for each child, or the booklet of the only one, the next actions, and the rest in folds. */
export default function Dashboard({ user, family, skillLines }: DashboardProps) {
  usePage('Início', brand.productName);
  const recent = useRead('GET /api/recent-tests', { query: { limit: String(RECENT_ROWS) } });
  const told = useRead('GET /api/begun', {});
  const begun = useBegun(user.id, told.data);
  const children = family.data?.filter((child) => child.active);
  const only = children?.length === 1 ? children[0] : undefined;
  return (
    <Page className={styles['page']}>
      <Suspense fallback={null}>
        <RunningTests userId={user.id} people={children} told={told.data} />
      </Suspense>
      <Hello user={user} recent={recent.data} family={children} />
      {children ? (
        only ? (
          <div className={styles['strips']}>
            <Suspense fallback={<Skeleton lines={12} />}>
              <ChildBooklet
                child={only}
                others={NOBODY}
                begun={begun.filter(({ childId }) => childId === only.id)}
                skillLines={skillLines}
                figures={figuresInWords(only.stats)}
                startTest={StartTest}
              />
            </Suspense>
            <AddChild />
          </div>
        ) : children.length > 0 ? (
          <section className={styles['strips']} aria-label="Filhos">
            {children.map((child) => (
              <ChildStrip
                key={child.id}
                child={child}
                begun={begun.filter(({ childId }) => childId === child.id)}
                skillLines={skillLines}
              />
            ))}
          </section>
        ) : (
          <NoChild />
        )
      ) : family.error ? (
        <Failed error={family.error} onRetry={family.refetch} busy={family.isFetching} />
      ) : (
        <div className={styles['strips']}>
          <Skeleton lines={5} />
          <Skeleton lines={5} />
        </div>
      )}
      {children && children.length > 1 && (
        <>
          <div className={styles['act']}>
            <Button size="l" full href="/tests" icon={<IconClipboardCheck />}>
              Fazer um teste
            </Button>
          </div>
          <AddChild />
        </>
      )}
      <div className={styles['folds']}>
        <Recent recent={recent} canApply={children?.length !== 0} />
        {children && children.length > 0 && (
          <Fold icon={<IconChart size={22} />} title="Desempenho por disciplina">
            <Performance family={children} />
          </Fold>
        )}
        <Way href="/tests" icon={<IconClipboard size={22} />} title={only ? 'Fazer um teste' : 'Testes'} />
        <Way href="/results" icon={<IconList size={22} />} title="Resultados" />
        <PlanRow user={user} />
      </div>
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

/** Renders the greeting and what is new. */
function Hello({ user, recent, family }: HelloProps) {
  const now = useNow();
  return (
    <div className={styles['hello']}>
      <h1>Olá, {firstName(user.fullName)}</h1>
      {/* The booklet of an only child says when it did a test. */}
      {family?.length !== 1 && <p className="muted">{recent ? news(recent, family, now) : '\u00a0'}</p>}
      <a href="/children">Gerenciar Filhos</a>
    </div>
  );
}

function AddChild() {
  return (
    <AddCard
      title="Adicionar Filho"
      text="Adicione outro filho para acompanhar seu desempenho escolar"
      href="/children?action=add"
    />
  );
}

/** Renders what a family without children sees: an empty drawing and one button. */
function NoChild() {
  return (
    <section className={styles['nobody']}>
      <Sona states={Array.from({ length: 11 }, () => 'no-data' as const)} cell={34} />
      <div>
        <h2>Adicione a primeira criança</h2>
        <p className="muted">Bastam o nome e a classe.</p>
        <Button size="l" full href="/children?action=add" icon={<IconUsers />}>
          Adicionar Filho
        </Button>
      </div>
    </section>
  );
}

/** Renders the tests that were done last. */
function Recent({ recent, canApply }: { recent: UseQueryResult<RecentTest[], CallError>; canApply: boolean }) {
  const now = useNow();
  const last = recent.data?.[0];
  const text = last
    ? `O último foi ${relativeTime(last.attempt.attemptDate, now)}`
    : recent.data
      ? 'Nenhum ainda'
      : '\u00a0';
  return (
    <Fold icon={<IconList size={22} />} title="Testes recentes" text={text}>
      {recent.data ? (
        recent.data.length > 0 ? (
          <>
            <AttemptTable caption="Testes recentes" rows={recent.data} now={now} />
            <a className={styles['all']} href="/tests/history">
              Ver todos
            </a>
          </>
        ) : (
          <Empty title="Nenhum teste realizado ainda.">{canApply && <a href="/tests">Aplique um teste agora</a>}</Empty>
        )
      ) : recent.error ? (
        <Failed error={recent.error} onRetry={recent.refetch} busy={recent.isFetching} />
      ) : (
        <Skeleton lines={6} />
      )}
    </Fold>
  );
}

interface RowProps {
  icon: ReactNode;
  title: string;
  text?: string;
}

/** Renders a part that is closed on a phone and open on a wide screen. */
function Fold({ icon, title, text, children }: RowProps & { children: ReactNode }) {
  return (
    <details ref={openIfWide}>
      <summary>
        {icon}
        <span>
          <h2>{title}</h2>
          {text && <span>{text}</span>}
        </span>
        <IconChevronDown size={20} />
      </summary>
      <div className={styles['inside']}>{children}</div>
    </details>
  );
}

function Way({ href, icon, title, text }: RowProps & { href: string }) {
  return (
    <a href={href}>
      {icon}
      <span>
        <b>{title}</b>
        {text && <span>{text}</span>}
      </span>
      <IconChevronRight size={18} />
    </a>
  );
}

function PlanRow({ user }: { user: User }) {
  const plan = planOf(user);
  const free = plan.id === 'free';
  return (
    <Way
      href="/subscription"
      icon={<IconCard size={22} />}
      title={`Plano ${plan.name}`}
      {...(free && { text: '1 teste por disciplina por mês. Ver planos' })}
    />
  );
}

function news(recent: readonly RecentTest[], children: readonly ChildWithStats[] | undefined, now: Date): string {
  if (children?.length === 0) return 'Comece por adicionar a criança. Leva um minuto.';
  const last = recent.find(({ score }) => score !== null);
  if (!last)
    return `Faça o primeiro teste. São 10 perguntas, cerca de ${minutesFor(USUAL_DURATION, children?.[0]?.extendedTime ?? null)} minutos.`;
  const gender = children?.find(({ id }) => id === last.child.id)?.gender;
  return `${withArticle(firstName(last.child.fullName), gender)} fez um teste ${relativeTime(last.attempt.attemptDate, now)}.`;
}
