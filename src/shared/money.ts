/** Formats an amount, as in '9.000 Kz': whole kwanzas, a dot as thousands separator and a no-break space before the currency. */
export function formatKz(kz: number): string {
  return `${String(Math.trunc(kz)).replace(/\B(?=(\d{3})+$)/g, '.')}\u00a0Kz`;
}
