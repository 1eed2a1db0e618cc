/** Returns a number rounded to `digits` decimals, with a decimal comma and U+2212 as the minus sign. A result of 0 has no sign. */
export const decimal = (value: number, digits: number): string =>
  value
    .toFixed(digits)
    .replace(/^-(?=[0.]+$)/, '')
    .replace('.', ',')
    .replace('-', '−');
