import { useUser } from '../accounts/session.tsx';
import { PLANS, planOf } from '../plans/plans.rules.ts';
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
