import { CODE_ENDED } from '../accounts/account.rules.ts';
import { type MailWords, RECOVERY_PATH } from '../accounts/security-mail.rules.ts';

/**
 * Minutes for which a link to choose a new password is valid. As long as a link is unused and valid, no other one is sent, so that nobody's
 * mailbox can be flooded by requests; the newest link is the only valid one.
 */
export const RESET_MINUTES = 60;
/** Days for which an invitation to a staff member is valid. */
export const INVITATION_DAYS = 3;
/**
 * Limits on the links requested in an hour: for one name or e-mail, and from one network address, which schools and operators share among
 * many users.
 */
export const FORGOTTEN = { name: 'forgot', hits: 3, seconds: 3600 } as const;
export const FORGOTTEN_OF_ADDRESS = { name: 'forgot-address', hits: 60, seconds: 3600 } as const;
/** Beyond the limit of an address, a request every few seconds. */
export const FORGOTTEN_SLOTS = { name: 'forgot-slot', hits: 1, seconds: 10 } as const;
/** Requests in an hour from a browser in which somebody has signed in: none of the limits above applies there. */
export const FORGOTTEN_OF_BROWSER = { name: 'forgot-browser', hits: 10, seconds: 3600 } as const;
/** Maximum number of accounts in one mail. If more accounts share an e-mail, several mails are sent. */
export const ACCOUNTS_OF_A_MAIL = 12;
/**
 * Limit on wrong recovery codes from one network address in an hour. A code has 100 random bits, so the limit only bounds the work; it is
 * generous because schools and operators share an address. There is none for an account: somebody else could use it up.
 */
export const CODE_TRIES = { name: 'account-code', hits: 300, seconds: 3600 } as const;

/** Letters and digits that are not mistaken for each other on paper: Crockford's base 32, without I, L, O and U. */
const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Characters of a recovery code; each has five random bits. */
export const CODE_LENGTH = 20;

/**
 * Returns a recovery code in groups of five: `7K2MX-…`.
 *
 * @param random at least `CODE_LENGTH` random bytes.
 */
export function accountCodeOf(random: Uint8Array): string {
  const letters = Array.from(random.subarray(0, CODE_LENGTH), (byte) => CODE_ALPHABET[byte % 32]);
  return (letters.join('').match(/.{5}/g) ?? []).join('-');
}

/** Returns the form of a typed code that is compared: capitals without spaces and hyphens, with look-alikes replaced. */
export const comparableCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');

export interface ResetLink {
  username: string;
  token: string;
}

/**
 * Returns the mail with the links of all accounts that share an address, usually one.
 *
 * @param forced whether an administrator requested the new password.
 * @param codeEnded whether the recovery code of the account became invalid with the old password.
 */
export function resetMail(links: readonly ResetLink[], forced: boolean, codeEnded = false): MailWords {
  const several = links.length > 1;
  const account = several ? '' : ` ${links[0]?.username}`;
  return {
    kind: 'password_reset',
    subject: 'Escolher uma senha nova',
    content: {
      title: 'Escolha uma senha nova',
      paragraphs: [
        forced
          ? `Para proteger a conta${account}, a senha antiga deixou de servir. Escolha outra para voltar a entrar.`
          : several
            ? 'Pediram para entrar sem a senha. Este e-mail é de várias contas: escolha a sua.'
            : `Pediram para entrar na conta${account} sem a senha.`,
        ...(codeEnded ? [CODE_ENDED] : []),
      ],
      actions: links.map(({ username, token }) => ({
        label: several ? `Senha nova para ${username}` : 'Escolher senha nova',
        path: `${RECOVERY_PATH}#${token}`,
      })),
      notes: [
        'A ligação serve uma só vez, durante uma hora. Se pedir outra antes disso, continua a servir esta.',
        ...(forced ? [] : ['Se não foi pedido seu, não precisa de fazer nada: a sua senha continua a mesma.']),
      ],
    },
  };
}

/** Returns what follows `#` in the link of an invitation, which only the browser reads. */
const invitationFragment = (username: string, token: string): string =>
  `${token}&${new URLSearchParams({ convite: username })}`;

/** Reads what follows `#` in a link: the token, and the username if the link is an invitation. */
export function readFragment(fragment: string): { token: string | null; invited: string | null } {
  const [token = '', rest = ''] = fragment.split(/&(.*)/s);
  const invited = new URLSearchParams(rest).get('convite')?.trim().slice(0, MAX_SHOWN) || null;
  return { token: token || null, invited: token ? invited : null };
}

/** Maximum characters of a username that the page shows; a username has fewer. */
const MAX_SHOWN = 50;

/** Returns the mail with which a new staff member chooses the first password. */
export const invitationMail = ({ username, token }: ResetLink): MailWords => ({
  kind: 'staff_invitation',
  subject: 'A sua conta está pronta',
  content: {
    title: 'Boas-vindas à equipa',
    paragraphs: [`Foi criada para si a conta ${username}. Escolha a sua senha, que mais ninguém deve saber, e entre.`],
    actions: [{ label: 'Escolher a minha senha', path: `${RECOVERY_PATH}#${invitationFragment(username, token)}` }],
    notes: [
      `A ligação serve uma só vez, durante ${INVITATION_DAYS} dias. Se passar, peça outra a quem lhe enviou o convite.`,
    ],
  },
});
