import { clockInLuanda } from '../../../shared/calendar.ts';
import { longDate } from '../../../shared/dates.ts';
import { formatKz } from '../../../shared/money.ts';

/** Title and explanation of each reason why a report of a payment needs a decision, and what may be done if it can be accepted. */
const KINDS: Record<string, { title: string; means: string; accept?: string }> = {
  paid_twice: {
    title: 'Paga duas vezes',
    means: 'Este pagamento já estava concluído e o dinheiro chegou outra vez. Veja com a família se devolve.',
  },
  late: {
    title: 'Confirmado fora do prazo',
    means: 'O dinheiro chegou quando o pagamento já tinha terminado.',
    accept: 'Pode aceitá-lo na mesma, ou devolvê-lo.',
  },
  mismatch: {
    title: 'Montante ou referência diferente',
    means: 'O que chegou não é o que se pediu. Compare os dois antes de decidir.',
  },
  discount_used: {
    title: 'Desconto já usado',
    means: 'O pagamento tinha um desconto que a família usou depois noutro ano.',
    accept: 'Pode aceitá-lo na mesma, ou pedir a diferença.',
  },
  unknown: {
    title: 'Sem pagamento nosso',
    means: 'Chegou dinheiro com uma referência que não demos a ninguém. Procure de quem é antes de decidir.',
  },
};
const OTHER: (typeof KINDS)[string] = {
  title: 'Por esclarecer',
  means: 'Chegou um aviso de pagamento que não se entendeu sozinho.',
};

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

/** Returns what happened and what may be done about it: money for an erased account can only go back. */
export function flagMeaning(
  type: string,
  flag: { paymentId: number | null; userId: number | null; acceptable: boolean },
): string {
  const { means, accept } = KINDS[type] ?? OTHER;
  const advice =
    flag.paymentId !== null && flag.userId === null
      ? 'A conta desta família foi apagada: já não há a quem dar o plano.'
      : flag.acceptable && accept;
  return advice ? `${means} ${advice}` : means;
}

interface Money {
  /** Whole Kz that were asked; null if nobody was. */
  amount: number | null;
  rawData: Record<string, unknown>;
}

/** Returns the money about which is decided: what arrived, or what was asked if the message does not say. @returns null if neither is known. */
export const moneyOf = ({ amount, rawData }: Money): string | null => amountOf(rawData['amount']) ?? shownKz(amount);

/** Returns the reason in a few words, with the amount that was asked if another arrived: "Pediram-se 9.000 Kz". */
export function flagNews(flag: Money & { notificationType: string }): string {
  const asked = shownKz(flag.amount);
  return flag.notificationType === 'mismatch' && asked !== null && asked !== moneyOf(flag)
    ? `Pediram-se ${asked}`
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
