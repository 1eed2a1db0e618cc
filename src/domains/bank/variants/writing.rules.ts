// Numbers as a Portuguese text has them. Pure.

/** A number of lowest terms: `top / bottom`. */
interface Ratio {
  top: bigint;
  bottom: bigint;
}

const MAX_DECIMALS = 4;
const MINUTES = 60;

/** Returns text such as "1 250", "2,5", "−3", or undefined when it does not end within four decimals. */
export function writtenNumber({ top, bottom }: Ratio): string | undefined {
  const size = top < 0n ? -top : top;
  for (let decimals = 0; decimals <= MAX_DECIMALS; decimals += 1) {
    const scaled = size * 10n ** BigInt(decimals);
    if (scaled % bottom !== 0n) continue;
    const digits = String(scaled / bottom).padStart(decimals + 1, '0');
    const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ' ');
    return `${top < 0n ? '−' : ''}${whole}${decimals > 0 ? `,${digits.slice(-decimals)}` : ''}`;
  }
  return undefined;
}

/** Returns minutes of a day as a clock shows them: 450 is "7h30". */
export const clock = (minutes: number): string =>
  `${Math.floor(minutes / MINUTES) % 24}h${String(minutes % MINUTES).padStart(2, '0')}`;

/** Returns minutes as a length of time: "45 min", "2 h", "1 h 30 min". */
export function lengthOfTime(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / MINUTES), minutes % MINUTES];
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 || hours === 0 ? [`${rest} min`] : [])].join(' ');
}

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
