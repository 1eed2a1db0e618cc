import { lazy, Suspense } from 'react';
import { longDate } from '../../../shared/dates.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { firstName } from '../../../web/parts/text.ts';
import { cx } from '../../../web/ui/base/cx.ts';
import { Cover, Initial } from '../../../web/ui/paper/Cover.tsx';
import type { CoveredChildren } from '../plans/covered.contract.ts';
import { PLANS, type Plan } from '../plans/plans.rules.ts';
import type { Asked } from './PlanDialog.tsx';
import styles from './Subscription.module.css';
import type { Subscription } from './subscriptions.contract.ts';

// Loaded separately, because for most families nothing is waiting.
const PlanNews = lazy(() => import('./PlanNews.tsx'));

/** Milliseconds before a plan's end from which its next year is offered. The server accepts it at any time. */
const NEAR_THE_END_MS = 31 * DAY_MS;

interface CurrentPlanProps {
  plan: Plan;
  end: string | null;
  /** Undefined while it is being read. */
  subscription: Subscription | undefined;
  covered: CoveredChildren | undefined;
  onAsk: (what: Asked) => void;
  onChoose: () => void;
  /** Opens the checkout of another year of this plan, or of the one that ended. */
  onRenew: (planId?: Plan['id']) => void;
}

/** The current plan: until when, for whom, and what follows. */
export function CurrentPlan({ plan, end, subscription, covered, onAsk, onChoose, onRenew }: CurrentPlanProps) {
  const people = covered?.children.filter((child) => child.covered) ?? [];
  const choosable = (covered?.children.filter(({ active }) => active).length ?? 0) > plan.coveredChildren;
  return (
    <>
      <Cover className={styles['current']}>
        <div>
          <p className={styles['eyebrow']}>Plano actual</p>
          <h2>{plan.name}</h2>
          <p className={styles['line']}>{inOneLine(plan, end, Boolean(subscription?.graceUntil))}</p>
          {subscription?.ended && <Ended {...subscription.ended} onRenew={onRenew} />}
          {subscription && plan.id !== 'free' && (
            <Renewal subscription={subscription} onAsk={onAsk} onRenew={onRenew} />
          )}
        </div>
        {people.length > 0 && (
          <div className={styles['covered']}>
            <p>{people.length === 1 ? 'Criança neste plano' : 'Crianças neste plano'}</p>
            <ul>
              {people.map((child) => (
                <li key={child.id}>
                  <Initial name={child.fullName} cover={child.cover} size="s" />
                  <b>{firstName(child.fullName)}</b>
                  <span>{child.schoolClass}</span>
                </li>
              ))}
            </ul>
            {choosable && (
              <button type="button" className="as-link" onClick={onChoose}>
                Mudar
              </button>
            )}
          </div>
        )}
      </Cover>
      {subscription && hasNews(subscription) && (
        <Suspense fallback={null}>
          <PlanNews subscription={subscription} onAsk={onAsk} onRenew={() => onRenew()} />
        </Suspense>
      )}
    </>
  );
}

interface EndedProps {
  planId: Plan['id'];
  on: string | null;
  onRenew: (planId: Plan['id']) => void;
}

/** Says that the family's plan has ended, what stays, and how to have it again. */
function Ended({ planId, on, onRenew }: EndedProps) {
  const { name } = PLANS[planId];
  return (
    <>
      <p className={styles['line']}>
        O plano {name} acabou{on && ` a ${longDate(on)}`}. Os resultados ficam todos.
      </p>
      <button type="button" className={cx('as-link', styles['switch'])} onClick={() => onRenew(planId)}>
        Voltar ao plano {name}
      </button>
    </>
  );
}

/** Whether the plan renews by itself, the switch for that, and near the end a button to pay the next year immediately. */
function Renewal({ subscription, onAsk, onRenew }: Pick<CurrentPlanProps, 'onAsk' | 'onRenew'> & RenewalProps) {
  const { renewal, until, graceUntil, openPayment, next } = subscription;
  if (graceUntil || !until) return null;
  const near = new Date(until).getTime() - Date.now() < NEAR_THE_END_MS && !openPayment && next.length === 0;
  return (
    <>
      <p className={styles['line']}>
        {renewal
          ? 'Antes de o ano acabar, avisamos. Se pagar, continua mais um ano.'
          : 'Renovação cancelada: no fim fica com o Essencial.'}
      </p>
      {near && (
        <button type="button" className={cx('as-link', styles['switch'])} onClick={() => onRenew()}>
          Renovar já
        </button>
      )}
      <button
        type="button"
        className={cx('as-link', styles['switch'])}
        onClick={() => onAsk(renewal ? 'cancel' : 'resume')}
      >
        {renewal ? 'Cancelar renovação' : 'Retomar renovação'}
      </button>
    </>
  );
}
interface RenewalProps {
  subscription: Subscription;
}

const hasNews = ({ openPayment, graceUntil, parked, next, discount }: Subscription) =>
  openPayment !== null || graceUntil !== null || parked.length > 0 || next.length > 0 || discount.percent > 0;

function inOneLine(plan: Plan, end: string | null, isOver: boolean): string {
  if (plan.id === 'free') return '1 teste por disciplina por mês, para cada criança.';
  const children = plan.coveredChildren === 1 ? '1 criança' : `até ${plan.coveredChildren} crianças`;
  return `Testes ilimitados para ${children}.${end ? ` ${isOver ? 'Acabou a' : 'Vale até'} ${longDate(end)}.` : ''}`;
}
