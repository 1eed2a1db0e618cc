import { brand } from '../../../delivery/browser/boot.ts';
import type { Plan } from '../plans/plans.rules.ts';
import { supportSubject } from '../plans/webinars.rules.ts';
import { Payments } from './Payments.tsx';
import { Referrals } from './Referrals.tsx';
import { Webinars } from './Webinars.tsx';

/** The parts below the plans: referrals, payments with their receipts, and further benefits of paid plans. */
export default function Extras({ plan, nif }: { plan: Plan; nif: string | null | undefined }) {
  return (
    <>
      <Referrals />
      <Payments nif={nif} />
      {plan.allows.webinars && (
        <Webinars
          supportAddress={
            brand.supportEmail && `mailto:${brand.supportEmail}?subject=${encodeURIComponent(supportSubject(plan))}`
          }
        />
      )}
    </>
  );
}
