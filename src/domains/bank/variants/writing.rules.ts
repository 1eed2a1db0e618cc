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
