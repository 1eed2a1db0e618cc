import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { longDate, relativeTime } from '../../shared/dates.ts';
import { formatKz } from '../../shared/money.ts';
import { reader, refresh } from '../../web/api.ts';
import { CallError, caller } from '../../web/call.ts';
import { plural } from '../../web/text.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { RadioGroup, SelectField, TextField } from '../../web/ui/Field.tsx';
import { toast } from '../../web/ui/Toast.tsx';
import styles from '../operations/Admin.module.css';
import { PAID_PLAN_OPTIONS, PLAN_WORDS, ROLE_WORDS, STATUS_WORDS } from '../operations/words.rules.ts';
import type { moneyDeskContract } from '../payments/payments.contract.ts';
import type { Transaction } from './payments.contract.ts';
import type { Account, usersContract } from './users.contract.ts';

const call = caller<typeof usersContract>();
const useRead = reader<typeof usersContract>();
const payments = caller<typeof moneyDeskContract>();

interface Deed {
  id: string;
  /** On the button that asks for it, and on the one that does it. */
  label: string;
  /** What it means, before it is done. */
  text: ReactNode;
  danger?: boolean;
  /** The username has to be typed first. */
  typed?: boolean;
  fields?: ReactNode;
  /** Gives the account as it is then; null once it is gone. */
  run: (form: Record<string, string>) => Promise<Account | null>;
  done: string;
}

interface UserDialogProps {
  account: Account | undefined;
  /** Whose panel this is: nobody does these things to their own account. */
  me: number;
  onClose: () => void;
  onChanged: (account: Account | null) => void;
}

/** One account: what is known of it, and what can be done, each thing after a second question. */
export function UserDialog({ account, me, onClose, onChanged }: UserDialogProps) {
  const [deed, setDeed] = useState<Deed>();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account begins anew
  useEffect(() => {
    setDeed(undefined);
    setRefused('');
  }, [account?.id]);
  const back = () => {
    setDeed(undefined);
    setRefused('');
  };

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

  const deeds = account && account.id !== me ? deedsFor(account) : [];
  return (
    <Dialog
      open={account !== undefined}
      onClose={onClose}
      busy={busy}
      title={deed ? deed.label : (account?.fullName ?? '')}
      footer={
        deed ? (
          <>
            <Button variant="secondary" onClick={back} disabled={busy}>
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
      {account && deed && (
        <form key={deed.id} id="deed" className={styles['form']} noValidate onSubmit={(event) => void send(event)}>
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
          <p className={styles['refused']} role="alert">
            {refused}
          </p>
        </form>
      )}
      {account && !deed && (
        <>
          <dl className={styles['facts']}>
            {factsOf(account).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {account.userRole === 'parent' && <UserPayments id={account.id} onReverse={setDeed} account={account} />}
          {deeds.length > 0 ? (
            <ul className={styles['deeds']}>
              {deeds.map((one) => (
                <li key={one.id}>
                  <Button variant="secondary" size="s" full onClick={() => setDeed(one)}>
                    {one.label}
                  </Button>
                </li>
              ))}
            </ul>
          ) : (
            <p className="muted">
              Esta é a sua conta: o perfil e a senha mudam-se em <a href="/admin?tab=account">A minha conta</a>. O resto
              só outro administrador pode fazer.
            </p>
          )}
        </>
      )}
    </Dialog>
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

const REASON = 'Fica no registo de auditoria. Não escreva nomes de crianças.';
const why = <TextField label="Porquê" name="reason" id="deed-reason" hint={REASON} maxLength={300} />;

function deedsFor(account: Account): Deed[] {
  const params = { id: String(account.id) as unknown as string };
  const name = account.fullName;
  const deeds: Deed[] = [
    ...(account.userRole === 'parent' ? [planDeed(account)] : []),
    {
      id: 'email',
      label: 'Corrigir o e-mail',
      text: `O endereço antigo recebe um aviso, e as ligações que lá estejam deixam de servir. Confirme antes quem lho pede.`,
      fields: (
        <>
          <TextField
            label="E-mail"
            name="email"
            id="deed-email"
            type="email"
            inputMode="email"
            autoComplete="off"
            maxLength={254}
            defaultValue={account.email}
          />
          {why}
        </>
      ),
      run: ({ email = '', reason = '' }) => call('PUT /api/admin/users/:id/email', { params, body: { email, reason } }),
      done: 'E-mail corrigido.',
    },
    {
      id: 'role',
      label: 'Mudar o papel',
      text: `As sessões de ${name} terminam e o novo papel vale na próxima entrada.`,
      fields: (
        <SelectField
          label="Novo papel"
          name="role"
          id="deed-role"
          defaultValue={account.userRole}
          options={Object.entries(ROLE_WORDS).map(([value, label]) => ({ value, label }))}
        />
      ),
      run: ({ role = '' }) =>
        call('PUT /api/admin/users/:id/role', { params, body: { role: role as 'parent' | 'teacher' | 'admin' } }),
      done: 'Papel mudado.',
    },
  ];
  if (account.sessions > 0)
    deeds.push({
      id: 'sessions',
      label: 'Terminar sessões',
      text: `${name} sai de ${plural(account.sessions, 'aparelho', 'aparelhos')} e pode voltar a entrar com a sua senha. Nenhuma resposta guardada se perde.`,
      run: () => call('DELETE /api/admin/users/:id/sessions', { params }),
      done: 'Sessões terminadas.',
    });
  if (account.secondFactor)
    deeds.push({
      id: 'factor',
      label: 'Anular os dois passos',
      danger: true,
      text: `${name} volta a entrar só com a senha. Faça-o apenas quando tiver a certeza de quem lho pede.`,
      run: () => call('DELETE /api/admin/users/:id/second-factor', { params }),
      done: 'Verificação em dois passos anulada.',
    });
  if (account.userRole !== 'parent' && account.lastLogin === null)
    deeds.push({
      id: 'invite',
      label: 'Enviar outro convite',
      text: `${name} recebe em ${account.email} uma ligação nova para escolher a senha; a anterior deixa de servir.`,
      run: () => call('POST /api/admin/users/:id/invitation', { params }),
      done: 'Convite a caminho.',
    });
  deeds.push({
    id: 'reset',
    label: 'Pedir nova senha',
    text: `A senha actual deixa de servir, as sessões terminam e ${name} recebe em ${account.email} uma ligação para escolher outra.`,
    run: () => call('POST /api/admin/users/:id/password-reset', { params }),
    done: 'E-mail com a ligação a caminho.',
  });
  deeds.push(
    account.suspendedAt
      ? {
          id: 'restore',
          label: 'Reactivar a conta',
          text: `${name} volta a poder entrar, com tudo o que tinha.`,
          run: () => call('POST /api/admin/users/:id/restore', { params }),
          done: 'Conta reactivada.',
        }
      : {
          id: 'suspend',
          label: 'Suspender a conta',
          danger: true,
          typed: true,
          text: `${name} deixa de poder entrar e as suas sessões terminam. Nada é apagado, e pode reactivar a conta quando quiser.`,
          fields: (
            <TextField
              label="Motivo"
              name="reason"
              id="deed-reason"
              optional
              hint="Fica no registo de auditoria. Não escreva nomes de crianças."
              maxLength={300}
            />
          ),
          run: ({ reason = '' }) => call('POST /api/admin/users/:id/suspend', { params, body: { reason } }),
          done: 'Conta suspensa.',
        },
  );
  deeds.push({
    id: 'erase',
    label: 'Apagar a conta',
    danger: true,
    typed: true,
    text: `A conta de ${name} e tudo o que é seu desaparecem, incluindo filhos, testes e resultados. Só ficam os pagamentos, sem nome.`,
    fields: (
      <>
        <RadioGroup
          legend="Quando"
          name="when"
          id="deed-when"
          defaultValue="later"
          options={[
            { value: 'later', label: 'Daqui a 30 dias', hint: `${name} recebe um e-mail e pode mudar de ideias.` },
            { value: 'now', label: 'Já', hint: 'Não se pode desfazer.' },
          ]}
        />
        {why}
      </>
    ),
    run: ({ when = 'later', reason = '' }) =>
      call('POST /api/admin/users/:id/erasure', { params, body: { when: when as 'later' | 'now', reason } }),
    done: 'Feito. Ficou no registo de auditoria.',
  });
  return deeds;
}

function planDeed(account: Account): Deed {
  const now = account.subscriptionType === 'free' ? 'family' : account.subscriptionType;
  return {
    id: 'plan',
    label: 'Dar ou ajustar o plano',
    text: 'Sem pagamento. Se outro plano está a correr, o que falta dele fica guardado e vem a seguir.',
    fields: (
      <>
        <SelectField label="Plano" name="planId" id="deed-plan" defaultValue={now} options={PAID_PLAN_OPTIONS} />
        <TextField
          label="Até (último dia)"
          name="until"
          id="deed-until"
          type="date"
          defaultValue={account.subscriptionEnd?.slice(0, 10) ?? ''}
        />
        {why}
      </>
    ),
    run: ({ planId = '', until = '', reason = '' }) =>
      call('PUT /api/admin/users/:id/plan', {
        params: { id: String(account.id) },
        body: { planId: planId as 'family', until, reason },
      }),
    done: 'Plano ajustado.',
  };
}

interface UserPaymentsProps {
  id: number;
  account: Account;
  onReverse: (deed: Deed) => void;
}

/** What this family paid or was asked for, the newest first. */
function UserPayments({ id, account, onReverse }: UserPaymentsProps) {
  const found = useRead('GET /api/admin/users/:id/payments', { params: { id: String(id) }, query: { limit: '10' } });
  if (!found.data || found.data.length === 0)
    return <p className="muted">{found.data ? 'Sem pagamentos.' : found.error ? found.error.said : 'A carregar…'}</p>;
  const reverse = ({ transactionId, amount, planId }: Transaction): Deed => ({
    id: 'reverse',
    label: 'Anular o pagamento',
    danger: true,
    text: `${PLAN_WORDS[planId]}, ${formatKz(amount)}: use-o quando a confirmação foi engano. O plano volta ao que era e o comprovativo deixa de valer.`,
    fields: why,
    run: async ({ reason = '' }) => {
      await payments('POST /api/admin/payments/:transactionId/reverse', {
        params: { transactionId },
        body: { reason },
      });
      await refresh('/api/admin/users', '/api/admin/payments', '/api/admin/subscriptions');
      return { ...account, ...(await ownOf(account)) };
    },
    done: 'Pagamento anulado.',
  });
  return (
    <ul className={styles['paid']} aria-label="Pagamentos">
      {found.data.map((one) => (
        <li key={one.id}>
          <span>
            {PLAN_WORDS[one.planId]} · <b className="num">{formatKz(one.amount)}</b>
            <span className={styles['under']}>
              {STATUS_WORDS[one.status]} · {longDate(one.completedAt ?? one.createdAt)}
            </span>
          </span>
          {one.status === 'completed' && (
            <Button variant="quiet" size="s" onClick={() => onReverse(reverse(one))}>
              Anular<span className="sr"> o pagamento de {formatKz(one.amount)}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The account as the list has it now. */
const ownOf = async ({ id, username }: Account): Promise<Account | undefined> =>
  (await call('GET /api/admin/users', { query: { search: username } })).find((one) => one.id === id);
