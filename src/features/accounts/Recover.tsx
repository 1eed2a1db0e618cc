import { type FormEvent, type ReactNode, Suspense, useMemo, useState } from 'react';
import { brand } from '../../web/boot.ts';
import { CallError, caller } from '../../web/call.ts';
import { helpful } from '../../web/lazily.tsx';
import { goTo, usePage } from '../../web/navigation.ts';
import { Button } from '../../web/ui/Button.tsx';
import { ErrorSummary } from '../../web/ui/ErrorSummary.tsx';
import { PasswordField, TextField } from '../../web/ui/Field.tsx';
import { IconAlert, IconChevronLeft, IconOffline } from '../../web/ui/Icon.tsx';
import { CONTENT_ID, SkipLink } from '../../web/ui/Layout.tsx';
import { useOnline } from '../../web/ui/OfflineStrip.tsx';
import { toast } from '../../web/ui/Toast.tsx';
import styles from './Auth.module.css';
import AuthCover from './AuthCover.tsx';
import type { recoveryContract } from './recovery.contract.ts';
import { setUser } from './session.tsx';

const Strength = helpful(() => import('./Strength.tsx'));
const callRecovery = caller<typeof recoveryContract>();
type Problems = Record<string, string>;

/** The token of the link in the mail. It is in the fragment, so that no server and no log ever sees it in an address. */
function takeToken(): string | null {
  const token = location.hash.slice(1);
  return token || null;
}

/** A forgotten password: asking for a link, and, once one is here with it, choosing another password. */
export default function Recover() {
  const [token, setToken] = useState(takeToken);
  const [sent, setSent] = useState<string>();
  usePage(token ? 'Escolher senha nova' : 'Esqueceu a senha?', brand.productName);
  return (
    <div className={styles['auth']}>
      <SkipLink />
      <AuthCover />
      <main id={CONTENT_ID} tabIndex={-1} className={styles['main']}>
        <a className={styles['back']} href="/auth">
          <IconChevronLeft />
          Voltar
        </a>
        {token ? (
          <Choose
            token={token}
            onAnother={() => {
              history.replaceState(null, '', location.pathname);
              setToken(null);
            }}
          />
        ) : sent === undefined ? (
          <Ask onSent={setSent} />
        ) : (
          <Sent account={sent} onAgain={() => setSent(undefined)} />
        )}
      </main>
    </div>
  );
}

function Ask({ onSent }: { onSent: (account: string) => void }) {
  const ask = async ({ account = '' }: Problems) => {
    await callRecovery('POST /api/password/forgot', { body: { account } });
    onSent(account.trim());
  };
  const check = ({ account }: Problems): Problems =>
    account?.trim() ? {} : { account: 'Escreva o nome de usuário ou o e-mail.' };
  return (
    <>
      <h1>Esqueceu a senha?</h1>
      <p className={styles['explained']}>
        Escreva o nome de usuário ou o e-mail da conta. Enviamos para esse e-mail uma ligação para escolher outra senha.
      </p>
      <RecoveryForm send="Enviar ligação" sending="A enviar…" check={check} onSend={ask}>
        {(problems) => (
          <TextField
            label="Nome de usuário ou e-mail"
            name="account"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            error={problems['account']}
          />
        )}
      </RecoveryForm>
    </>
  );
}

function Sent({ account, onAgain }: { account: string; onAgain: () => void }) {
  return (
    <div role="status">
      <h1>Veja o seu e-mail</h1>
      <p className={styles['explained']}>
        Se houver uma conta com <b dir="auto">{account}</b>, a ligação chega ao e-mail dela dentro de poucos minutos.
        Serve uma só vez, durante 30 minutos.
      </p>
      <p className={styles['explained']}>
        Não chegou? Procure também no lixo electrónico, e confirme que escreveu bem. Se já não usa esse e-mail, escreva
        para <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>.
      </p>
      <Button variant="secondary" full onClick={onAgain}>
        Pedir outra vez
      </Button>
    </div>
  );
}

function Choose({ token, onAnother }: { token: string; onAnother: () => void }) {
  const [password, setPassword] = useState('');
  const [over, setOver] = useState(false);
  const choose = async ({ newPassword = '', confirmPassword = '' }: Problems) => {
    try {
      await callRecovery('POST /api/password/reset', { body: { token, newPassword, confirmPassword } });
    } catch (error) {
      if (error instanceof CallError && error.code === 'link-expired') return setOver(true);
      throw error;
    }
    // Every session has ended, this browser's too.
    setUser(null);
    toast({ kind: 'success', title: 'Senha mudada', text: 'Entre agora com a senha nova.' });
    goTo('/auth', { replace: true });
  };
  if (over)
    return (
      <div role="status">
        <h1>Esta ligação já não serve</h1>
        <p className={styles['explained']}>Já foi usada, ou passaram os 30 minutos. Peça outra, é rápido.</p>
        <Button size="l" full onClick={onAnother}>
          Pedir outra ligação
        </Button>
      </div>
    );
  return (
    <>
      <h1>Escolher senha nova</h1>
      <p className={styles['explained']}>Depois entra com ela; nos outros aparelhos é preciso entrar de novo.</p>
      <RecoveryForm send="Guardar a senha nova" sending="A guardar…" check={problemsOf} onSend={choose}>
        {(problems) => (
          <>
            <div>
              <PasswordField
                label="Nova senha"
                name="newPassword"
                hint="Pelo menos 6 caracteres; professores e administradores, 10."
                autoComplete="new-password"
                error={problems['newPassword']}
                onInput={(event) => setPassword(event.currentTarget.value)}
              />
              <div aria-live="polite">
                {password && (
                  <Suspense fallback={null}>
                    <Strength password={password} own={NOBODY} />
                  </Suspense>
                )}
              </div>
            </div>
            <PasswordField
              label="Confirmar nova senha"
              name="confirmPassword"
              autoComplete="new-password"
              error={problems['confirmPassword']}
            />
          </>
        )}
      </RecoveryForm>
    </>
  );
}

/** Whose password it is nobody knows here. */
const NOBODY = { username: '', fullName: '' };

function problemsOf({ newPassword = '', confirmPassword = '' }: Problems): Problems {
  if (newPassword.length < 6) return { newPassword: 'Nova senha é obrigatória e deve ter pelo menos 6 caracteres' };
  return newPassword === confirmPassword ? {} : { confirmPassword: 'As senhas não coincidem' };
}

interface RecoveryFormProps {
  send: string;
  sending: string;
  check: (form: Problems) => Problems;
  onSend: (form: Problems) => Promise<void>;
  children: (problems: Problems) => ReactNode;
}

function RecoveryForm({ send, sending, check, onSend, children }: RecoveryFormProps) {
  const online = useOnline();
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [refused, setRefused] = useState('');
  const errors = useMemo(() => Object.entries(problems).map(([id, message]) => ({ id, message })), [problems]);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = Object.fromEntries(new FormData(event.currentTarget)) as Problems;
    const found = check(form);
    setProblems(found);
    setRefused('');
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await onSend(form);
    } catch (error) {
      const failure = error instanceof CallError ? error : new CallError(0, '', 'offline');
      setProblems(failure.fields);
      setRefused(Object.keys(failure.fields).length === 0 ? failure.said : '');
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={styles['form']}
      method="post"
      action="/auth"
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-busy={busy}
    >
      <ErrorSummary errors={errors} />
      {children(problems)}
      {refused && (
        <p className={styles['refused']} role="alert">
          <IconAlert />
          {refused}
        </p>
      )}
      {!online && (
        <p className={styles['refused']}>
          <IconOffline />
          Sem ligação à internet. Ligue a rede para continuar.
        </p>
      )}
      <Button type="submit" size="l" full busy={busy} busyText={sending} disabled={!online}>
        {send}
      </Button>
    </form>
  );
}
