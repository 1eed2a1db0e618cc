import { clockInLuanda } from '../../../shared/calendar.ts';
import { longDate } from '../../../shared/dates.ts';
import { CODE_ENDED } from './account.rules.ts';

/** Path of the link to choose another password. Its token follows as a fragment, which browsers do not send to servers. */
export const RECOVERY_PATH = '/auth/recover';

/** Subject and texts of a mail, as the mail queue accepts them. */
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

/** Events of which a user is notified regardless of the settings, because somebody else may have caused them. */
export type SecurityChange =
  | 'password_changed'
  | 'password_changed_code_ended'
  | 'email_changed'
  | 'email_mended_of'
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'factor_waits'
  | 'factor_waits_of'
  | 'replacement_asked'
  | 'replacement_asked_of'
  | 'passkey_added'
  | 'passkey_removed'
  | 'guessed_at'
  | 'new_device'
  | 'pin_chosen'
  | 'child_mode_left'
  | 'child_mode_left_by_pin'
  | 'recovery_code_made'
  | 'role_changed'
  | 'role_changed_of'
  | 'deletion_asked'
  | 'deletion_asked_staff'
  | 'deletion_cancelled'
  | 'transfers_changed';

/**
 * Returns the text about a change to the account `username` that was made at `now`, for mails and the app, and whether the app calls it urgent.
 *
 * @param device the device with which the change was made, if it is mentioned: "Chrome em Android, a partir de 105.168.x.x".
 */
export function securityWords(change: SecurityChange, username: string, now: Date, device = '') {
  const { title, text, note, calm = false } = SECURITY[change];
  const when = `${longDate(now)}, às ${clockInLuanda(now)}`;
  const put = { account: username, when, device };
  return {
    title,
    text: text.replace(/\{(account|when|device)\}/g, (_, name: keyof typeof put) => put[name]),
    note,
    urgent: !calm,
  };
}

/** Returns the mail about such a change. */
export function securityMail(change: SecurityChange, username: string, now: Date, device?: string): MailWords {
  const { title, text, note } = securityWords(change, username, now, device);
  const { action } = SECURITY[change];
  return {
    kind: change,
    subject: title,
    content: { title, paragraphs: [text], ...(action ? { actions: [action] } : {}), notes: [note] },
  };
}

const NOT_ME = 'Não fez isto? Escolha já uma senha nova e escreva-nos.';
const CHOOSE = { label: 'Não fui eu: escolher senha nova', path: RECOVERY_PATH };

const SECURITY: Record<
  SecurityChange,
  {
    title: string;
    text: string;
    note: string;
    action?: { label: string; path: string };
    /** About child mode alone, and done with the password: nearly always by the family itself, and nobody gets into the account by it. */
    calm?: true;
  }
> = {
  password_changed: {
    title: 'A senha da sua conta mudou',
    text: 'A senha da conta {account} foi mudada a {when}. Nos outros aparelhos é preciso entrar de novo.',
    note: NOT_ME,
    action: CHOOSE,
  },
  password_changed_code_ended: {
    title: 'A senha da sua conta mudou',
    text: `A senha da conta {account} foi mudada a {when}. Nos outros aparelhos é preciso entrar de novo. ${CODE_ENDED}`,
    note: NOT_ME,
    action: CHOOSE,
  },
  email_changed: {
    title: 'O e-mail da sua conta mudou',
    text: 'O e-mail da conta {account} foi mudado a {when}. O endereço anterior já não serve para recuperar a conta, e já não escrevemos para lá.',
    // It must not say "reply to this e-mail", because the app shows the same text as a notification.
    note: 'Não fez isto? Escreva-nos já.',
  },
  email_mended_of: {
    title: 'Um administrador corrigiu o e-mail de uma conta',
    text: 'A {when} um administrador corrigiu o e-mail da conta {account}. Daqui a 24 horas pode pedir-se uma senha nova para esse endereço.',
    note: 'Confirme com quem o fez que a pessoa o pediu. O motivo está no registo, no painel.',
  },
  second_factor_added: {
    title: 'A sua conta tem verificação em dois passos',
    text: 'A {when} a conta {account} passou a pedir também um código do telemóvel ao entrar.',
    note: NOT_ME,
    action: CHOOSE,
  },
  second_factor_removed: {
    title: 'A verificação em dois passos foi retirada',
    text: 'A {when} a conta {account} deixou de pedir um código do telemóvel ao entrar.',
    note: NOT_ME,
    action: CHOOSE,
  },
  factor_waits: {
    title: 'A verificação em dois passos conta daqui a um dia',
    text: 'A {when} foi ligada a verificação em dois passos na conta {account}, só com a senha. Conta daqui a 24 horas.',
    note: 'Não fez isto? Escolha já uma senha nova: assim ela deixa de existir. E escreva-nos.',
    action: CHOOSE,
  },
  factor_waits_of: {
    title: 'Um membro da equipa ligou a verificação em dois passos',
    text: 'A {when} foi ligada a verificação em dois passos na conta {account}, só com a senha. Conta daqui a 24 horas.',
    note: 'Confirme com essa pessoa que foi ela. Se não foi, peça-lhe uma senha nova no painel: assim ela deixa de existir.',
  },
  replacement_asked: {
    title: 'Vai ser retirada a verificação em dois passos da sua conta',
    text: 'A {when} foi pedido que se retirasse a verificação em dois passos da conta {account}, por se ter perdido o código do telemóvel. Isso acontece daqui a 24 horas.',
    note: 'Não o perdeu? Entre na conta antes disso, com o código, e cancele o pedido. E escreva-nos.',
  },
  replacement_asked_of: {
    title: 'Vai ser retirada a verificação em dois passos de um membro da equipa',
    text: 'A {when} foi pedido que se retirasse a verificação em dois passos da conta {account}, por se ter perdido o código do telemóvel. Isso acontece daqui a 24 horas.',
    note: 'Confirme com essa pessoa que o perdeu. Se não perdeu, cancele o pedido no painel, na conta dela.',
  },
  passkey_added: {
    title: 'Mais um aparelho abre a sua conta sem senha',
    text: 'A {when} a conta {account} passou a abrir-se com o bloqueio do ecrã de mais um aparelho.',
    note: 'Não fez isto? Escolha já uma senha nova, veja na conta que aparelhos a abrem, e escreva-nos.',
    action: CHOOSE,
  },
  passkey_removed: {
    title: 'Um aparelho deixou de abrir a sua conta sem senha',
    text: 'A {when} foi retirado um aparelho que abria a conta {account} com o bloqueio do ecrã.',
    note: NOT_ME,
    action: CHOOSE,
  },
  guessed_at: {
    title: 'Alguém tenta adivinhar a sua senha',
    text: 'Na hora antes de {when} houve muitas tentativas falhadas de entrar na conta {account}. Durante uma hora só se entra a partir dos sítios do costume. Se não conseguir, espere uma hora.',
    note: 'Não precisa de fazer nada se a sua senha é boa. Se a usa noutros sítios, escolha uma nova.',
    action: { label: 'Escolher senha nova', path: RECOVERY_PATH },
  },
  new_device: {
    title: 'Entraram na sua conta com um aparelho novo',
    text: 'A {when} alguém entrou na conta {account} com {device}. Se entrou assim, não precisa de fazer nada.',
    note: NOT_ME,
    action: CHOOSE,
  },
  pin_chosen: {
    title: 'Foi escolhido um PIN para o modo criança',
    text: 'A {when} foi escolhido um PIN novo na conta {account}, com a senha. É com ele que se sai do modo criança.',
    note: NOT_ME,
    action: CHOOSE,
    calm: true,
  },
  child_mode_left: {
    title: 'Saíram do modo criança com a senha',
    text: 'A {when} alguém saiu do modo criança na conta {account} com a senha, e não com o PIN.',
    note: NOT_ME,
    action: CHOOSE,
    calm: true,
  },
  child_mode_left_by_pin: {
    title: 'Saíram do modo criança com o PIN',
    text: 'A {when} alguém saiu do modo criança na conta {account} com o PIN. Avisamos só da primeira vez de cada dia.',
    note: 'Se não foi o encarregado, crie já outro PIN.',
  },
  recovery_code_made: {
    title: 'Foi feito um código de recuperação da sua conta',
    text: 'A {when} foi feito, com a senha, um código de recuperação da conta {account}. Com ele escolhe-se uma senha nova; um código anterior deixou de servir.',
    note: NOT_ME,
    action: CHOOSE,
  },
  role_changed: {
    title: 'A função da sua conta mudou',
    text: 'A {when} um administrador mudou a função da conta {account}. É preciso entrar de novo.',
    note: 'Não o esperava? Escreva-nos já.',
  },
  role_changed_of: {
    title: 'Um administrador mudou a função de uma conta',
    text: 'A {when} um administrador mudou a função da conta {account}.',
    note: 'Confirme com quem o fez. As duas funções estão no registo, no painel.',
  },
  deletion_asked: {
    title: 'A sua conta vai ser apagada',
    text: 'A {when} foi pedido que a conta {account} fosse apagada, com os perfis das crianças e os resultados. Isso acontece daqui a 30 dias.',
    note: 'Mudou de ideias, ou não fez isto? Entre na conta antes disso e escolha «Manter a minha conta».',
    action: { label: 'Entrar na conta', path: '/auth' },
  },
  deletion_asked_staff: {
    title: 'A sua conta vai ser apagada',
    text: 'A {when} um administrador pediu que a conta {account} fosse apagada. Isso acontece daqui a 30 dias. Os testes que fez ficam no banco, sem o seu nome.',
    note: 'Não o esperava? Escreva-nos antes disso: um administrador pode manter a conta.',
  },
  deletion_cancelled: {
    title: 'A sua conta já não vai ser apagada',
    text: 'A {when} um administrador cancelou o pedido de apagar a conta {account}. Fica tudo como estava.',
    note: 'Não o esperava? Escreva-nos já.',
  },
  transfers_changed: {
    title: 'Mudou a conta para onde as famílias transferem dinheiro',
    text: 'A {when} a conta {account} mudou o IBAN ou o nome para onde as famílias transferem dinheiro.',
    note: 'Confirme com quem o fez. Se está errado, corrija-o já no painel, nas definições.',
  },
};
