import type { Database } from '../../server/db.ts';
import { notFound } from '../../server/errors.ts';
import { type Frame, tellTotal } from '../../server/http.ts';
import { resetSecondFactor } from '../accounts/second-factor.server.ts';
import { changeRole, createStaff, endSessions, forcePasswordReset, setSuspended } from '../accounts/staff.server.ts';
import { holdsMoney } from '../plans/money.server.ts';
import { byOf, ROWS, takeList } from './files.server.ts';
import { patternOf } from './search.rules.ts';
import { usersContract } from './users.contract.ts';
import {
  type AccountFilters,
  type AccountRow,
  type AccountSort,
  countAccounts,
  findAccount,
  findAccounts,
} from './users.store.ts';
import { PLAN_WORDS, ROLE_WORDS } from './words.rules.ts';

interface Asked {
  search: string | null;
  role: string | null;
  state: 'active' | 'suspended' | null;
  plan: string | null;
  sort: 'created' | 'name' | 'last-login' | null;
  order: 'asc' | 'desc' | null;
}

const filtersOf = ({ search, role, state, plan }: Asked): AccountFilters => ({
  pattern: patternOf(search),
  role,
  suspended: state === null ? null : state === 'suspended',
  plan,
});

/** The newest first, names from A, unless the order is said. */
const sortOf = ({ sort, order }: Asked): AccountSort =>
  `${sort ?? 'created'} ${order ?? (sort === 'name' ? 'asc' : 'desc')}`;

async function accountOf(db: Database, id: number): Promise<AccountRow> {
  const account = await findAccount(db, id);
  if (!account) throw notFound();
  return account;
}

/** Accounts: finding them, and what an administrator may do with them. */
export function bindUsers(frame: Frame): void {
  const { db } = frame;
  frame.bind(usersContract, {
    'GET /api/admin/users': async (call) => {
      const { limit = ROWS, page = 1 } = call.query;
      const filters = filtersOf(call.query);
      const [rows, total] = await Promise.all([
        findAccounts(db, filters, sortOf(call.query), limit, (page - 1) * limit),
        countAccounts(db, filters),
      ]);
      const { search, role, state, plan, sort, order } = call.query;
      tellTotal(call, '/api/admin/users', { search, role, state, plan, sort, order }, page, limit, total);
      return rows;
    },

    'GET /api/admin/users/file': async (call) => {
      const filters = filtersOf(call.query);
      return takeList(db, call, {
        action: 'users.exported',
        subject: 'users',
        name: 'utilizadores',
        total: await countAccounts(db, filters),
        read: (limit) => findAccounts(db, filters, sortOf(call.query), limit, 0),
        columns: [
          ['Id', ({ id }) => id],
          ['Nome completo', ({ fullName }) => fullName],
          ['Nome de usuário', ({ username }) => username],
          ['E-mail', ({ email }) => email],
          ['Papel', ({ userRole }) => ROLE_WORDS[userRole]],
          ['Plano', ({ subscriptionType }) => PLAN_WORDS[subscriptionType]],
          ['Filhos', ({ children }) => children],
          ['Criada', ({ createdAt }) => createdAt],
          ['Última entrada', ({ lastLogin }) => lastLogin],
          ['Suspensa', ({ suspendedAt }) => suspendedAt],
        ],
      });
    },

    'POST /api/admin/users': async (call) => {
      const { id } = await createStaff(db, byOf(call), call.body);
      return accountOf(db, id);
    },

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

    'DELETE /api/admin/users/:id/second-factor': async (call) => {
      await resetSecondFactor(db, byOf(call), call.params.id);
      return accountOf(db, call.params.id);
    },

    'DELETE /api/admin/users/:id/sessions': async (call) => {
      await endSessions(db, byOf(call), call.params.id);
      return accountOf(db, call.params.id);
    },
  });
}
