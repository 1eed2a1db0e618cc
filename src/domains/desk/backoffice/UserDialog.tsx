import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { clockInLuanda } from '../../../shared/calendar.ts';
import { longDate, relativeTime } from '../../../shared/dates.ts';
import { refresh } from '../../../web/call/api.ts';
import { messageOf } from '../../../web/call/call.ts';
import { plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { Dialog } from '../../../web/ui/forms/Dialog.tsx';
import { TextField } from '../../../web/ui/forms/Field.tsx';
import styles from '../operations/Admin.module.css';
import { PLAN_WORDS, ROLE_WORDS } from '../operations/words.rules.ts';
import { type AccountAction, actionsFor } from './account-actions.tsx';
import { UserPayments } from './payments/UserPayments.tsx';
import type { Account } from './users.contract.ts';

interface UserDialogProps {
  account: Account | undefined;
  /** Id of the administrator: these actions are not available for one's own account. */
  me: number;
  onClose: () => void;
  onChanged: (account: Account | null) => void;
}

/** The chosen action, which needs a second confirmation, and running it. */
function useAccountAction(account: Account | undefined, onChanged: (account: Account | null) => void) {
  const [action, setAction] = useState<AccountAction>();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const choose = (action: AccountAction | undefined) => {
    setAction(action);
    setRefused('');
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: reset for another account
  useEffect(() => choose(undefined), [account?.id]);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!action || !account || busy) return;
    const form = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    if (action.typed && form['typed']?.trim().toLowerCase() !== account.username.toLowerCase())
      return setRefused(`Escreva ${account.username} para confirmar.`);
    setBusy(true);
    setRefused('');
    try {
      const now = await action.run(form);
      toast({ kind: 'success', title: 'Sucesso', text: action.done });
      setAction(undefined);
      onChanged(now);
    } catch (error) {
      setRefused(messageOf(error));
      // A refusal may mean that somebody else has changed the account.
      void refresh('/api/admin/users');
    } finally {
      setBusy(false);
    }
  };
  return { action, choose, busy, refused, onSubmit: (event: FormEvent<HTMLFormElement>) => void send(event) };
}

/** Renders one account: its data, and the actions on it, each with a second confirmation. */
export function UserDialog({ account, me, onClose, onChanged }: UserDialogProps) {
  const { action, choose, busy, refused, onSubmit } = useAccountAction(account, onChanged);
  return (
    <Dialog
      open={account !== undefined}
      onClose={onClose}
      busy={busy}
      title={action ? action.label : (account?.fullName ?? '')}
      footer={
        action ? (
          <>
            <Button variant="secondary" onClick={() => choose(undefined)} disabled={busy}>
              Cancelar
            </Button>
            <Button
              type="submit"
              form="account-action"
              variant={action.danger ? 'danger' : 'primary'}
              busy={busy}
              busyText="A guardar…"
            >
              {action.label}
            </Button>
          </>
        ) : (
          <Button variant="secondary" onClick={onClose}>
            Fechar
          </Button>
        )
      }
    >
      {account && action && <ActionForm account={account} action={action} refused={refused} onSubmit={onSubmit} />}
      {account && !action && <AccountFacts account={account} mine={account.id === me} onAction={choose} />}
    </Dialog>
  );
}

interface ActionFormProps {
  account: Account;
  action: AccountAction;
  refused: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

function ActionForm({ account, action, refused, onSubmit }: ActionFormProps) {
  return (
    <form key={action.id} id="account-action" className={styles['form']} noValidate onSubmit={onSubmit}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: with a long name it scrolls, and a keyboard must reach it */}
      <p tabIndex={0}>{action.text}</p>
      {action.fields}
      {action.typed && (
        <TextField
          label={`Para confirmar, escreva o nome de usuário: ${account.username}`}
          name="typed"
          id="action-typed"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <p className="refused" role="alert">
        {refused}
      </p>
    </form>
  );
}

interface AccountFactsProps {
  account: Account;
  /** Whether the account is the administrator's own. */
  mine: boolean;
  onAction: (action: AccountAction) => void;
}

function AccountFacts({ account, mine, onAction }: AccountFactsProps) {
  return (
    <>
      <dl className={styles['facts']}>
        {factsOf(account).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {account.userRole === 'parent' && <UserPayments id={account.id} onReverse={onAction} />}
      {mine ? (
        <p className="muted">
          Esta é a sua conta: o perfil e a senha mudam-se em <a href="/admin?tab=account">A minha conta</a>. O resto só
          outro administrador pode fazer.
        </p>
      ) : (
        <ul className={styles['actions']}>
          {actionsFor(account).map((action) => (
            <li key={action.id}>
              <Button variant="secondary" size="s" full onClick={() => onAction(action)}>
                {action.label}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Returns what is known about an account, in words. */
export function factsOf(account: Account): [string, ReactNode][] {
  const facts: [string, ReactNode][] = [
    ['Nome de usuário', account.username],
    [
      'E-mail',
      account.emailVerified ? account.email : `${account.email} (por confirmar: não recebe avisos por e-mail)`,
    ],
    ...(account.phone ? [['Telefone', account.phone] satisfies [string, string]] : []),
    ['Função', ROLE_WORDS[account.userRole]],
  ];
  if (account.userRole === 'parent')
    facts.push(
      [
        'Plano',
        PLAN_WORDS[account.subscriptionType] +
          (account.subscriptionEnd ? ` até ${longDate(account.subscriptionEnd)}` : ''),
      ],
      ['Crianças', plural(account.children, 'criança', 'crianças')],
    );
  else facts.push(['Verificação em dois passos', account.secondFactor ? 'ligada' : 'desligada']);
  facts.push(
    ['Conta criada', longDate(account.createdAt)],
    ['Última entrada', account.lastLogin ? relativeTime(account.lastLogin, new Date()) : 'nunca'],
    ['Sessões abertas', plural(account.sessions, 'aparelho', 'aparelhos')],
  );
  if (account.replacementAt)
    facts.push([
      'Verificação em dois passos retirada a',
      `${longDate(account.replacementAt)}, às ${clockInLuanda(new Date(account.replacementAt))}`,
    ]);
  if (account.suspendedAt) facts.push(['Suspensa', relativeTime(account.suspendedAt, new Date())]);
  if (account.deletionAt) facts.push(['Será apagada', longDate(account.deletionAt)]);
  return facts;
}
