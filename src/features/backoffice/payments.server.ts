import { type Frame, tellTotal } from '../../server/http.ts';
import { ROWS, takeList } from '../operations/files.server.ts';
import { patternOf } from '../operations/search.rules.ts';
import { METHOD_WORDS, PLAN_WORDS, STATUS_WORDS } from '../operations/words.rules.ts';
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
        findTransactions(call.db, filters, limit, (page - 1) * limit),
        sumTransactions(call.db, filters),
      ]);
      const total = sums.reduce((all, { count }) => all + count, 0);
      tellTotal(call, '/api/admin/payments', { search, status, plan, method, from, to }, page, limit, total);
      return rows;
    },

    'GET /api/admin/payments/file': async (call) => {
      const filters = filtersOf(call.query);
      return takeList(db, call, {
        action: 'payments.exported',
        subject: 'payments',
        name: 'pagamentos',
        total: (await sumTransactions(call.db, filters)).reduce((all, { count }) => all + count, 0),
        read: (limit) => findTransactions(call.db, filters, limit, 0),
        columns: [
          ['Id', ({ id }) => id],
          ['Referência', ({ referenceNumber }) => referenceNumber],
          ['Encarregado', ({ fullName }) => fullName],
          ['E-mail', ({ email }) => email],
          ['Plano', ({ planId }) => PLAN_WORDS[planId]],
          ['Método', ({ paymentMethod }) => METHOD_WORDS[paymentMethod]],
          ['Montante (Kz)', ({ amount }) => amount],
          ['Estado', ({ status }) => STATUS_WORDS[status]],
          ['Iniciado', ({ createdAt }) => createdAt],
          ['Concluído', ({ completedAt }) => completedAt],
          ['Sinalizado', ({ flags }) => flags > 0],
        ],
      });
    },

    'GET /api/admin/payments/summary': async (call) => {
      const [states, flagged] = await Promise.all([
        sumTransactions(call.db, filtersOf(call.query)),
        countFlags(call.db),
      ]);
      const amountOf = (status: string) => states.find((state) => state.status === status)?.amount ?? 0;
      const flaggedPayments = states.reduce((all, state) => all + state.flagged, 0);
      return { received: amountOf('completed'), awaited: amountOf('pending'), flagged, flaggedPayments, states };
    },

    'GET /api/admin/subscriptions': async (call) => {
      const { limit = ROWS, page = 1, search, plan } = call.query;
      const pattern = patternOf(search);
      const [rows, total] = await Promise.all([
        findSubscriptions(call.db, pattern, plan, limit, (page - 1) * limit),
        countSubscriptions(call.db, pattern, plan),
      ]);
      tellTotal(call, '/api/admin/subscriptions', { search, plan }, page, limit, total);
      return rows;
    },

    'GET /api/admin/subscriptions/file': async (call) => {
      const { search, plan } = call.query;
      const pattern = patternOf(search);
      return takeList(db, call, {
        action: 'payments.subscriptions-exported',
        subject: 'subscriptions',
        name: 'assinaturas',
        total: await countSubscriptions(call.db, pattern, plan),
        read: (limit) => findSubscriptions(call.db, pattern, plan, limit, 0),
        columns: [
          ['Id', ({ id }) => id],
          ['Encarregado', ({ fullName }) => fullName],
          ['E-mail', ({ email }) => email],
          ['Plano', ({ planId }) => PLAN_WORDS[planId]],
          ['Filhos', ({ children }) => children],
          ['Desde', ({ start }) => start],
          ['Até', ({ end }) => end],
          ['Renovação automática', ({ renewal }) => renewal],
        ],
      });
    },

    'GET /api/admin/payments/months': (call) => findMonths(call.db),

    'GET /api/admin/payments/months/file': async (call) => {
      const months = await findMonths(call.db);
      return takeList(db, call, {
        action: 'payments.months-exported',
        subject: 'months',
        name: 'receita-por-mes',
        total: months.length,
        read: async () => months,
        columns: [
          ['Mês', ({ month }) => month],
          ['Pagamentos', ({ payments }) => payments],
          ['Recebido (Kz)', ({ amount }) => amount],
        ],
      });
    },
  });
}
