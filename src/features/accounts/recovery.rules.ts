import { longDate } from '../../shared/dates.ts';

/** Minutes in which a link to choose another password can be used (decision 3). */
export const RESET_MINUTES = 30;
/** Links asked for in an hour for one name or e-mail, and from one address: schools and operators share one. */
export const FORGOTTEN = { name: 'forgot', hits: 3, seconds: 3600 } as const;
export const FORGOTTEN_OF_ADDRESS = { name: 'forgot-address', hits: 60, seconds: 3600 } as const;
/** Most accounts that one e-mail is told of in one mail. */
export const MOST_ACCOUNTS = 12;
/** Where the link leads; the token follows as a fragment, which browsers send to nobody. */
export const RECOVERY_PATH = '/auth/recover';

/** Subject and words of a mail, as the floor takes them. */
export interface MailWords {
  kind: string;
  subject: string;
  content: {
    title: string;
    paragraphs: string[];
    actions?: { label: string; path: string }[];
    notes?: string[];
  };
}

export interface ResetLink {
  username: string;
  token: string;
}

/** The mail with the links of the accounts that share an address: usually one. `forced`: an administrator asked for it. */
export function resetMail(links: readonly ResetLink[], forced: boolean): MailWords {
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
            ? 'Alguém, talvez você, pediu para entrar sem a senha. Este e-mail serve várias contas: escolha a sua.'
            : `Alguém, talvez você, pediu para entrar na conta${account} sem a senha.`,
      ],
      actions: links.map(({ username, token }) => ({
        label: several ? `Senha nova para ${username}` : 'Escolher senha nova',
        path: `${RECOVERY_PATH}#${token}`,
      })),
      notes: [
        `A ligação serve uma só vez, durante ${RESET_MINUTES} minutos.`,
        ...(forced ? [] : ['Não foi você? Não precisa de fazer nada: a sua senha continua a mesma.']),
      ],
    },
  };
}

/** What a person is told of, whatever their switches say, because somebody else may have done it. */
export type SecurityChange =
  | 'password_changed'
  | 'email_changed'
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'deletion_asked';

/** The mail about a change to the account `username` that was made at `now`. */
export function securityMail(change: SecurityChange, username: string, now: Date): MailWords {
  const when = `${longDate(now)}, às ${clockInLuanda(now)}`;
  const words = SECURITY[change];
  return {
    kind: change,
    subject: words.title,
    content: {
      title: words.title,
      paragraphs: [words.text.replace('{account}', username).replace('{when}', when)],
      ...(words.action ? { actions: [words.action] } : {}),
      notes: [words.note],
    },
  };
}

const NOT_ME = 'Não foi você? Escolha já uma senha nova e escreva-nos.';
const CHOOSE = { label: 'Não fui eu: escolher senha nova', path: RECOVERY_PATH };

const SECURITY: Record<
  SecurityChange,
  { title: string; text: string; note: string; action?: { label: string; path: string } }
> = {
  password_changed: {
    title: 'A senha da sua conta mudou',
    text: 'A senha da conta {account} foi mudada em {when}. Nos outros aparelhos é preciso entrar de novo.',
    note: NOT_ME,
    action: CHOOSE,
  },
  email_changed: {
    title: 'O e-mail da sua conta mudou',
    text: 'O e-mail da conta {account} foi mudado em {when}. A partir de agora escrevemos para o endereço novo.',
    note: 'Não foi você? Responda a este e-mail ou escreva-nos já: este endereço deixou de servir para recuperar a conta.',
  },
  second_factor_added: {
    title: 'A sua conta tem um segundo passo para entrar',
    text: 'Em {when} a conta {account} passou a pedir também um código do telemóvel ao entrar.',
    note: NOT_ME,
    action: CHOOSE,
  },
  second_factor_removed: {
    title: 'O segundo passo para entrar foi retirado',
    text: 'Em {when} a conta {account} deixou de pedir um código do telemóvel ao entrar.',
    note: NOT_ME,
    action: CHOOSE,
  },
  deletion_asked: {
    title: 'A sua conta vai ser apagada',
    text: 'Em {when} foi pedido que a conta {account} fosse apagada, com os filhos e os resultados. Isso acontece daqui a 30 dias.',
    note: 'Mudou de ideias, ou não foi você? Entre na conta antes disso e escolha «Manter a minha conta».',
    action: { label: 'Entrar na conta', path: '/auth' },
  },
};

/** "14:05", an hour ahead of UTC all year round. */
const clockInLuanda = (now: Date) => new Date(now.getTime() + 3_600_000).toISOString().slice(11, 16);
