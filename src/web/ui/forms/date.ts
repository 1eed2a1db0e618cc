/** Returns the three boxes of a date field, day first, from an ISO date or ''. */
export function splitDate(iso: string): string[] {
  const [year = '', month = '', day = ''] = iso.split('-');
  return [day, month, year];
}

/** Returns the ISO date of the three boxes, or '' when all are empty. The date is not validated: see isRealDate. */
export function joinDate([day = '', month = '', year = '']: readonly string[]): string {
  const two = (digits: string) => (digits ? digits.padStart(2, '0') : '');
  return day || month || year ? `${year}-${two(month)}-${two(day)}` : '';
}

/** Returns whether an ISO date exists in the calendar: 2015-02-30 does not. */
export function isRealDate(iso: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso)) return false;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso);
}
