import type { Webinar } from './webinars.contract.ts';

/** Hours after its beginning for which a webinar is still listed as upcoming. */
const LASTS_HOURS = 3;

/** Upcoming webinars, the soonest first, then recordings in the order in which they were entered; past webinars are left out. */
export function webinarsToShow(webinars: readonly Webinar[], now: Date): Webinar[] {
  const isOver = (startsAt: string) => new Date(startsAt).getTime() + LASTS_HOURS * 3_600_000 < now.getTime();
  const dated = webinars.flatMap((webinar) => (webinar.startsAt ? [{ ...webinar, startsAt: webinar.startsAt }] : []));
  return [
    ...dated
      .filter(({ startsAt }) => !isOver(startsAt))
      .sort((a, b) => new Date(a.startsAt).getTime() - new Date(b.startsAt).getTime()),
    ...webinars.filter(({ startsAt }) => !startsAt),
  ];
}

/** Subject of a mail to support: a plan with priority support comes first, so that mails can be sorted by it. */
export function supportSubject(plan: { name: string; allows: { prioritySupport: boolean } }): string {
  return plan.allows.prioritySupport
    ? `[Prioritário · ${plan.name}] Pedido de apoio`
    : `[${plan.name}] Pedido de apoio`;
}
