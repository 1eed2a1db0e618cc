import { brand } from '../../web/boot.ts';
import { Payments } from './Payments.tsx';
import type { Plan } from './plans.rules.ts';
import { Referrals } from './Referrals.tsx';
import { Webinars } from './Webinars.tsx';
import { supportSubject } from './webinars.rules.ts';

/** Below the plans: friends, payments with their receipts, and what paid plans bring besides. */
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
