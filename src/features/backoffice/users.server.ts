import { audit } from '../../server/audit.ts';
import { csvFile } from '../../server/csv.ts';
import type { Database } from '../../server/db.ts';
import { notFound } from '../../server/errors.ts';
import { type Call, type Frame, tellTotal } from '../../server/http.ts';
import { dateInLuanda } from '../../shared/calendar.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import { resetSecondFactor } from '../accounts/second-factor.server.ts';
import { changeRole, createStaff, endSessions, forcePasswordReset, setSuspended } from '../accounts/staff.server.ts';
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

/** Rows of a page unless said. */
const ROWS = 500;
/** Accounts in one file. */
const MOST_IN_FILE = 50_000;

/** Who acts, for the audit log. */
export const byOf = (call: Pick<Call<Endpoint>, 'caller' | 'address'>) => ({
  userId: call.caller.userId,
  address: call.address,
});

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

const ROLE_WORDS = { parent: 'Encarregado', teacher: 'Professor', admin: 'Administrador' } as const;

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
      const rows = await findAccounts(db, filtersOf(call.query), sortOf(call.query), MOST_IN_FILE, 0);
      await db.transaction((transaction) =>
        audit(transaction, { ...byOf(call), action: 'users.exported', subject: 'users', after: { rows: rows.length } }),
      );
      return csvFile(
        `utilizadores-${dateInLuanda(new Date())}.csv`,
        [
          'Id',
          'Nome completo',
          'Nome de usuário',
          'E-mail',
          'Papel',
          'Plano',
          'Filhos',
          'Criada',
          'Última entrada',
          'Suspensa',
        ],
        rows.map((row) => [
          row.id,
          row.fullName,
          row.username,
          row.email,
          ROLE_WORDS[row.userRole],
          row.subscriptionType,
          row.children,
          row.createdAt,
          row.lastLogin,
          row.suspendedAt,
        ]),
      );
    },

    'POST /api/admin/users': async (call) => {
      const { id } = await createStaff(db, byOf(call), call.body);
      return accountOf(db, id);
    },

    'PUT /api/admin/users/:id/role': async (call) => {
      await changeRole(db, byOf(call), call.params.id, call.body.role);
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
