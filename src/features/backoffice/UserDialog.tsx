import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { longDate, relativeTime } from '../../shared/dates.ts';
import { CallError } from '../../web/call.ts';
import { plural } from '../../web/text.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { TextField } from '../../web/ui/Field.tsx';
import { toast } from '../../web/ui/Toast.tsx';
import styles from '../operations/Admin.module.css';
import { PLAN_WORDS, ROLE_WORDS } from '../operations/words.rules.ts';
import { type Deed, deedsFor } from './deeds.tsx';
import { UserPayments } from './UserPayments.tsx';
import type { Account } from './users.contract.ts';

interface UserDialogProps {
  account: Account | undefined;
  /** Id of the administrator: these actions are not available for one's own account. */
  me: number;
  onClose: () => void;
  onChanged: (account: Account | null) => void;
}

/** The chosen action, which needs a second confirmation, and running it. */
function useDeed(account: Account | undefined, onChanged: (account: Account | null) => void) {
  const [deed, setDeed] = useState<Deed>();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const choose = (deed: Deed | undefined) => {
    setDeed(deed);
    setRefused('');
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: reset for another account
  useEffect(() => choose(undefined), [account?.id]);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!deed || !account || busy) return;
    const form = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    if (deed.typed && form['typed']?.trim().toLowerCase() !== account.username.toLowerCase())
      return setRefused(`Escreva ${account.username} para confirmar.`);
    setBusy(true);
    setRefused('');
    try {
      const now = await deed.run(form);
      toast({ kind: 'success', title: 'Sucesso', text: deed.done });
      setDeed(undefined);
      onChanged(now);
    } catch (error) {
      setRefused(error instanceof CallError ? error.said : String(error));
    } finally {
      setBusy(false);
    }
  };
  return { deed, choose, busy, refused, onSubmit: (event: FormEvent<HTMLFormElement>) => void send(event) };
}

/** One account: its data, and the actions on it, each with a second confirmation. */
export function UserDialog({ account, me, onClose, onChanged }: UserDialogProps) {
  const { deed, choose, busy, refused, onSubmit } = useDeed(account, onChanged);
  return (
    <Dialog
      open={account !== undefined}
      onClose={onClose}
      busy={busy}
      title={deed ? deed.label : (account?.fullName ?? '')}
      footer={
        deed ? (
          <>
            <Button variant="secondary" onClick={() => choose(undefined)} disabled={busy}>
              Cancelar
            </Button>
            <Button
              type="submit"
              form="deed"
              variant={deed.danger ? 'danger' : 'primary'}
              busy={busy}
              busyText="A guardar…"
            >
              {deed.label}
            </Button>
          </>
        ) : (
          <Button variant="secondary" onClick={onClose}>
            Fechar
          </Button>
        )
      }
    >
      {account && deed && <DeedForm account={account} deed={deed} refused={refused} onSubmit={onSubmit} />}
      {account && !deed && <AccountFacts account={account} mine={account.id === me} onDeed={choose} />}
    </Dialog>
  );
}

interface DeedFormProps {
  account: Account;
  deed: Deed;
  refused: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

function DeedForm({ account, deed, refused, onSubmit }: DeedFormProps) {
  return (
    <form key={deed.id} id="deed" className={styles['form']} noValidate onSubmit={onSubmit}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: with a long name it scrolls, and a keyboard must reach it */}
      <p tabIndex={0}>{deed.text}</p>
      {deed.fields}
      {deed.typed && (
        <TextField
          label={`Para confirmar, escreva o nome de usuário: ${account.username}`}
          name="typed"
          id="deed-typed"
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
  onDeed: (deed: Deed) => void;
}

function AccountFacts({ account, mine, onDeed }: AccountFactsProps) {
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
      {account.userRole === 'parent' && <UserPayments id={account.id} onReverse={onDeed} account={account} />}
      {mine ? (
        <p className="muted">
          Esta é a sua conta: o perfil e a senha mudam-se em <a href="/admin?tab=account">A minha conta</a>. O resto só
          outro administrador pode fazer.
        </p>
      ) : (
        <ul className={styles['deeds']}>
          {deedsFor(account).map((deed) => (
            <li key={deed.id}>
              <Button variant="secondary" size="s" full onClick={() => onDeed(deed)}>
                {deed.label}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function factsOf(account: Account): [string, ReactNode][] {
  const facts: [string, ReactNode][] = [
    ['Nome de usuário', account.username],
    ['E-mail', account.email],
    ...(account.phone ? [['Telefone', account.phone] satisfies [string, string]] : []),
    ['Papel', ROLE_WORDS[account.userRole]],
  ];
  if (account.userRole === 'parent')
    facts.push(
      [
        'Plano',
        PLAN_WORDS[account.subscriptionType] +
          (account.subscriptionEnd ? ` até ${longDate(account.subscriptionEnd)}` : ''),
      ],
      ['Filhos', plural(account.children, 'filho', 'filhos')],
    );
  else facts.push(['Verificação em dois passos', account.secondFactor ? 'ligada' : 'desligada']);
  facts.push(
    ['Conta criada', longDate(account.createdAt)],
    ['Última entrada', account.lastLogin ? relativeTime(account.lastLogin, new Date()) : 'nunca'],
    ['Sessões abertas', plural(account.sessions, 'aparelho', 'aparelhos')],
  );
  if (account.suspendedAt) facts.push(['Suspensa', relativeTime(account.suspendedAt, new Date())]);
  if (account.deletionAt) facts.push(['Será apagada', longDate(account.deletionAt)]);
  return facts;
}
