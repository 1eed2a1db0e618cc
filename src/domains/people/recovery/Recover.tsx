import { type ReactNode, useEffect, useRef, useState } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import { CallError } from '../../../web/call/call.ts';
import { goTo, usePage } from '../../../web/call/navigation.ts';
import { type Problems, type Sending, type Typed, useForm } from '../../../web/parts/use-form.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconChevronLeft } from '../../../web/ui/base/Icon.tsx';
import { CONTENT_ID, SkipLink } from '../../../web/ui/base/Layout.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { TextField } from '../../../web/ui/forms/Field.tsx';
import styles from '../accounts/Auth.module.css';
import AuthCover from '../accounts/AuthCover.tsx';
import { EntryForm } from '../accounts/EntryForm.tsx';
import { NewPassword, problemsOfNewPassword } from '../accounts/NewPassword.tsx';
import { setUser } from '../accounts/session.tsx';
import { INVITATION_DAYS, readFragment } from './recovery.rules.ts';
import { callRecovery } from './recovery.web.ts';

/**
 * Renders the password recovery: requesting a link and, with the link's token, setting a new password. An invitation has a welcome of its
 * own. The token is in the URL fragment, so that no server log contains it.
 */
export default function Recover() {
  const [{ token, invited }, setLink] = useState(() => readFragment(location.hash.slice(1)));
  const [sent, setSent] = useState<string>();
  const [byCode, setByCode] = useState(false);
  usePage(invited ? 'Boas-vindas' : token ? 'Escolher senha nova' : 'Esqueceu a senha?', brand.productName);
  return (
    <div className={styles['auth']}>
      <SkipLink />
      <AuthCover />
      <main id={CONTENT_ID} tabIndex={-1} className={styles['main']}>
        <a className="back" href="/auth">
          <IconChevronLeft />
          Voltar
        </a>
        {token && invited ? (
          <Welcome token={token} username={invited} />
        ) : token ? (
          <Choose
            token={token}
            onAnother={() => {
              history.replaceState(null, '', location.pathname);
              setLink({ token: null, invited: null });
            }}
          />
        ) : byCode ? (
          <ByCode onMail={() => setByCode(false)} />
        ) : sent === undefined ? (
          <Ask onSent={setSent} onCode={() => setByCode(true)} />
        ) : (
          <Sent account={sent} onAgain={() => setSent(undefined)} onCode={() => setByCode(true)} />
        )}
      </main>
    </div>
  );
}

function Ask({ onSent, onCode }: { onSent: (account: string) => void; onCode: () => void }) {
  const ask = async ({ account = '' }: Typed) => {
    await callRecovery('POST /api/password/forgot', { body: { account } });
    onSent(account.trim());
  };
  const check = ({ account }: Typed): Problems =>
    account?.trim() ? {} : { account: 'Escreva o nome de usuário ou o e-mail.' };
  return (
    <>
      <h1>Esqueceu a senha?</h1>
      <p className={styles['explained']}>
        Escreva o nome de usuário ou o e-mail da conta. Se o e-mail está confirmado, enviamos para lá uma ligação para
        escolher outra senha.
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
      <Button variant="secondary" full onClick={onCode}>
        Tenho um código de recuperação
      </Button>
    </>
  );
}

/** Chooses a password with the code on paper and the username. */
function ByCode({ onMail }: { onMail: () => void }) {
  const recover = async ({ username = '', code = '', newPassword = '', confirmPassword = '' }: Typed) => {
    await callRecovery('POST /api/password/recover', { body: { username, code, newPassword, confirmPassword } });
    enterWithNew();
  };
  const check = (form: Typed): Problems => ({
    ...(form['username']?.trim() ? {} : { username: 'Escreva o nome de usuário.' }),
    ...(form['code']?.trim() ? {} : { code: 'Escreva o código.' }),
    ...problemsOfNewPassword(form),
  });
  return (
    <>
      <Heading>Entrar com o código</Heading>
      <p className={styles['explained']}>
        O código de recuperação está no papel ou na imagem que guardou. Depois de usado deixa de servir: faça outro nas
        Definições.
      </p>
      <RecoveryForm send="Guardar a senha nova" sending="A guardar…" check={check} onSend={recover}>
        {(problems) => (
          <>
            <TextField
              label="Nome de usuário"
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              error={problems['username']}
            />
            <TextField
              label="Código de recuperação"
              name="code"
              hint="Quatro grupos de cinco letras e números."
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              error={problems['code']}
            />
            <NewPassword hint="Pelo menos 6 caracteres." problems={problems} own={NOBODY} />
          </>
        )}
      </RecoveryForm>
      <Button variant="secondary" full onClick={onMail}>
        Receber uma ligação por e-mail
      </Button>
    </>
  );
}

/** The server has ended all sessions, including this browser's: leads to the sign-in. */
function enterWithNew(): void {
  setUser(null);
  toast({ kind: 'success', title: 'Senha mudada', text: 'Entre agora com a senha nova.' });
  goTo('/auth', { replace: true });
}

function Sent({ account, onAgain, onCode }: { account: string; onAgain: () => void; onCode: () => void }) {
  return (
    <div>
      <Heading>Veja o seu e-mail</Heading>
      <p className={styles['explained']}>
        Se houver uma conta com <b dir="auto">{account}</b> e o e-mail dela estiver confirmado, enviamos para lá a
        ligação. Costuma chegar em poucos minutos. Serve uma só vez, durante uma hora. Pediu há pouco? Use a que já
        recebeu.
      </p>
      <p className={styles['explained']}>
        Não chegou? Procure também no spam (lixo electrónico), e confirme que escreveu bem. Às vezes os e-mails
        atrasam-se: peça outra vez mais tarde. Se já não usa esse e-mail, escreva para{' '}
        <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>.
      </p>
      <Button variant="secondary" full onClick={onAgain}>
        Pedir outra vez
      </Button>
      <Button variant="secondary" full onClick={onCode}>
        Tenho um código de recuperação
      </Button>
    </div>
  );
}

/** Sets a password with the token of a link. @param onSet called when it is set. @returns whether the link is over, and the form's action. */
function useChoice(token: string, onSet: () => void) {
  const [over, setOver] = useState(false);
  const choose = async ({ newPassword = '', confirmPassword = '' }: Typed) => {
    try {
      await callRecovery('POST /api/password/reset', { body: { token, newPassword, confirmPassword } });
    } catch (error) {
      if (error instanceof CallError && error.code === 'link-expired') return setOver(true);
      throw error;
    }
    onSet();
  };
  return { over, choose };
}

/** Shortest password of teachers and administrators. */
const STAFF_PASSWORD = 10;

/** Welcomes a new teacher or administrator, who chooses the first password. */
function Welcome({ token, username }: { token: string; username: string }) {
  const { over, choose } = useChoice(token, () => {
    setUser(null);
    toast({ kind: 'success', title: 'A sua conta está pronta', text: `Entre com ${username} e a senha que escolheu.` });
    goTo('/auth', { replace: true });
  });
  if (over)
    return (
      <div>
        <Heading>Este convite já não serve</Heading>
        <p className={styles['explained']}>
          Já foi usado, ou passaram {INVITATION_DAYS} dias. Se já escolheu a sua senha, entre com ela. Se não, peça
          outro convite a quem lhe enviou este.
        </p>
        <Button size="l" full href="/auth">
          Entrar
        </Button>
      </div>
    );
  return (
    <>
      <h1>Boas-vindas à equipa</h1>
      <p className={styles['explained']}>Falta só a sua senha. Depois entra com ela e com este nome de usuário:</p>
      <p className={styles['named']} dir="auto">
        {username}
      </p>
      <RecoveryForm
        send="Guardar a minha senha"
        sending="A guardar…"
        check={(form) => problemsOfNewPassword(form, STAFF_PASSWORD)}
        onSend={choose}
      >
        {(problems) => (
          <NewPassword
            hint={`Pelo menos ${STAFF_PASSWORD} caracteres. Mais ninguém deve saber qual é.`}
            problems={problems}
            own={{ username, fullName: '' }}
          />
        )}
      </RecoveryForm>
    </>
  );
}

function Choose({ token, onAnother }: { token: string; onAnother: () => void }) {
  const { over, choose } = useChoice(token, enterWithNew);
  if (over)
    return (
      <div>
        <Heading>Esta ligação já não serve</Heading>
        <p className={styles['explained']}>Já foi usada, ou passou mais de uma hora. Peça outra, é rápido.</p>
        <Button size="l" full onClick={onAnother}>
          Pedir outra ligação
        </Button>
      </div>
    );
  return (
    <>
      <h1>Escolher senha nova</h1>
      <p className={styles['explained']}>
        Depois entra com ela; nos outros aparelhos é preciso entrar de novo. O bloqueio do ecrã e um código de
        recuperação em papel deixam de abrir a conta: pode fazê-los outra vez nas Definições.
      </p>
      <RecoveryForm send="Guardar a senha nova" sending="A guardar…" check={problemsOfNewPassword} onSend={choose}>
        {(problems) => (
          <NewPassword
            hint="Pelo menos 6 caracteres; professores e administradores, 10."
            problems={problems}
            own={NOBODY}
          />
        )}
      </RecoveryForm>
    </>
  );
}

/** Renders a heading and moves the focus to it, because the focused form was replaced. */
function Heading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}

/** The page does not know for whose account the link is. */
const NOBODY = { username: '', fullName: '' };

interface RecoveryFormProps extends Sending {
  send: string;
  sending: string;
  children: (problems: Problems) => ReactNode;
}

function RecoveryForm({ send, sending, check, onSend, children }: RecoveryFormProps) {
  const { problems, ...form } = useForm({ check, onSend });
  return (
    <EntryForm {...form} alert send={send} sending={sending}>
      {children(problems)}
    </EntryForm>
  );
}
