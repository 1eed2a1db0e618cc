import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { optionalText, text } from '../../../shared/fields.ts';
import { EXEMPT } from '../../../shared/step-up.ts';
import { transferAccountInput } from '../../money/payments/transfer-account.contract.ts';
import { webinar, webinarsInput } from '../../money/plans/webinars.contract.ts';
import { emailAddress } from '../../people/accounts/accounts.contract.ts';

const brand = z.object({ productName: z.string(), companyName: z.string(), supportEmail: z.string() });

const dayOfYear = z
  .string('Indique o dia e o mês, por exemplo 02-09.')
  .regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'Indique o dia e o mês, por exemplo 02-09.')
  .refine((value) => new Date(`2027-${value}T00:00:00Z`).toISOString().slice(5, 10) === value, 'Este dia não existe.');

/** The first school day of each trimester, as `MM-DD`. The school year begins with the first trimester, usually in September. */
const trimesters = z
  .tuple([dayOfYear, dayOfYear, dayOfYear])
  .refine(([first, second, third]) => second < third && third < first, {
    message: 'Os trimestres têm de vir por ordem: o 2.º e o 3.º no ano civil seguinte ao do 1.º.',
  });

const settings = z.object({
  brand,
  /** The names from the environment variables, used where no name is set here. */
  defaults: brand,
  notice: z.string().nullable(),
  trimesters: z.array(z.string()),
  /** The account to which families transfer money; null until it is entered. */
  transferAccount: z.object({ iban: z.string().nullable(), beneficiary: z.string().nullable() }),
  gateway: z.object({ kind: z.enum(['simulated', 'proxypay']) }),
  mail: z.object({
    /** Whether a mail server is configured; if not, mails are written to files in the data folder. */
    server: z.boolean(),
    waiting: z.int(),
    givenUp: z.int(),
    /** Number of late mails; if it is not 0, mails are not being delivered. */
    late: z.int(),
    /** The last error message of the mail server; null if it reported none. */
    lastProblem: z.string().nullable(),
  }),
  webinars: z.array(webinar),
});
export type Settings = z.output<typeof settings>;

const authz = { allow: ['admin'], owner: null } as const;

export const settingsContract = {
  'GET /api/admin/settings': {
    summary: 'Return the settings of the installation, and the state of mail and payments',
    authz: { ...authz, stepUp: EXEMPT.reads },
    output: settings,
  },
  'PUT /api/admin/settings/brand': {
    summary: 'Change the names of product and company and the support e-mail',
    authz: { ...authz, stepUp: true },
    body: z.object({
      productName: text(60, 1, 'Escreva o nome do produto.'),
      companyName: text(120, 1, 'Escreva o nome da empresa.'),
      supportEmail: emailAddress,
    }),
    output: settings,
  },
  'PUT /api/admin/settings/notice': {
    summary: 'Set the notice shown on every page, or remove it',
    authz: { ...authz, stepUp: true },
    body: z.object({ notice: optionalText(200) }),
    output: settings,
  },
  'PUT /api/admin/settings/calendar': {
    summary: 'Change the days on which the trimesters begin; existing results stay in their trimesters',
    authz: { ...authz, stepUp: true },
    body: z.object({ trimesters }),
    output: settings,
  },
  'PUT /api/admin/settings/transfer-account': {
    summary: 'Change the transfer account; empty fields remove it',
    authz: { ...authz, stepUp: true },
    body: transferAccountInput,
    output: settings,
  },
  'PUT /api/admin/settings/webinars': {
    summary: 'Replace the list of webinars',
    authz: { ...authz, stepUp: true },
    body: z.object({ webinars: webinarsInput }),
    output: settings,
  },
  'POST /api/admin/settings/mail-test': {
    summary: 'Send a test mail to the caller, and try again at once the mails that could not be sent',
    authz: { ...authz, stepUp: { exempt: 'sends nothing new but a mail to the caller' } },
    output: z.object({ to: z.string() }),
  },
} as const satisfies Contract;
