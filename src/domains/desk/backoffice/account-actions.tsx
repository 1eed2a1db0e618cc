import type { ReactNode } from 'react';
import { dateInLuanda } from '../../../shared/calendar.ts';
import { caller } from '../../../web/call/call.ts';
import { plural } from '../../../web/parts/text.ts';
import { EmailField, RadioGroup, SelectField, TextField } from '../../../web/ui/forms/Field.tsx';
import { PAID_PLAN_OPTIONS, ROLE_WORDS } from '../operations/words.rules.ts';
import type { Account, usersContract } from './users.contract.ts';

const call = caller<typeof usersContract>();

/** An administrator's action on an account, with a second confirmation. */
export interface AccountAction {
  id: string;
  /** Label of the button that opens the confirmation, and of the one that runs the action. */
  label: string;
  /** The consequences, shown before the action runs. */
  text: ReactNode;
  danger?: boolean;
  /** Whether the username has to be typed to confirm. */
  typed?: boolean;
  fields?: ReactNode;
  /** Returns the changed account, or null if it was deleted. */
  run: (form: Record<string, string>) => Promise<Account | null>;
  done: string;
}

const REASON_HINT = 'Fica no registo de auditoria. Não escreva nomes de crianças.';

/** Asks for the reason of an action, which goes into the audit log. */
export const ReasonField = ({ id = 'action-reason', error }: { id?: string; error?: string | undefined }) => (
  <TextField label="Porquê" name="reason" id={id} hint={REASON_HINT} maxLength={300} error={error} />
);

const paramsOf = ({ id }: Account) => ({ id: String(id) as unknown as string });

const mendEmail = (account: Account): AccountAction => ({
  id: 'email',
  label: 'Corrigir o e-mail',
  text: `O endereço antigo recebe um aviso, e as ligações que lá estejam deixam de servir. Confirme antes quem lho pede.`,
  fields: (
    <>
      <EmailField id="action-email" autoComplete="off" defaultValue={account.email} />
      <ReasonField />
    </>
  ),
  run: ({ email = '', reason = '' }) =>
    call('PUT /api/admin/users/:id/email', { params: paramsOf(account), body: { email, reason } }),
  done: 'E-mail corrigido.',
});

const changeRole = (account: Account): AccountAction => ({
  id: 'role',
  label: 'Mudar a função',
  text: `As sessões de ${account.fullName} terminam e a nova função vale na próxima entrada.`,
  fields: (
    <SelectField
      label="Nova função"
      name="role"
      id="action-role"
      defaultValue={account.userRole}
      options={Object.entries(ROLE_WORDS).map(([value, label]) => ({ value, label }))}
    />
  ),
  run: ({ role = '' }) =>
    call('PUT /api/admin/users/:id/role', {
      params: paramsOf(account),
      body: { role: role as 'parent' | 'teacher' | 'admin' },
    }),
  done: 'Função mudada.',
});

const endSessions = (account: Account): AccountAction | null =>
  account.sessions > 0
    ? {
        id: 'sessions',
        label: 'Terminar sessões',
        text: `${account.fullName} sai de ${plural(account.sessions, 'aparelho', 'aparelhos')} e pode voltar a entrar com a sua senha. Nenhuma resposta guardada se perde.`,
        run: () => call('DELETE /api/admin/users/:id/sessions', { params: paramsOf(account) }),
        done: 'Sessões terminadas.',
      }
    : null;

const replaceSecondFactor = (account: Account): AccountAction | null =>
  account.secondFactor && !account.replacementAt
    ? {
        id: 'factor',
        label: 'Retirar a verificação em dois passos perdida',
        danger: true,
        text: `Daqui a 24 horas ${account.fullName} volta a entrar só com a senha e pode ligar outra vez a verificação em dois passos. Recebe já um e-mail, como os outros administradores, e até lá qualquer um pode cancelar. Faça-o apenas quando tiver a certeza de quem lho pede.`,
        run: () => call('POST /api/admin/users/:id/second-factor/replacement', { params: paramsOf(account) }),
        done: 'Pedido feito: acontece daqui a 24 horas.',
      }
    : null;

const keepSecondFactor = (account: Account): AccountAction | null =>
  account.replacementAt
    ? {
        id: 'keep-factor',
        label: 'Não retirar a verificação em dois passos',
        text: `A verificação em dois passos de ${account.fullName} continua como está.`,
        run: () => call('DELETE /api/admin/users/:id/second-factor/replacement', { params: paramsOf(account) }),
        done: 'Cancelado.',
      }
    : null;

const inviteAgain = (account: Account): AccountAction | null =>
  account.userRole !== 'parent' && account.lastLogin === null
    ? {
        id: 'invite',
        label: 'Enviar outro convite',
        text: `${account.fullName} recebe em ${account.email} uma ligação nova para escolher a senha; a anterior deixa de servir.`,
        run: () => call('POST /api/admin/users/:id/invitation', { params: paramsOf(account) }),
        done: 'O convite está na fila dos e-mails.',
      }
    : null;

const resetPassword = (account: Account): AccountAction => ({
  id: 'reset',
  label: 'Pedir nova senha',
  text: `A senha actual deixa de servir, as sessões terminam e ${account.fullName} recebe em ${account.email} uma ligação para escolher outra.`,
  run: () => call('POST /api/admin/users/:id/password-reset', { params: paramsOf(account) }),
  done: 'A senha antiga já não serve. A ligação está na fila dos e-mails.',
});

const restore = (account: Account): AccountAction | null =>
  account.suspendedAt
    ? {
        id: 'restore',
        label: 'Reactivar a conta',
        text: `${account.fullName} volta a poder entrar, com tudo o que tinha.`,
        run: () => call('POST /api/admin/users/:id/restore', { params: paramsOf(account) }),
        done: 'Conta reactivada.',
      }
    : null;

const suspend = (account: Account): AccountAction | null =>
  !account.suspendedAt
    ? {
        id: 'suspend',
        label: 'Suspender a conta',
        danger: true,
        typed: true,
        text: `${account.fullName} deixa de poder entrar e as suas sessões terminam. Nada é apagado, e pode reactivar a conta quando quiser.`,
        fields: (
          <TextField label="Motivo" name="reason" id="action-reason" optional hint={REASON_HINT} maxLength={300} />
        ),
        run: ({ reason = '' }) =>
          call('POST /api/admin/users/:id/suspend', { params: paramsOf(account), body: { reason } }),
        done: 'Conta suspensa.',
      }
    : null;

const erase = (account: Account): AccountAction => ({
  id: 'erase',
  label: 'Apagar a conta',
  danger: true,
  typed: true,
  text:
    account.userRole === 'parent'
      ? `A conta de ${account.fullName} e tudo o que é seu desaparecem, incluindo crianças e resultados. Só ficam os pagamentos, sem nome: decida antes os que estão sinalizados, porque depois não se sabe a quem devolver. Uma referência por pagar deixa de servir.`
      : `A conta de ${account.fullName} desaparece. Os testes e as questões que fez ficam, sem o seu nome.`,
  fields: (
    <>
      <RadioGroup
        legend="Quando"
        name="when"
        id="action-when"
        defaultValue="later"
        options={[
          {
            value: 'later',
            label: 'Daqui a 30 dias',
            hint: account.emailVerified
              ? `${account.fullName} recebe um e-mail e pode mudar de ideias.`
              : `${account.fullName} pode mudar de ideias, mas não recebe e-mail: o endereço não está confirmado.`,
          },
          { value: 'now', label: 'Já', hint: 'Não se pode desfazer.' },
        ]}
      />
      <ReasonField />
    </>
  ),
  run: ({ when = 'later', reason = '' }) =>
    call('POST /api/admin/users/:id/erasure', {
      params: paramsOf(account),
      body: { when: when as 'later' | 'now', reason },
    }),
  done: 'Feito. Ficou no registo de auditoria.',
});

const keepAccount = (account: Account): AccountAction | null =>
  account.deletionAt
    ? {
        id: 'keep',
        label: 'Não apagar',
        text: `A conta de ${account.fullName} fica, com tudo o que tem.`,
        run: () => call('DELETE /api/admin/users/:id/erasure', { params: paramsOf(account) }),
        done: 'A conta fica.',
      }
    : null;

function givePlan(account: Account): AccountAction | null {
  if (account.userRole !== 'parent') return null;
  const now = account.subscriptionType === 'free' ? 'family' : account.subscriptionType;
  return {
    id: 'plan',
    label: 'Dar ou ajustar o plano',
    text: 'Sem pagamento. Se outro plano está a correr, o que falta dele fica guardado e vem a seguir.',
    fields: (
      <>
        <SelectField label="Plano" name="planId" id="action-plan" defaultValue={now} options={PAID_PLAN_OPTIONS} />
        <TextField
          label="Até (último dia)"
          name="until"
          id="action-until"
          type="date"
          defaultValue={account.subscriptionEnd ? dateInLuanda(new Date(account.subscriptionEnd)) : ''}
        />
        <ReasonField />
      </>
    ),
    run: ({ planId = '', until = '', reason = '' }) =>
      call('PUT /api/admin/users/:id/plan', {
        params: paramsOf(account),
        body: {
          planId: planId as 'family',
          until,
          reason,
          seen: { planId: account.subscriptionType, until: account.subscriptionEnd },
        },
      }),
    done: 'Plano ajustado.',
  };
}

/** In the order of the dialog; each returns null if the action is not possible for the account. */
const ACTIONS: readonly ((account: Account) => AccountAction | null)[] = [
  givePlan,
  mendEmail,
  changeRole,
  endSessions,
  replaceSecondFactor,
  keepSecondFactor,
  inviteAgain,
  resetPassword,
  restore,
  suspend,
  keepAccount,
  erase,
];

export const actionsFor = (account: Account): AccountAction[] => ACTIONS.flatMap((action) => action(account) ?? []);
