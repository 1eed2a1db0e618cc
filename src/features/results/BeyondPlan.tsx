import { useUser } from '../accounts/session.tsx';
import { PLANS, planOf } from '../plans/plans.rules.ts';
import { type Beyond, beyondPlan } from './beyond-plan.rules.ts';

/** Says where the plan stops and why, with the way on. `child` is the name as it stands in a sentence. */
export function BeyondPlan({ what, child }: { what: Beyond; child: string }) {
  const user = useUser();
  const { text, way } = beyondPlan(what, user ? planOf(user) : PLANS.free, child);
  return (
    <>
      {text} <a href="/subscription">{way}</a>
    </>
  );
}
