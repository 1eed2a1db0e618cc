/** Returns a number with a decimal comma and the minus sign of print; what is rounded to 0 has no sign. */
export const decimal = (value: number, digits: number): string =>
  value
    .toFixed(digits)
    .replace(/^-(?=[0.]+$)/, '')
    .replace('.', ',')
    .replace('-', '−');
