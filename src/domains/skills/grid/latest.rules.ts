/**
 * How many records of each kind of a child are read and shown, the newest: those of more than a school year, as a text or a run is done at
 * most every few days.
 */
export const MAX_LATEST = 100;
