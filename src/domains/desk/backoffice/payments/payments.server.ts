import type { Database, Queryable } from '../../../../server/db/db.ts';
import type { Call, Frame } from '../../../../server/http/http.ts';
import { numberIn, patternsOf } from '../../../../shared/search.ts';
import { readPage, takeList } from '../../operations/files.server.ts';
import { METHOD_WORDS, PLAN_WORDS, statusOf } from '../../operations/words.rules.ts';
import { paymentsPanelContract } from './payments.contract.ts';
import {
  countSubscriptions,
  findMonths,
  findSubscriptions,
  findTransactions,
  type PaymentFilters,
  type SubscriptionFilters,
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
  const patterns = patternsOf(search);
  const digits = search?.replace(/\s+/g, '') ?? '';
  return {
    ...others,
    patterns,
    id: numberIn(search),
    reference: patterns && /^\d+$/.test(digits) ? `${digits}%` : null,
  };
};

const countTransactions = async (db: Queryable, filters: PaymentFilters): Promise<number> =>
  (await sumTransactions(db, filters)).reduce((all, { count }) => all + count, 0);

type CallOf<Key extends keyof typeof paymentsPanelContract> = Call<(typeof paymentsPanelContract)[Key]>;

function listTransactions(call: CallOf<'GET /api/admin/payments'>) {
  const filters = filtersOf(call.query);
  return readPage(
    call,
    '/api/admin/payments',
    (limit, offset) => findTransactions(call.db, filters, limit, offset),
    () => countTransactions(call.db, filters),
  );
}

async function exportTransactions(db: Database, call: CallOf<'GET /api/admin/payments/file'>) {
  const filters = filtersOf(call.query);
  return takeList(db, call, {
    action: 'payments.exported',
    subject: 'payments',
    name: 'pagamentos',
    total: await countTransactions(call.db, filters),
    read: (limit) => findTransactions(call.db, filters, limit, 0),
    columns: [
      ['Id', ({ id }) => id],
      ['Referência', ({ referenceNumber }) => referenceNumber],
      ['Encarregado', ({ fullName }) => fullName],
      ['E-mail', ({ email }) => email],
      ['Plano', ({ planId }) => PLAN_WORDS[planId]],
      ['Método', ({ paymentMethod }) => METHOD_WORDS[paymentMethod]],
      ['Montante (Kz)', ({ amount }) => amount],
      ['Recebido (Kz)', ({ received }) => received],
      ['Estado', statusOf],
      ['Iniciado', ({ createdAt }) => createdAt],
      ['Concluído', ({ completedAt }) => completedAt],
      ['Sinalizado', ({ flags }) => flags > 0],
    ],
  });
}

/** Amounts received and awaited among the filtered payments, and how many are flagged. */
async function sumUp(call: CallOf<'GET /api/admin/payments/summary'>) {
  const states = await sumTransactions(call.db, filtersOf(call.query));
  const amountOf = (status: string) => states.find((state) => state.status === status)?.amount ?? 0;
  const flaggedPayments = states.reduce((all, state) => all + state.flagged, 0);
  return { received: amountOf('completed'), awaited: amountOf('pending'), flaggedPayments, states };
}

const subscriptionsOf = ({ search, plan }: { search: string | null; plan: string | null }): SubscriptionFilters => ({
  patterns: patternsOf(search),
  id: numberIn(search),
  plan,
});

function listSubscriptions(call: CallOf<'GET /api/admin/subscriptions'>) {
  const filters = subscriptionsOf(call.query);
  return readPage(
    call,
    '/api/admin/subscriptions',
    (limit, offset) => findSubscriptions(call.db, filters, limit, offset),
    () => countSubscriptions(call.db, filters),
  );
}

async function exportSubscriptions(db: Database, call: CallOf<'GET /api/admin/subscriptions/file'>) {
  const filters = subscriptionsOf(call.query);
  return takeList(db, call, {
    action: 'payments.subscriptions-exported',
    subject: 'subscriptions',
    name: 'assinaturas',
    total: await countSubscriptions(call.db, filters),
    read: (limit) => findSubscriptions(call.db, filters, limit, 0),
    columns: [
      ['Id', ({ id }) => id],
      ['Encarregado', ({ fullName }) => fullName],
      ['E-mail', ({ email }) => email],
      ['Plano', ({ planId }) => PLAN_WORDS[planId]],
      ['Filhos', ({ children }) => children],
      ['Desde', ({ start }) => start],
      ['Até', ({ end }) => end],
      ['Renovação', ({ renewal }) => (renewal ? 'com aviso' : 'cancelada')],
    ],
  });
}

async function exportMonths(db: Database, call: CallOf<'GET /api/admin/payments/months/file'>) {
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
}

/** Binds the endpoints that read payments. Decisions about payments are bound by the feature `payments` (`desk.server.ts`). */
export function bindPaymentsPanel(frame: Frame): void {
  const { db } = frame;
  frame.bind(paymentsPanelContract, {
    'GET /api/admin/payments': listTransactions,
    'GET /api/admin/payments/file': (call) => exportTransactions(db, call),
    'GET /api/admin/payments/summary': sumUp,
    'GET /api/admin/subscriptions': listSubscriptions,
    'GET /api/admin/subscriptions/file': (call) => exportSubscriptions(db, call),
    'GET /api/admin/payments/months': (call) => findMonths(call.db),
    'GET /api/admin/payments/months/file': (call) => exportMonths(db, call),
  });
}
