import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import {
  chosen,
  dayFilter,
  filter,
  idInPath,
  line,
  moment,
  optionalText,
  paging,
  text,
} from '../../../shared/fields.ts';
import { MAX_AT_ONCE } from '../../../shared/questions/question-limits.ts';
import { EXEMPT } from '../../../shared/step-up.ts';
import { PLAN_IDS } from '../../../shared/words.ts';
import { emailAddress, username } from '../../people/accounts/accounts.contract.ts';
import { authz, listAsFile } from './panel.contract.ts';
import { transaction } from './payments/payments.contract.ts';

const ROLES = ['parent', 'teacher', 'admin'] as const;

/** An account as administrators see it: with the number of its children, never their names. */
const account = z.object({
  id: z.int(),
  username: z.string(),
  fullName: z.string(),
  email: z.string(),
  /** Whether its owner has confirmed the address: others get no mail but that for confirming. */
  emailVerified: z.boolean(),
  phone: z.string().nullable(),
  userRole: z.enum(ROLES),
  subscriptionType: z.enum(PLAN_IDS),
  subscriptionEnd: moment.nullable(),
  createdAt: moment,
  lastLogin: moment.nullable(),
  suspendedAt: moment.nullable(),
  /** When it will be erased, if its owner or an administrator has requested that. */
  deletionAt: moment.nullable(),
  resetForced: z.boolean(),
  secondFactor: z.boolean(),
  /** When its lost second factor will be removed; null if nobody requested that. */
  replacementAt: moment.nullable(),
  /** Number of children's profiles. */
  children: z.int(),
  /** Number of devices on which it is signed in. */
  sessions: z.int(),
});
export type Account = z.output<typeof account>;

const filters = {
  /** Searches name, username and e-mail, ignoring accents and case. */
  search: filter,
  role: filter.pipe(z.enum(ROLES, 'Indique parent, teacher ou admin.').nullable()),
  state: filter.pipe(z.enum(['active', 'suspended'], 'Indique active ou suspended.').nullable()),
  plan: filter.pipe(z.enum(PLAN_IDS, 'Este plano não existe.').nullable()),
  sort: filter.pipe(z.enum(['created', 'name', 'last-login'], 'Indique created, name ou last-login.').nullable()),
  order: filter.pipe(z.enum(['asc', 'desc'], 'Indique asc ou desc.').nullable()),
};

/** Numbers of chosen accounts, separated by commas; empty for all that match the filters. */
const idList = filter
  .refine(
    (value) => value === null || /^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/.test(value),
    'Indique números separados por vírgulas.',
  )
  .transform((value) => value?.split(',').map(Number) ?? null)
  .refine((ids) => ids === null || ids.length <= MAX_AT_ONCE, `No máximo ${MAX_AT_ONCE} de uma vez.`);

const params = z.object({ id: idInPath });
const reason = text(300, 1, 'Escreva porquê.');
export const usersContract = {
  'GET /api/admin/users': {
    summary: 'List accounts, searched, filtered and sorted, by page',
    stale: true,
    authz: { ...authz, stepUp: EXEMPT.desk },
    query: z.object({ ...filters, ...paging }),
    output: z.array(account),
  },
  'GET /api/admin/users/:id': {
    summary: 'Return one account',
    authz: { ...authz, stepUp: EXEMPT.desk },
    params,
    output: account,
  },
  'GET /api/admin/users/file': listAsFile('accounts', z.object({ ...filters, ids: idList })),
  'POST /api/admin/users': {
    summary: 'Create an account for a teacher or an administrator',
    authz: { ...authz, stepUp: true },
    body: z.object({
      username,
      fullName: line(120, 1, 'Nome completo é obrigatório'),
      email: emailAddress,
      password: z
        .string('A senha deve ter pelo menos 10 caracteres.')
        .min(10, 'A senha deve ter pelo menos 10 caracteres.')
        .max(1024, 'A senha pode ter no máximo 1024 caracteres.')
        .refine(
          (value) => value.isWellFormed() && !value.includes('\u0000'),
          'A senha tem caracteres que não se podem usar.',
        )
        // If absent, a link to choose a password is sent.
        .optional(),
      role: z.enum(['teacher', 'admin'], 'Escolha professor ou administrador.'),
    }),
    output: account,
    status: 201,
  },
  'POST /api/admin/users/suspend': {
    summary: 'Suspend several accounts and end their sessions: all of them or none',
    authz: { ...authz, stepUp: true },
    body: z.object({ ids: chosen, reason }),
    /** How many were not suspended before. */
    output: z.object({ suspended: z.int() }),
  },
  'PUT /api/admin/users/:id/role': {
    summary: 'Change the role of an account and end its sessions',
    authz: { ...authz, stepUp: true },
    params,
    body: z.object({ role: z.enum(ROLES, 'Escolha encarregado, professor ou administrador.') }),
    output: account,
  },
  'POST /api/admin/users/:id/suspend': {
    summary: 'Suspend an account and end its sessions',
    authz: { ...authz, stepUp: true },
    params,
    body: z.object({ reason: optionalText(300).optional() }),
    output: account,
  },
  'POST /api/admin/users/:id/restore': {
    summary: 'Restore a suspended account',
    authz: { ...authz, stepUp: true },
    params,
    output: account,
  },
  'POST /api/admin/users/:id/password-reset': {
    summary: 'Remove the password of an account, end its sessions and mail its owner a link to choose another',
    authz: { ...authz, stepUp: true },
    params,
    output: account,
  },
  'POST /api/admin/users/:id/invitation': {
    summary: 'Send another invitation to a teacher or administrator who has never signed in',
    authz: { ...authz, stepUp: true },
    params,
    output: account,
  },
  'PUT /api/admin/users/:id/email': {
    summary: 'Correct the e-mail of an account; the old address is notified',
    authz: { ...authz, stepUp: true },
    params,
    body: z.object({ email: emailAddress, reason }),
    output: account,
  },
  'POST /api/admin/users/:id/erasure': {
    summary:
      'Erase an account with all its owner’s data, at once or in 30 days; until then the owner or an administrator can cancel it',
    authz: { ...authz, stepUp: true },
    params,
    body: z.object({ when: z.enum(['later', 'now'], 'Escolha quando.'), reason }),
    /** Null if the account was deleted. */
    output: account.nullable(),
  },
  'DELETE /api/admin/users/:id/erasure': {
    summary: 'Cancel the erasure of an account within its 30 days; logged',
    authz: { ...authz, stepUp: true },
    params,
    output: account,
  },
  'PUT /api/admin/users/:id/plan': {
    summary: 'Grant a family a plan until a day, or change the end of its plan; unused time of another plan follows',
    authz: { ...authz, stepUp: true },
    params,
    body: z.object({
      planId: z.enum(['individual', 'family', 'family-plus'], 'Escolha um plano.'),
      /** The last day, at most five years from now. */
      until: dayFilter.pipe(z.string('Indique o último dia.')),
      reason,
      /** The plan that the administrator saw; refused if the family has another one by now. */
      seen: z.object({ planId: z.enum(PLAN_IDS), until: moment.nullable() }).optional(),
    }),
    output: account,
  },
  'GET /api/admin/users/:id/payments': {
    summary: 'List the payments of one account, newest first',
    authz: { ...authz, stepUp: EXEMPT.desk },
    params,
    query: z.object(paging),
    output: z.array(transaction),
  },
  'POST /api/admin/users/:id/second-factor/replacement': {
    summary:
      'Request that the lost second factor of an account is removed in 24 hours; owner and administrators are notified',
    authz: { ...authz, stepUp: true },
    params,
    output: account,
  },
  'DELETE /api/admin/users/:id/second-factor/replacement': {
    summary: 'Cancel the removal of a second factor',
    authz: { ...authz, stepUp: { exempt: 'keeps the account as it is, and must be possible in a hurry' } },
    params,
    output: account,
  },
  'DELETE /api/admin/users/:id/sessions': {
    summary: 'End all sessions of an account',
    authz: { ...authz, stepUp: true },
    params,
    output: account,
  },
} as const satisfies Contract;
