/** '9.000 Kz': whole Kz, a dot for thousands, and a space that does not break before the currency. */
export function formatKz(kz: number): string {
  return `${String(Math.trunc(kz)).replace(/\B(?=(\d{3})+$)/g, '.')}\u00a0Kz`;
}
