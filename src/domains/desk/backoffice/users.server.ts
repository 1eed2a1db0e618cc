import type { Database } from '../../../server/db/db.ts';
import { invalid, notFound } from '../../../server/http/errors.ts';
import type { Call, Frame } from '../../../server/http/http.ts';
import { numberIn, patternsOf, wordsOf } from '../../../shared/search.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { type Billing, holdsMoney, openBilling } from '../../money/payments/billing.server.ts';
import { grantPlan } from '../../money/payments/desk.server.ts';
import { askForReplacement, cancelReplacement } from '../../people/staff/factor-replacement.server.ts';
import {
  changeRole,
  createStaff,
  endSessions,
  eraseAccount,
  forcePasswordReset,
  inviteAgain,
  keepAccount,
  mendEmail,
  setSuspended,
  suspendAll,
} from '../../people/staff/staff.server.ts';
import { byOf, ROWS, readPage, takeList } from '../operations/files.server.ts';
import { PLAN_WORDS, ROLE_WORDS } from '../operations/words.rules.ts';
import { findTransactionsOf } from './payments/payments.store.ts';
import { usersContract } from './users.contract.ts';
import {
  type AccountFilters,
  type AccountRow,
  type AccountSort,
  countAccounts,
  findAccount,
  findAccounts,
} from './users.store.ts';

interface Asked {
  search: string | null;
  role: string | null;
  state: 'active' | 'suspended' | null;
  plan: string | null;
  sort: 'created' | 'name' | 'last-login' | null;
  order: 'asc' | 'desc' | null;
}

const filtersOf = ({ search, role, state, plan }: Asked): AccountFilters => ({
  words: wordsOf(search),
  patterns: patternsOf(search),
  id: numberIn(search),
  role,
  suspended: state === null ? null : state === 'suspended',
  plan,
});

/** By default the newest first; names are sorted from A. */
const sortOf = ({ sort, order }: Asked): AccountSort =>
  `${sort ?? 'created'} ${order ?? (sort === 'name' ? 'asc' : 'desc')}`;

async function accountOf(db: Database, id: number): Promise<AccountRow> {
  const account = await findAccount(db, id);
  if (!account) throw notFound();
  return account;
}

const LONGEST_GRANT_DAYS = 5 * 366;
/** Returns the last moment of a day in Luanda, which is an hour ahead of UTC all year. */
const endOfDay = (day: string) => new Date(Date.parse(`${day}T23:59:59+01:00`));

type CallOf<Key extends keyof typeof usersContract> = Call<(typeof usersContract)[Key]>;

function listAccounts(call: CallOf<'GET /api/admin/users'>) {
  const filters = filtersOf(call.query);
  return readPage(
    call,
    '/api/admin/users',
    (limit, offset) => findAccounts(call.db, filters, sortOf(call.query), limit, offset),
    () => countAccounts(call.db, filters),
  );
}

async function exportAccounts(db: Database, call: CallOf<'GET /api/admin/users/file'>) {
  const filters = { ...filtersOf(call.query), ids: call.query.ids };
  return takeList(db, call, {
    action: 'users.exported',
    subject: 'users',
    name: 'contas',
    total: await countAccounts(call.db, filters),
    read: (limit) => findAccounts(call.db, filters, sortOf(call.query), limit, 0),
    columns: [
      ['Id', ({ id }) => id],
      ['Nome completo', ({ fullName }) => fullName],
      ['Nome de usuário', ({ username }) => username],
      ['E-mail', ({ email }) => email],
      ['Função', ({ userRole }) => ROLE_WORDS[userRole]],
      ['Plano', ({ subscriptionType }) => PLAN_WORDS[subscriptionType]],
      ['Filhos', ({ children }) => children],
      ['Criada', ({ createdAt }) => createdAt],
      ['Última entrada', ({ lastLogin }) => lastLogin],
      ['Suspensa', ({ suspendedAt }) => suspendedAt],
    ],
  });
}

/** Gives an account a paid plan until a day. @throws Refused 400 naming the day when it is in the past or too far ahead. */
async function grantPlanUntil(db: Database, billing: Billing, call: CallOf<'PUT /api/admin/users/:id/plan'>) {
  const { planId, until, reason, seen } = call.body;
  const end = endOfDay(until);
  const days = (end.getTime() - Date.now()) / DAY_MS;
  if (days <= 0)
    throw invalid({ until: 'Este dia já passou. Para o plano acabar já, escolha hoje: vale até ao fim do dia.' });
  if (days > LONGEST_GRANT_DAYS) throw invalid({ until: 'No máximo, daqui a cinco anos.' });
  await grantPlan(billing, call.params.id, { planId, until: end, reason, seen }, byOf(call));
  return accountOf(db, call.params.id);
}

/** Binds the endpoints that search accounts, and the administrators' actions on them. */
export function bindUsers(frame: Frame): void {
  const { db } = frame;
  const billing = openBilling(frame);
  frame.bind(usersContract, {
    'GET /api/admin/users': (call) => listAccounts(call),

    'GET /api/admin/users/:id': (call) => accountOf(db, call.params.id),

    'GET /api/admin/users/file': (call) => exportAccounts(db, call),

    'POST /api/admin/users': async (call) => {
      const { id } = await createStaff(db, byOf(call), { ...call.body, password: call.body.password ?? null });
      return accountOf(db, id);
    },

    'POST /api/admin/users/suspend': async (call) => ({
      suspended: await suspendAll(db, byOf(call), call.body.ids, call.body.reason),
    }),

    'PUT /api/admin/users/:id/role': async (call) => {
      await changeRole(db, byOf(call), call.params.id, call.body.role, holdsMoney);
      return accountOf(db, call.params.id);
    },

    'POST /api/admin/users/:id/suspend': async (call) => {
      await setSuspended(db, byOf(call), call.params.id, true, call.body.reason ?? null);
      return accountOf(db, call.params.id);
    },

    'POST /api/admin/users/:id/restore': async (call) => {
      await setSuspended(db, byOf(call), call.params.id, false, null);
      return accountOf(db, call.params.id);
    },

    'POST /api/admin/users/:id/password-reset': async (call) => {
      await forcePasswordReset(db, byOf(call), call.params.id);
      return accountOf(db, call.params.id);
    },

    'POST /api/admin/users/:id/invitation': async (call) => {
      await inviteAgain(db, byOf(call), call.params.id);
      return accountOf(db, call.params.id);
    },

    'PUT /api/admin/users/:id/email': async (call) => {
      await mendEmail(db, byOf(call), call.params.id, call.body);
      return accountOf(db, call.params.id);
    },

    'POST /api/admin/users/:id/erasure': async (call) => {
      await eraseAccount(db, byOf(call), call.params.id, call.body);
      return (await findAccount(db, call.params.id)) ?? null;
    },

    'DELETE /api/admin/users/:id/erasure': async (call) => {
      await keepAccount(db, byOf(call), call.params.id);
      return accountOf(db, call.params.id);
    },

    'PUT /api/admin/users/:id/plan': (call) => grantPlanUntil(db, billing, call),

    'GET /api/admin/users/:id/payments': async (call) => {
      await accountOf(db, call.params.id);
      const { limit = ROWS, page = 1 } = call.query;
      return findTransactionsOf(db, call.params.id, limit, (page - 1) * limit);
    },

    'POST /api/admin/users/:id/second-factor/replacement': async (call) => {
      await askForReplacement(db, byOf(call), call.params.id);
      return accountOf(db, call.params.id);
    },

    'DELETE /api/admin/users/:id/second-factor/replacement': async (call) => {
      await cancelReplacement(db, byOf(call), call.params.id);
      return accountOf(db, call.params.id);
    },

    'DELETE /api/admin/users/:id/sessions': async (call) => {
      await endSessions(db, byOf(call), call.params.id);
      return accountOf(db, call.params.id);
    },
  });
}
