import { formatKz } from '../../../shared/money.ts';
import { PLAN_IDS } from '../../../shared/words.ts';
import { PaperLabel } from '../../../web/ui/paper/Cover.tsx';
import { Booklets, whoInWords } from './Booklets.tsx';
import styles from './PlanLabel.module.css';
import { PLANS } from './plans.rules.ts';

/** Renders the plan that a registration link names, so that it is not lost on the way to its payment; nothing without a known plan. */
export default function PlanLabel({ search }: { search: string }) {
  const named = new URLSearchParams(search).get('plan');
  const id = PLAN_IDS.find((each) => each === named);
  if (!id) return null;
  const plan = PLANS[id];
  const price = plan.yearlyPrice === 0 ? 'Grátis, sem prazo' : `${formatKz(plan.yearlyPrice)} por ano`;
  return (
    <>
      <PaperLabel
        className={styles['label']}
        sign={<Booklets count={plan.coveredChildren} />}
        end={
          <a className={styles['change']} href="/#planos">
            Mudar<span className="sr"> de plano</span>
          </a>
        }
      >
        <b>Plano {plan.name}</b>
        <br />
        {price}
        <br />
        {whoInWords(plan)}
      </PaperLabel>
      {plan.yearlyPrice > 0 && <p className={styles['later']}>Primeiro a conta. Pague depois, quando quiser.</p>}
    </>
  );
}
