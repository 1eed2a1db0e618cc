import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { line, moment, optionalLine, text } from '../../../shared/fields.ts';
import { EXEMPT } from '../../../shared/step-up.ts';
import { PLAN_IDS } from '../../../shared/words.ts';

/** The signed-in user; never contains a password or hash. */
export const user = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  /** Whether its owner has opened a link sent to the address. */
  emailVerified: z.boolean(),
  fullName: z.string(),
  phone: z.string().nullable(),
  gender: z.string().nullable(),
  location: z.string().nullable(),
  subscriptionType: z.enum(PLAN_IDS),
  subscriptionStart: moment.nullable(),
  subscriptionEnd: moment.nullable(),
  createdAt: moment,
  lastLogin: moment.nullable(),
  isAdmin: z.boolean(),
  isTeacher: z.boolean(),
  userRole: z.enum(['parent', 'teacher', 'admin']),
  /** When the account will be erased, if requested. */
  deletionAt: moment.nullable(),
});
export type User = z.output<typeof user>;

/**
 * Since when the session has been the parent's, or the children's, in milliseconds since 1970. It only increases on a device: a reply with an
 * earlier time was asked for before the phone changed hands.
 */
const modeSince = z.int();
const signedInUser = user.extend({ modeSince });

/** What a page knows of the signed-in user in child mode: only the id and the children, by which the device stores answers. */
const userInChildMode = z.object({
  id: z.int(),
  fullName: z.literal(''),
  isAdmin: z.literal(false),
  isTeacher: z.literal(false),
  inChildMode: z.literal(true),
  modeSince,
  /** The children to whom this session was handed over. */
  onlyChildren: z.array(z.int()),
});
export type UserInChildMode = z.output<typeof userInChildMode>;

// The minimum is the specification's (6); the maximum only limits the cost of hashing.
// A password is never trimmed or normalised.
const password = (message: string) =>
  z
    .string(message)
    .min(6, message)
    .max(1024, 'A senha pode ter no máximo 1024 caracteres.')
    .refine(
      (value) => value.isWellFormed() && !value.includes('\u0000'),
      'A senha tem caracteres que não se podem usar.',
    );

/** A new password and its repetition; checked by `.refine(...passwordsMatch)`. */
export const newPasswordFields = {
  newPassword: password('Nova senha é obrigatória e deve ter pelo menos 6 caracteres'),
  confirmPassword: z.string('Confirmação de senha é obrigatória').max(1024),
};
export const passwordsMatch: [
  (value: { newPassword: string; confirmPassword: string }) => boolean,
  { path: string[]; message: string },
] = [
  ({ newPassword, confirmPassword }) => newPassword === confirmPassword,
  { path: ['confirmPassword'], message: 'As senhas não coincidem' },
];

const PASSWORD_MESSAGE = 'Senha é obrigatória e deve ter pelo menos 6 caracteres';
const USERNAME_MESSAGE = 'Nome de usuário é obrigatório';

/**
 * A username for a new account: letters of the Latin alphabet as languages write them (composed with their accents), digits and . _ -
 * with single spaces inside. Look-alikes from other alphabets or from phonetics, dotless i, and combining marks, some of which are
 * invisible, are excluded. This prevents impersonation by similar names. @ is excluded because sign-in also accepts an e-mail address:
 * nobody may take somebody else's address as a username.
 */
export const username = text(60, 3, USERNAME_MESSAGE)
  .transform((value) => value.normalize('NFKC'))
  .refine((value) => !value.includes('@'), {
    message: 'O nome de usuário não leva @. Para entrar, pode escrever também o e-mail.',
    abort: true,
  })
  .refine(
    (value) => !/[ıĸ×÷]/.test(value) && /^[a-zA-ZÀ-žḀ-ỿ0-9._-]+( [a-zA-ZÀ-žḀ-ỿ0-9._-]+)*$/.test(value),
    'Use só letras, números, ponto, hífen e traço em baixo.',
  );

const LONGEST_EMAIL = 254;
export const emailAddress = text(LONGEST_EMAIL, 1, 'E-mail é obrigatório').pipe(z.email('Indique um e-mail válido'));

/** The username or e-mail address that a user enters to identify an account. */
export const accountName = (shortest: number, message: string) => text(LONGEST_EMAIL, shortest, message);

const credentials = z.object({
  username: accountName(3, USERNAME_MESSAGE),
  password: password(PASSWORD_MESSAGE),
  /** The second factor, if enabled: an authenticator code or a recovery code. */
  code: z.string().max(40).nullish(),
});

const registration = z
  .object({
    username,
    fullName: line(120, 1, 'Nome completo é obrigatório'),
    email: emailAddress,
    password: password(PASSWORD_MESSAGE),
    confirmPassword: password('Confirmação de senha é obrigatória'),
    phone: optionalLine(40).optional(),
    gender: optionalLine(20).optional(),
    location: optionalLine(120).optional(),
    /** Referral code; unknown codes are ignored. */
    ref: z
      .unknown()
      .transform((value) => (typeof value === 'string' && /^\w{4,40}$/.test(value) ? value : undefined))
      .optional(),
  })
  .refine((value) => value.password === value.confirmPassword, {
    path: ['confirmPassword'],
    message: 'As senhas não coincidem',
  });

export const accountsContract = {
  'GET /api/user': {
    summary: 'Return the signed-in user, in child mode only its id; 401 without a session',
    authz: { allow: ['parent', 'teacher', 'admin'], owner: 'user', childMode: 'open', stepUp: EXEMPT.own },
    output: z.union([userInChildMode, signedInUser]),
  },
  'POST /api/login': {
    summary: 'Sign in; sets a session cookie',
    authz: { allow: ['anonymous', 'parent', 'teacher', 'admin'], owner: null },
    body: credentials,
    output: user,
  },
  'POST /api/register': {
    summary: 'Create a parent’s account with the free plan and sign in',
    authz: { allow: ['anonymous', 'parent', 'teacher', 'admin'], owner: null },
    body: registration,
    output: user,
    status: 201,
  },
  'POST /api/logout': {
    summary: 'Sign out: end this session',
    authz: { allow: ['anonymous', 'parent', 'teacher', 'admin'], owner: null },
    output: z.null(),
    status: 204,
  },
} as const satisfies Contract;
