import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import { type CallError, failureOf } from '../../../web/call/call.ts';
import { inChildMode } from '../../../web/call/child-mode.ts';
import { goTo, rememberNext, usePage } from '../../../web/call/navigation.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { CONTENT_ID, SkipLink } from '../../../web/ui/base/Layout.tsx';
import { Spinner } from '../../../web/ui/base/Spinner.tsx';
import styles from '../accounts/Auth.module.css';
import AuthCover from '../accounts/AuthCover.tsx';
import { callAccounts, homeOf, setUser, userFailure, useUser } from '../accounts/session.tsx';
import { callVerification, keepToken, takeToken } from './email-verification.web.ts';

/** Verifies the e-mail of the signed-in account with the token of the link that opened this page. */
export default function VerifyEmail() {
  usePage('Confirmar o e-mail', brand.productName);
  const [token] = useState(takeToken);
  const user = useUser();
  const [done, setDone] = useState(false);
  const [failure, setFailure] = useState<CallError>();
  const verify = useCallback(async () => {
    setFailure(undefined);
    try {
      await callVerification('PUT /api/account/email/verification', { body: { token: token ?? '' } });
      setDone(true);
      // In child mode the page knows of the account only that it exists.
      if (!inChildMode()) setUser(await callAccounts('GET /api/user'));
    } catch (error) {
      setFailure(failureOf(error));
    }
  }, [token]);
  // Another link opened in the same tab changes only the fragment.
  useEffect(() => {
    const reload = () => location.reload();
    addEventListener('hashchange', reload);
    return () => removeEventListener('hashchange', reload);
  }, []);
  const isKnown = Boolean(user);
  useEffect(() => {
    if (isKnown && token) void verify();
  }, [isKnown, token, verify]);

  return (
    <div className={styles['auth']}>
      <SkipLink />
      <AuthCover />
      <main id={CONTENT_ID} tabIndex={-1} className={styles['main']}>
        {done ? (
          <Step
            title="E-mail confirmado"
            text="Pode entrar também com ele. Se esquecer a senha, enviamos para lá uma ligação."
          >
            <Button size="l" full href={inChildMode() ? '/child' : homeOf(user)}>
              Continuar
            </Button>
          </Step>
        ) : !token ? (
          <Step
            title="Falta um pedaço da ligação"
            text="Abra outra vez o e-mail e toque no botão, ou peça outra ligação nas Definições da sua conta."
          >
            <Button size="l" full href={homeOf(user)}>
              Ir para a minha conta
            </Button>
          </Step>
        ) : user === null && userFailure() ? (
          <Failure error={userFailure() as CallError} onRetry={() => location.reload()} />
        ) : user === null ? (
          <Step
            title="Entre para confirmar o e-mail"
            text="Entre na conta com o nome de usuário. O e-mail fica confirmado logo a seguir."
          >
            <Button
              size="l"
              full
              onClick={() => {
                keepToken(token);
                rememberNext();
                goTo('/auth');
              }}
            >
              Entrar na conta
            </Button>
          </Step>
        ) : failure ? (
          <Failure error={failure} onRetry={() => void verify()} />
        ) : (
          <Spinner />
        )}
      </main>
    </div>
  );
}

/** Why it failed, and what to do: an expired link or another account cannot be tried again. */
function Failure({ error, onRetry }: { error: CallError; onRetry: () => void }) {
  const final = error.code === 'link-expired' || error.code === 'other-account' || error.status === 400;
  return (
    <Step title={final ? 'Esta ligação não serve aqui' : 'Ainda não ficou confirmado'} text={error.said}>
      {final ? (
        <Button size="l" full href="/settings">
          Ir para as Definições
        </Button>
      ) : (
        <Button size="l" full onClick={onRetry}>
          Tentar de novo
        </Button>
      )}
    </Step>
  );
}

/** Renders one state of the page, and moves the focus to its heading. */
function Step({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another state
  useEffect(() => heading.current?.focus(), [title]);
  return (
    <div>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className={styles['explained']}>{text}</p>
      {children}
    </div>
  );
}
