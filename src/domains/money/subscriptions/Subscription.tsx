import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import { PLAN_IDS, type PlanId } from '../../../shared/words.ts';
import { reader } from '../../../web/call/api.ts';
import { goTo, usePage } from '../../../web/call/navigation.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { cx } from '../../../web/ui/base/cx.ts';
import { IconCheck } from '../../../web/ui/base/Icon.tsx';
import { Page } from '../../../web/ui/base/Layout.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import type { User } from '../../people/accounts/accounts.contract.ts';
import type { coveredContract } from '../plans/covered.contract.ts';
import { PlanCard, PlanList } from '../plans/PlanCard.tsx';
import { PLANS, planOf } from '../plans/plans.rules.ts';
import { CurrentPlan } from './CurrentPlan.tsx';
import type { Asked } from './PlanDialog.tsx';
import styles from './Subscription.module.css';
import type { plansContract } from './subscriptions.contract.ts';

// Parts needed only after choosing a plan, or further down the page, are loaded later.
const Checkout = lazy(() => import('./Checkout.tsx'));
const PlanDialog = lazy(() => import('./PlanDialog.tsx'));
const CoveredDialog = lazy(() => import('../plans/CoveredDialog.tsx'));
const Failed = lazy(() => import('../../../web/parts/Failed.tsx').then((module) => ({ default: module.Failed })));
const Extras = lazy(() => import('./Extras.tsx'));

const useRead = reader<typeof plansContract & typeof coveredContract>();

/** The family's plan, what each plan includes, and payment. */
export default function Subscription({ user }: { user: User }) {
  usePage('Assinatura', brand.productName);
  const { data: subscription, error, isFetching, refetch } = useRead('GET /api/subscription', {});
  const { data: covered } = useRead('GET /api/covered-children', {});
  const current = subscription ? PLANS[subscription.planId] : planOf(user);

  const { chosen, byAddress, choose, close, checkout } = useChosenPlan();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [places, setPlaces] = useState<number | null>(null);
  const chooseOther = (id: PlanId) => {
    if (id === current.id)
      return toast({ kind: 'info', title: 'Plano actual', text: `Já está no plano ${current.name}.` });
    if (id === 'free') return setAsked('free');
    choose(id);
  };

  return (
    <Page>
      <h1 className={styles['title']}>Assinatura</h1>
      <CurrentPlan
        plan={current}
        subscription={subscription}
        covered={covered}
        end={subscription ? subscription.until : user.subscriptionEnd}
        onAsk={setAsked}
        onChoose={() => setPlaces(current.coveredChildren)}
        onRenew={(planId = current.id) => choose(planId)}
      />
      {error && !subscription && (
        <Suspense fallback={null}>
          <Failed error={error} onRetry={refetch} busy={isFetching} />
        </Suspense>
      )}
      <h2 className={styles['choose']}>Escolha um plano</h2>
      <Plans current={current.id} chosen={chosen} onChoose={chooseOther} />
      <div className={styles['two']} ref={checkout}>
        <Suspense fallback={<Skeleton lines={8} />}>
          {chosen && (
            <Checkout
              key={chosen}
              plan={PLANS[chosen]}
              offer={subscription?.offers.find(({ planId }) => planId === chosen)}
              covered={covered}
              transfers={subscription?.transfers ?? false}
              onChooseChildren={current.id === 'free' ? () => setPlaces(PLANS[chosen].coveredChildren) : undefined}
              cancel={byAddress ? 'Agora não' : 'Cancelar'}
              onCancel={byAddress ? () => goTo('/dashboard') : close}
              onActive={close}
            />
          )}
          <div className={cx(styles['column'], !chosen && styles['alone'])}>
            <Extras plan={current} nif={subscription?.nif} />
          </div>
        </Suspense>
      </div>
      <Suspense fallback={null}>
        {asked && subscription && (
          <PlanDialog asked={asked} plan={current} subscription={subscription} onClose={() => setAsked(null)} />
        )}
        {places !== null && covered && (
          <CoveredDialog covered={covered} places={places} onClose={() => setPlaces(null)} />
        )}
      </Suspense>
    </Page>
  );
}

/** Returns the plan whose checkout is open: the page scrolls to it, and the focus returns to where it was when the checkout is closed. */
function useChosenPlan() {
  const [named] = useState(paidPlanInAddress);
  const [chosen, setChosen] = useState<PlanId | null>(named);
  const checkout = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement>(null);
  // A plan in the address opens its checkout once; reloading must not start another payment.
  useEffect(() => {
    if (paidPlanInAddress()) goTo('/subscription', { replace: true });
  }, []);
  useEffect(() => {
    if (chosen) checkout.current?.scrollIntoView({ behavior: calm() ? 'auto' : 'smooth', block: 'start' });
  }, [chosen]);
  return {
    chosen,
    /** Whether the page was opened to pay this plan, as after registering: then nothing is left to see when its checkout is closed. */
    byAddress: chosen !== null && chosen === named,
    choose(id: PlanId): void {
      opener.current = document.activeElement as HTMLElement;
      setChosen(id);
    },
    close(): void {
      setChosen(null);
      opener.current?.focus();
    },
    checkout,
  };
}

interface PlansProps {
  current: PlanId;
  chosen: PlanId | null;
  onChoose: (id: PlanId) => void;
}

/** What each plan includes, and the button that chooses it. */
function Plans({ current, chosen, onChoose }: PlansProps) {
  return (
    <PlanList>
      {PLAN_IDS.map((id) => (
        <PlanCard key={id} plan={PLANS[id]} current={current} folded>
          {id === chosen ? (
            <Button className={styles['chosen']} variant="secondary" full icon={<IconCheck />} aria-pressed="true">
              Escolhido
            </Button>
          ) : (
            <Button
              variant={id === 'individual' && current === 'free' && !chosen ? 'primary' : 'secondary'}
              full
              onClick={() => onChoose(id)}
            >
              {id === current ? 'Plano actual' : `Escolher ${PLANS[id].name}`}
            </Button>
          )}
        </PlanCard>
      ))}
    </PlanList>
  );
}

const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Returns the paid plan in the address, with which registration, a banner or a notification sent the parent here. */
function paidPlanInAddress(): PlanId | null {
  const wanted = new URLSearchParams(location.search).get('plan');
  return PLAN_IDS.find((id) => id === wanted && id !== 'free') ?? null;
}
