// These are apart from phone-report.ts because every page loads them.

/** One visit in so many is measured. Faults are reported on every visit. */
export const VISITS_PER_SAMPLE = 10;

/** Maximum number of faults of a visit that are reported. */
export const MAX_FAULTS = 3;
