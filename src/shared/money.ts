import { grouped } from './text.ts';

/** Formats an amount, as in '9.000 Kz': whole kwanzas, a dot as thousands separator and a no-break space before the currency. */
export function formatKz(kz: number): string {
  return `${grouped(Math.trunc(kz))}\u00a0Kz`;
}

/** Formats the reference of a payment, as in "123 456 789": digits in groups of three, from the left, as banks print them. */
export function groupedReference(digits: string): string {
  return digits.replace(/(\d{3})(?=\d)/g, '$1 ');
}
