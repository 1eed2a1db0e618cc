import { audit } from '../../server/audit.ts';
import { csvFile } from '../../server/csv.ts';
import { type Frame, tellTotal } from '../../server/http.ts';
import { dateInLuanda } from '../../shared/calendar.ts';
import { paymentsPanelContract } from './payments.contract.ts';
import {
  countFlags,
  countSubscriptions,
  findMonths,
  findSubscriptions,
  findTransactions,
  type PaymentFilters,
  sumTransactions,
} from './payments.store.ts';
import { patternOf } from './search.rules.ts';
import { byOf } from './users.server.ts';
import { METHOD_WORDS, PLAN_WORDS, STATUS_WORDS } from './words.rules.ts';

/** Rows of a page unless said. */
const ROWS = 500;
const MOST_IN_FILE = 50_000;

interface Asked {
  search: string | null;
  status: string | null;
  plan: string | null;
  method: string | null;
  from: string | null;
  to: string | null;
}

const filtersOf = ({ search, ...others }: Asked): PaymentFilters => {
  const pattern = patternOf(search);
  const digits = search?.replace(/\s+/g, '') ?? '';
  return { ...others, pattern, reference: pattern && (/^\d+$/.test(digits) ? `${digits}%` : pattern) };
};

/** Looking at money. What is decided about it is bound by plans (`desk.server.ts`). */
export function bindPaymentsPanel(frame: Frame): void {
  const { db } = frame;
  frame.bind(paymentsPanelContract, {
    'GET /api/admin/payments': async (call) => {
      const { limit = ROWS, page = 1, search, status, plan, method, from, to } = call.query;
      const filters = filtersOf(call.query);
      const [rows, sums] = await Promise.all([
        findTransactions(db, filters, limit, (page - 1) * limit),
        sumTransactions(db, filters),
      ]);
      const total = sums.reduce((all, { count }) => all + count, 0);
      tellTotal(call, '/api/admin/payments', { search, status, plan, method, from, to }, page, limit, total);
      return rows;
    },

    'GET /api/admin/payments/file': async (call) => {
      const rows = await findTransactions(db, filtersOf(call.query), MOST_IN_FILE, 0);
      await db.transaction((transaction) =>
        audit(transaction, {
          ...byOf(call),
          action: 'payments.exported',
          subject: 'payments',
          after: { rows: rows.length },
        }),
      );
      return csvFile(
        `pagamentos-${dateInLuanda(new Date())}.csv`,
        [
          'Id',
          'Referência',
          'Encarregado',
          'E-mail',
          'Plano',
          'Método',
          'Montante (Kz)',
          'Estado',
          'Iniciado',
          'Concluído',
        ],
        rows.map((row) => [
          row.id,
          row.referenceNumber,
          row.fullName,
          row.email,
          PLAN_WORDS[row.planId],
          METHOD_WORDS[row.paymentMethod],
          row.amount,
          STATUS_WORDS[row.status],
          row.createdAt,
          row.completedAt,
        ]),
      );
    },

    'GET /api/admin/payments/summary': async (call) => {
      const [states, flagged] = await Promise.all([sumTransactions(db, filtersOf(call.query)), countFlags(db)]);
      const amountOf = (status: string) => states.find((state) => state.status === status)?.amount ?? 0;
      return { received: amountOf('completed'), awaited: amountOf('pending'), flagged, states };
    },

    'GET /api/admin/subscriptions': async (call) => {
      const { limit = ROWS, page = 1, search, plan } = call.query;
      const pattern = patternOf(search);
      const [rows, total] = await Promise.all([
        findSubscriptions(db, pattern, plan, limit, (page - 1) * limit),
        countSubscriptions(db, pattern, plan),
      ]);
      tellTotal(call, '/api/admin/subscriptions', { search, plan }, page, limit, total);
      return rows;
    },

    'GET /api/admin/payments/months': () => findMonths(db),

    'GET /api/admin/payments/months/file': async (call) => {
      const rows = await findMonths(db);
      await db.transaction((transaction) =>
        audit(transaction, { ...byOf(call), action: 'payments.exported', subject: 'months' }),
      );
      return csvFile(
        `receita-por-mes-${dateInLuanda(new Date())}.csv`,
        ['Mês', 'Pagamentos', 'Recebido (Kz)'],
        rows.map(({ month, payments, amount }) => [month, payments, amount]),
      );
    },
  });
}
