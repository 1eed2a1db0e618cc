// Whole and decimal numbers in words, as they are read in Angola. Pure.

const TO_TWENTY =
  'zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezasseis dezassete dezoito dezanove'.split(
    ' ',
  );
const TENS = '- - vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'.split(' ');
const HUNDREDS = '- cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos'.split(
  ' ',
);

function belowThousand(value: number): string {
  if (value === 100) return 'cem';
  const rest = value % 100;
  const small =
    rest < 20
      ? TO_TWENTY[rest]
      : [TENS[Math.floor(rest / 10)], ...(rest % 10 ? [TO_TWENTY[rest % 10]] : [])].join(' e ');
  return [...(value >= 100 ? [HUNDREDS[Math.floor(value / 100)]] : []), ...(rest || value === 0 ? [small] : [])].join(
    ' e ',
  );
}

/**
 * Returns a whole number in words, 0 to 999 999 999, as it is read in Angola: "dezasseis", "mil duzentos e cinco", "um milhão e três mil".
 * Before the last group stands "e" when it is below a hundred or a round hundred.
 */
export function inWords(value: number): string {
  const [millions, thousands, units] = [Math.floor(value / 1e6), Math.floor(value / 1000) % 1000, value % 1000];
  const groups = [
    ...(millions
      ? [{ size: millions, text: millions === 1 ? 'um milhão' : `${belowThousand(millions)} milhões` }]
      : []),
    ...(thousands ? [{ size: thousands, text: thousands === 1 ? 'mil' : `${belowThousand(thousands)} mil` }] : []),
    ...(units || value === 0 ? [{ size: units, text: belowThousand(units) }] : []),
  ];
  return groups
    .map(({ size, text }, index) =>
      index > 0 && index === groups.length - 1 && (size < 100 || size % 100 === 0) ? `e ${text}` : text,
    )
    .join(' ');
}

/**
 * Returns a number that was written with digits in words: "1500" is "mil e quinhentos", "1,5" is "um e meio", "1,05" is "um vírgula zero cinco".
 *
 * @param text as `numberText` writes it, without a fraction.
 */
export function readInWords(text: string): string {
  const [, minus = '', whole = '0', decimals = ''] = /^(-?)(\d+)(?:,(\d+))?$/.exec(text) ?? [];
  const units = inWords(Number(whole));
  const [zeros = ''] = /^0*/.exec(decimals) ?? [];
  const rest =
    decimals === ''
      ? units
      : decimals === '5' && whole !== '0'
        ? `${units} e meio`
        : `${units} vírgula ${'zero '.repeat(zeros.length)}${inWords(Number(decimals))}`;
  return minus ? `menos ${rest}` : rest;
}
