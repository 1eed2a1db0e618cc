import { dayInLuanda } from '../../../shared/dates.ts';
import type { PaymentStatus } from '../../../shared/words.ts';

/** Display names of roles and plans. */
export const ROLE_WORDS = { parent: 'Encarregado', teacher: 'Professor', admin: 'Administrador' } as const;

export const PLAN_WORDS = {
  free: 'Essencial',
  individual: 'Individual',
  family: 'Família',
  'family-plus': 'Família Plus',
} as const;

export const PLAN_OPTIONS = Object.entries(PLAN_WORDS).map(([value, label]) => ({ value, label }));
export const PAID_PLAN_OPTIONS = PLAN_OPTIONS.filter(({ value }) => value !== 'free');

/** Display names of the recipients of news. */
export const AUDIENCE_WORDS = { all: 'Todos', parents: 'Encarregados', teachers: 'Professores' } as const;

/** Display names of the decisions about a flagged payment. */
export const DECISION_WORDS = {
  accepted: 'Aceite',
  returned: 'Devolvido',
  dismissed: 'Não é preciso nada',
} as const;

/**
 * Display names of the states of a payment, of which the specification names only two. A cancelled one whose confirmation was taken back
 * is `reversed`: it does not read like one that the family cancelled.
 */
export const STATUS_WORDS = {
  pending: 'Aguardando pagamento',
  completed: 'Pago',
  expired: 'Prazo terminado',
  cancelled: 'Cancelado',
  reversed: 'Anulado',
  failed: 'Não pago',
} as const;

/** Returns who did something: a name, or that the account is gone. Without an account, the program or an operator did it. */
export const whoDid = (name: string | null, userId: number | null): string =>
  name ?? (userId === null ? 'Sistema' : 'Conta apagada');

/** Returns the state of a payment in words. */
export const statusOf = (payment: { status: PaymentStatus; reversedAt: unknown }): string =>
  STATUS_WORDS[payment.reversedAt === null ? payment.status : 'reversed'];

export const METHOD_WORDS = { multicaixa: 'Multicaixa Express/IBAN', reference: 'Referência' } as const;

/** What the codes mean that the mail queue keeps of a failure. */
const MAIL_PROBLEMS: Record<string, string> = {
  ECONNECTION: 'não se consegue chegar ao servidor de e-mail',
  ESOCKET: 'não se consegue chegar ao servidor de e-mail',
  ETIMEDOUT: 'o servidor de e-mail não responde',
  EDNS: 'o nome do servidor de e-mail não existe',
  EAUTH: 'o servidor de e-mail recusa o nome ou a senha com que se entra',
  ETLS: 'o servidor de e-mail não oferece uma ligação cifrada',
  EENVELOPE: 'o servidor de e-mail recusou um endereço',
  EMESSAGE: 'o servidor de e-mail recusou uma mensagem',
  'too many': 'uma caixa de correio já tinha recebido demasiados e-mails',
  'too late': 'passou a hora em que um e-mail ainda servia',
};

/** Returns the last failure of a mail in words, with its code for who looks after the server. */
export function mailProblem(outcome: string): string {
  const words = MAIL_PROBLEMS[outcome] ?? MAIL_PROBLEMS[outcome.split(' ')[0] ?? ''];
  return words ? `${words} (${outcome})` : outcome;
}

/** Formats a date for a narrow column, as in "05.04.2026". */
export function dateInFigures(moment: string | Date): string {
  const { year, month, day } = dayInLuanda(moment);
  return `${String(day).padStart(2, '0')}.${String(month).padStart(2, '0')}.${year}`;
}

/** Formats a size, such as "41 MB". A KB has 1000 bytes. */
export function sizeOf(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} KB`;
  if (bytes < 1_000_000_000) return `${Math.round(bytes / 1_000_000)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1).replace('.', ',')} GB`;
}
