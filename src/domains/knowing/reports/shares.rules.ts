import { gridFor, mirrorCurve } from '../../../shared/fio.ts';
import { GOAL } from '../../../shared/goal.ts';
import { timeText } from '../results/sentences.rules.ts';

/** Number of days for which a link works unless it is withdrawn. */
export const SHARE_DAYS = 30;

/** Everything that a link shows of a result. */
export interface Shared {
  /** First name; empty when there is none. */
  name: string;
  discipline: string;
  theme: string;
  value: number;
  total: number;
  percentage: number;
  /** Whether the mark is in pencil: the answers were given without effort, so no stamp is shown. */
  pencil: boolean;
  /** 1 for the first time that the child took this test, 2 for the second, and so on. */
  time: number;
}

/** Returns text such as "Maria acertou 8 de 10". Without an article, which would reveal the child's gender. */
export function sharedSentence({ name, value, total }: Pick<Shared, 'name' | 'value' | 'total'>): string {
  return `${name || 'A criança'} acertou ${value} de ${total}`;
}

/** Returns text such as "Matemática: Fracções · 2.ª vez": the test, in at most `most` characters, and how often it was taken. */
export function sharedTest({ discipline, theme, time }: Shared, most: number): string {
  return [tamed(`${discipline}: ${theme}`, most), timeText(time)].filter(Boolean).join(' · ');
}

/** Returns the message that accompanies a link. */
export function shareMessage(shared: Omit<Shared, 'time' | 'pencil'>): string {
  return `${sharedSentence(shared)} no teste de ${shared.discipline}: ${shared.theme}.`;
}

/** Returns the address that opens WhatsApp, app or web, with a message. */
export function whatsAppLink(message: string, link: string): string {
  return `https://wa.me/?text=${encodeURIComponent(`${message} ${link}`)}`;
}

/** Returns a name or title without control characters, shortened to the room in a picture. */
export function tamed(text: string, most: number): string {
  const clean = text.replace(/\p{Cc}+|\p{Cs}/gu, ' ').trim();
  const signs = [...clean];
  return signs.length <= most
    ? clean
    : `${signs
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

/**
 * Returns the fio of a score as SVG, with the classes `line`, `dot` and `hollow`. The right answers are drawn first, whichever they were,
 * so that it reveals no more than the score. Units as in `shared/fio.ts`; `width` and `height` include a border of 3.
 */
export function sharedFio(value: number, total: number): { svg: string; width: number; height: number } {
  const [columns, rows] = gridFor(Math.max(total, 1));
  const { lines, dots, width, height } = mirrorCurve(columns, rows);
  const svg = [
    ...lines.map((line) => `<path class="line" d="${line}"/>`),
    ...dots.map(
      ([x, y], index) =>
        `<circle class="${index < value ? 'dot' : 'hollow'}" cx="${x}" cy="${y}" r="${index < value ? 3.3 : 2.8}"/>`,
    ),
  ].join('');
  return { svg: `<g transform="translate(3 3)">${svg}</g>`, width: width + 6, height: height + 6 };
}

/**
 * Returns the stamp of a score as SVG in a box of 132 × 132 (round) or 150 × 110 (square), with the classes `edge`, `thin`, `tick`, `ring`,
 * `big`, `side`.
 *
 * @param product the product's name in capitals, escaped.
 */
export function sharedStamp(percentage: number, product: string): { svg: string; width: number; height: number } {
  if (percentage >= GOAL) {
    const svg =
      `<path id="ring" d="M66 66m-49 0a49 49 0 1 1 98 0a49 49 0 1 1-98 0" fill="none"/><circle class="edge" cx="66" cy="66" r="62"/>` +
      `<path class="thin" d="M9 66a57 57 0 1 0 114 0a57 57 0 1 0-114 0M26 66a40 40 0 1 0 80 0a40 40 0 1 0-80 0"/>` +
      `<text class="ring"><textPath href="#ring" textLength="304" lengthAdjust="spacing">${product} • META ATINGIDA • 70% OU MAIS •</textPath></text>` +
      `<text class="big${percentage > 99 ? ' word' : ''}" x="66" y="73">${percentage}%</text><path class="tick" d="M55 84l7.5 7.5L78 78"/>`;
    return { svg, width: 132, height: 132 };
  }
  const svg =
    `<rect class="edge" x="4" y="4" width="142" height="102" rx="6"/><rect class="thin" x="10" y="10" width="130" height="90" rx="3"/>` +
    `<text class="side" x="75" y="32">AINDA A PRATICAR</text><text class="big square" x="75" y="74">${percentage}%</text><text class="side" x="75" y="92">META: 70%</text>`;
  return { svg, width: 150, height: 110 };
}
