import { Fragment } from 'react';
import { Booklets, whoInWords } from '../../domains/money/plans/Booklets.tsx';
import { PlanFeatures } from '../../domains/money/plans/PlanCard.tsx';
import { PLANS, recommendedPlan } from '../../domains/money/plans/plans.rules.ts';
import { formatKz } from '../../shared/money.ts';
import { PLAN_IDS, type PlanId } from '../../shared/words.ts';
import { Button } from '../../web/ui/base/Button.tsx';
import { cx } from '../../web/ui/base/cx.ts';
import { Accordion } from '../../web/ui/lists/Accordion.tsx';
import { LandingPart } from './LandingPart.tsx';
import styles from './LandingPlans.module.css';

/** The class of a plan's radio, which shows the plan's name in the button while it is chosen. */
const CHOSEN: Readonly<Record<PlanId, [radio: string | undefined, name: string | undefined]>> = {
  free: [styles['free'], styles['forFree']],
  individual: [styles['individual'], styles['forIndividual']],
  family: [styles['family'], styles['forFamily']],
  'family-plus': [styles['plus'], styles['forPlus']],
};

/** Renders the plans as a form that leads to the registration with the chosen one. It needs no script: the button's words are styles. */
export function LandingPlans() {
  return (
    <LandingPart id="planos" title="Planos">
      <p className={styles['under']}>Todas as contas começam no Essencial, que é grátis. Escolha agora ou depois.</p>
      <form action="/auth" method="get">
        <input type="hidden" name="tab" value="register" />
        <fieldset className={styles['plans']}>
          <legend className="sr">Plano</legend>
          {PLAN_IDS.map((id) => (
            <PlanChoice key={id} id={id} />
          ))}
          <div className={styles['go']}>
            <Button type="submit" size="l" full>
              <span>
                Criar conta com o plano{' '}
                {PLAN_IDS.map((id) => (
                  <span key={id} className={CHOSEN[id][1]}>
                    {PLANS[id].name}
                  </span>
                ))}
              </span>
            </Button>
          </div>
        </fieldset>
      </form>
      <Accordion quiet title="O que cada plano inclui">
        <div className={styles['included']}>
          {[PLANS.free, PLANS.individual].map((plan) => (
            <div key={plan.id}>
              <h3>{plan.name}</h3>
              <PlanFeatures plan={plan} />
            </div>
          ))}
          <div>
            <h3>Família e Família Plus</h3>
            <p>
              O mesmo que o Individual, para {PLANS.family.coveredChildren} ou {PLANS['family-plus'].coveredChildren}{' '}
              crianças.
            </p>
            <h3>Como se paga</h3>
            <p>
              Paga-se o ano de uma vez. O plano não se renova sozinho: antes de o ano acabar, avisamos. Se não pagar, a
              conta passa ao Essencial.
            </p>
          </div>
        </div>
      </Accordion>
    </LandingPart>
  );
}

function PlanChoice({ id }: { id: PlanId }) {
  const plan = PLANS[id];
  const recommended = id === recommendedPlan('free');
  return (
    <Fragment>
      <input
        type="radio"
        name="plan"
        value={id}
        id={`plano-${id}`}
        className={cx(styles['radio'], CHOSEN[id][0])}
        defaultChecked={recommended}
      />
      <label htmlFor={`plano-${id}`} className={styles['plan']}>
        <span className={styles['books']}>
          <Booklets count={plan.coveredChildren} />
        </span>
        <span className={styles['words']}>
          <b>{plan.name}</b>
          <span>{whoInWords(plan)}</span>
          {recommended && <em>recomendado</em>}
        </span>
        <span className={styles['price']}>
          <b className="num">{plan.yearlyPrice === 0 ? 'Grátis' : formatKz(plan.yearlyPrice)}</b>
          {plan.yearlyPrice > 0 && <span>por ano</span>}
        </span>
      </label>
    </Fragment>
  );
}
