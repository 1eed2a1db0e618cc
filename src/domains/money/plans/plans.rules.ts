import { DAY_MS } from '../../../shared/time.ts';
import type { PlanId } from '../../../shared/words.ts';

/** Prices and limits of the plans. This is the only such table; every feature uses it. */
export interface Plan {
  readonly id: PlanId;
  readonly name: string;
  /** Whole Kz for one year. */
  readonly yearlyPrice: number;
  /** Number of children with more than the limits of "Essencial". */
  readonly coveredChildren: number;
  readonly allows: Entitlements;
}

export interface Entitlements {
  /** Tests per child, discipline and calendar month; null for no limit. */
  readonly testsPerDisciplineAndMonth: number | null;
  /** Total rehearsals of the national exam that a child may take; null for no limit. */
  readonly rehearsals: number | null;
  /** Number of disciplines in which a child may do the diagnostic, once each; null for all, as often as it can be repeated. */
  readonly diagnostics: number | null;
  /** Texts that a child may read aloud in a trimester, of each kind (first text, text of the class); null for no limit. */
  readonly readingsPerTrimester: number | null;
  /** Dictations, and texts on the ruler, that a child may write in a trimester, so many of each; null for no limit. */
  readonly writingsPerTrimester: number | null;
  /** Whether teachers can be asked to place a text on its ruler too. */
  readonly secondOpinion: boolean;
  /** Whether medians of three readings and growth, in reading and in dictations, are shown. */
  readonly readingGrowth: boolean;
  /** Whether real averages of school, province and country are shown beside the reference values. */
  readonly comparison: boolean;
  readonly pdf: boolean;
  readonly export: boolean;
  readonly suggestions: boolean;
  /** Whether practice includes related questions and variants; mistakes can be practised on every plan. */
  readonly relatedPractice: boolean;
  readonly webinars: boolean;
  readonly prioritySupport: boolean;
}

const ESSENTIAL: Entitlements = {
  testsPerDisciplineAndMonth: 1,
  rehearsals: 1,
  diagnostics: 1,
  readingsPerTrimester: 1,
  writingsPerTrimester: 1,
  secondOpinion: false,
  readingGrowth: false,
  comparison: false,
  pdf: false,
  export: false,
  suggestions: false,
  relatedPractice: false,
  webinars: false,
  prioritySupport: false,
};

const PREMIUM: Entitlements = {
  testsPerDisciplineAndMonth: null,
  rehearsals: null,
  diagnostics: null,
  readingsPerTrimester: null,
  writingsPerTrimester: null,
  secondOpinion: true,
  readingGrowth: true,
  comparison: true,
  pdf: true,
  export: true,
  suggestions: true,
  relatedPractice: true,
  webinars: true,
  prioritySupport: true,
};

/** Prices and numbers of children are those of specification §9. */
export const PLANS: Readonly<Record<PlanId, Plan>> = {
  free: { id: 'free', name: 'Essencial', yearlyPrice: 0, coveredChildren: 0, allows: ESSENTIAL },
  individual: { id: 'individual', name: 'Individual', yearlyPrice: 9_000, coveredChildren: 1, allows: PREMIUM },
  family: { id: 'family', name: 'Família', yearlyPrice: 18_000, coveredChildren: 3, allows: PREMIUM },
  'family-plus': { id: 'family-plus', name: 'Família Plus', yearlyPrice: 30_000, coveredChildren: 6, allows: PREMIUM },
};

/** Hours in which a payment that a parent begins can be made: enough to go to a cash machine, or to reach another person who pays. */
export const PAYMENT_HOURS = 48;

/** Days of grace: the plan is still valid after its end while the renewal is being paid. */
export const GRACE_DAYS = 7;

/**
 * Days for which work that arrives after the end of a plan counts as begun under it: a phone that was without network did not know of the
 * end.
 */
export const WORK_DAYS = 30;

/** Returns the plan in force at `now`: the bought one until the end of its grace period, then "Essencial". */
export function planInForce(bought: { subscriptionType: PlanId; subscriptionEnd: Date | null }, now: Date): Plan {
  if (bought.subscriptionType === 'free') return PLANS.free;
  const end = bought.subscriptionEnd;
  if (end !== null && now.getTime() > end.getTime() + GRACE_DAYS * DAY_MS) return PLANS.free;
  return PLANS[bought.subscriptionType];
}

/** Returns the plan of a user, for the browser. The server decides when it ends, because a phone's clock may be years off. */
export const planOf = (user: { subscriptionType: PlanId }): Plan => PLANS[user.subscriptionType];

/** Returns whether the plan covers a child: `rank` is its position in the plan from `COVER_RANK`, 1 for the first, null when archived. */
export function isCovered(plan: Plan, rank: number | null): boolean {
  return rank !== null && rank <= plan.coveredChildren;
}

/** Returns the limits for one child: the plan's if it covers the child, otherwise those of "Essencial". */
export function entitlementsFor(plan: Plan, rank: number | null): Entitlements {
  return isCovered(plan, rank) ? plan.allows : ESSENTIAL;
}

/** What a child's entitlements depend on. */
interface ChildInPlan {
  subscriptionType: PlanId;
  subscriptionEnd: Date | null;
  rank: number | null;
  now: Date;
}

/** Returns what the plan of a child's family allows it now. */
export const entitlementsOf = (child: ChildInPlan): Entitlements =>
  entitlementsFor(planInForce(child, child.now), child.rank);

/** A row of a child with what the plan of its family allows it now. */
export type Entitled<Row> = Row & { allows: Entitlements };

/** Adds to a row of a child what the plan of its family allows it now. */
export const withEntitlements = <Row extends ChildInPlan>(row: Row): Entitled<Row> => ({
  ...row,
  allows: entitlementsOf(row),
});

/** Tests of one discipline this month that count towards the limit of "Essencial". */
export interface UsedTests {
  /** Attempts of the child with at least one answer, or still open. */
  byChild: number;
  /** Free tests of the family's other children, including archived and erased ones. */
  byOthers: number;
  /** The largest number of active children that the family has had at the same time this month. */
  childrenAtOnce: number;
}

/**
 * Returns whether a child may start another test of a discipline this month. Each child has its own free test, but a family has at most as
 * many as it has had active children at the same time, so that archiving or erasing one child and registering another gains nothing.
 */
export function canStartTest(allows: Entitlements, used: UsedTests): boolean {
  const limit = allows.testsPerDisciplineAndMonth;
  return limit === null || (used.byChild < limit && used.byOthers < limit * used.childrenAtOnce);
}

/**
 * Returns whether a child may begin another rehearsal of the exam after this number of them: without a plan, one form of one discipline.
 */
export const canRehearse = ({ rehearsals }: Entitlements, begun: number): boolean =>
  rehearsals === null || begun < rehearsals;

/** Returns the recommended plan: the individual one, or the family's current one if that is larger. */
export function recommendedPlan(current: PlanId): PlanId {
  return PLANS[current].coveredChildren > PLANS.individual.coveredChildren ? current : 'individual';
}
