const HOUR_MS = 3_600_000;

/** Whether the schedule asks for another backup. */
export const backupIsDue = (everyHours: number, lastAt: Date | undefined, now: Date): boolean =>
  everyHours > 0 && (!lastAt || now.getTime() - lastAt.getTime() >= everyHours * HOUR_MS);
