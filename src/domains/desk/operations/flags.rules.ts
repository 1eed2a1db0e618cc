import { clockInLuanda } from '../../../shared/calendar.ts';
import { longDate } from '../../../shared/dates.ts';
import { formatKz } from '../../../shared/money.ts';

/** Title and explanation of each reason why a report of a payment needs a decision. */
const KINDS: Record<string, { title: string; means: string }> = {
  paid_twice: {
    title: 'Paga duas vezes',
    means: 'Este pagamento já estava concluído e o dinheiro chegou outra vez. Veja com a família se devolve.',
  },
  late: {
    title: 'Confirmado fora do prazo',
    means: 'O dinheiro chegou quando o pagamento já tinha terminado. Pode aceitá-lo na mesma, ou devolvê-lo.',
  },
  mismatch: {
    title: 'Montante ou referência diferente',
    means: 'O que chegou não é o que se pediu. Compare os dois antes de decidir.',
  },
  discount_used: {
    title: 'Desconto já usado',
    means:
      'O pagamento tinha um desconto que a família usou depois noutro ano. Pode aceitá-lo na mesma, ou pedir a diferença.',
  },
  unknown: {
    title: 'Sem pagamento nosso',
    means: 'Chegou dinheiro com uma referência que não demos a ninguém. Procure de quem é antes de decidir.',
  },
};
const OTHER = { title: 'Por esclarecer', means: 'Chegou um aviso de pagamento que não se entendeu sozinho.' };

/**
 * Returns how what arrived differs from what was asked: "Faltam 1.000 Kz", "São 81.000 Kz a mais". @returns null if it does not, or one of
 * the two is not known.
 */
export function differenceInWords(asked: number | null, received: number | null): string | null {
  if (asked === null || received === null || asked === received) return null;
  const kz = formatKz(Math.abs(received - asked));
  return received < asked ? `Faltam ${kz}` : `São ${kz} a mais`;
}

export const flagTitle = (type: string): string => (KINDS[type] ?? OTHER).title;
export const flagMeaning = (type: string): string => (KINDS[type] ?? OTHER).means;

/** Returns the reason in a few words, with the amount if the amount is wrong: "Montante recebido: 8.500 Kz". */
export function flagNews(flag: {
  notificationType: string;
  amount: number | null;
  rawData: Record<string, unknown>;
}): string {
  const came = amountOf(flag.rawData['amount']);
  return flag.notificationType === 'mismatch' && came !== null && came !== shownKz(flag.amount)
    ? `Montante recebido: ${came}`
    : flagTitle(flag.notificationType);
}

const shownKz = (amount: number | null) => (amount === null ? null : formatKz(amount));

/**
 * Formats an amount such as "35000.00" or 35000. Text that is not an amount is returned unchanged, cut to 60 characters. @returns null if
 * there is none.
 */
function amountOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value).trim();
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return text.slice(0, 60) || null;
  const cents = Number((match[2] ?? '').padEnd(2, '0'));
  return cents === 0
    ? formatKz(Number(match[1]))
    : formatKz(Number(match[1])).replace(/(?=\sKz$)/, `,${String(cents).padStart(2, '0')}`);
}

function momentOf(value: unknown): string | null {
  const moment = typeof value === 'string' ? new Date(value) : null;
  if (!moment || Number.isNaN(moment.getTime())) return null;
  return `${longDate(moment)}, ${clockInLuanda(moment)}`;
}

const plain = (value: unknown): string | null =>
  (typeof value === 'string' || typeof value === 'number') && String(value).trim() !== ''
    ? String(value).trim().slice(0, 120)
    : null;

/** Returns the facts of a message of the gateway or the bank that an administrator can use. The whole message stays in the database. */
export function cameInWords(raw: Record<string, unknown>): [name: string, value: string][] {
  const facts: [string, string | null][] = [
    ['Montante recebido', amountOf(raw['amount'])],
    ['Referência paga', plain(raw['reference_id'] ?? raw['reference'])],
    ['Transferência no extracto', plain(raw['bankReference'])],
    ['Pago em', momentOf(raw['datetime'])],
    ['Lugar do pagamento', plain(raw['terminal_location'])],
    ['Número no operador', plain(raw['id'] ?? raw['transaction_id'])],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}
