import { grouped } from './text.ts';

/** Formats an amount, as in '9.000 Kz': whole kwanzas, a dot as thousands separator and a no-break space before the currency. */
export function formatKz(kz: number): string {
  return `${grouped(Math.trunc(kz))}\u00a0Kz`;
}

/** Formats the reference of a payment, as in "123 456 789": digits in groups of three, from the left, as banks print them. */
export function groupedReference(digits: string): string {
  return digits.replace(/(\d{3})(?=\d)/g, '$1 ');
}

/** Parses an amount in whole Kz: '9000.00', '9000' and 9000 give 9000. @returns null if the amount has cêntimos or cannot be parsed. */
export function wholeKz(amount: unknown): number | null {
  const text = typeof amount === 'number' ? String(amount) : amount;
  const match = typeof text === 'string' ? /^(\d{1,9})(?:\.0{1,2})?$/.exec(text.trim()) : null;
  return match ? Number(match[1]) : null;
}
