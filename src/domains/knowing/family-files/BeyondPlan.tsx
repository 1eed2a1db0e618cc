import { PLANS, planOf } from '../../money/plans/plans.rules.ts';
import { useUser } from '../../people/accounts/session.tsx';
import { type Beyond, beyondPlan } from './beyond-plan.rules.ts';

/** Says what the plan does not include and why, with a link to the plans. `child` is the name's form inside a sentence. */
export function BeyondPlan({ what, child }: { what: Beyond; child: string }) {
  const user = useUser();
  const { text, way } = beyondPlan(what, user ? planOf(user) : PLANS.free, child);
  return (
    <>
      {text} <a href="/subscription">{way}</a>
    </>
  );
}
