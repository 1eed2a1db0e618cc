import { type FormEvent, useEffect, useState, useSyncExternalStore } from 'react';
import { useSearch } from 'wouter/use-browser-location';
import { brand } from '../../web/boot.ts';
import { CallError } from '../../web/call.ts';
import { goTo, takeNext, usePage } from '../../web/navigation.ts';
import { IconChevronLeft } from '../../web/ui/Icon.tsx';
import { CONTENT_ID, SkipLink } from '../../web/ui/Layout.tsx';
import { LOGO_LINE, Logo } from '../../web/ui/Logo.tsx';
import { useOnline } from '../../web/ui/OfflineStrip.tsx';
import { Tabs } from '../../web/ui/Tabs.tsx';
import { toast } from '../../web/ui/Toast.tsx';
import styles from './Auth.module.css';
import { RegisterForm, SignInForm } from './AuthForms.tsx';
import type { User } from './accounts.contract.ts';
import { callAccounts, homeOf, setUser, useUser } from './session.tsx';
import {
  type Credentials,
  type Problems,
  problemsOfCredentials,
  problemsOfRegistration,
  type Registration,
} from './sign-in.rules.ts';

export type AuthTab = 'login' | 'register';

const TABS = [
  { id: 'login', label: 'Entrar', href: '/auth' },
  { id: 'register', label: 'Criar conta', href: '/auth?tab=register' },
] as const;

const nothing = () => () => {};
/** False while the markup that the server sent is being taken over: until then everything must look as it was sent. */
const useTakenOver = () =>
  useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  );

/** Entering: an account that exists, or a new one. `initialTab` is the tab of the prerendered page. */
export default function Auth({ initialTab }: { initialTab: AuthTab }) {
  const takenOver = useTakenOver();
  // While it is taken over, the tab that was sent; then the one that the address asks for.
  const search = useSearch({ ssrSearch: initialTab === 'register' ? '?tab=register' : '' });
  const tab = new URLSearchParams(search).get('tab') === 'register' ? 'register' : 'login';
  const online = useOnline();
  const user = useUser();
  usePage(tab === 'login' ? 'Entrar' : 'Criar conta', brand.productName);

  // The one way out, for who has just signed in and for who already was.
  useEffect(() => {
    if (user) goTo(takeNext() ?? homeOf(user), { replace: true });
  }, [user]);

  const [state, setState] = useState<FormState>(AT_REST);
  const change = (next: AuthTab) => {
    setState(AT_REST);
    goTo(next === 'register' ? '/auth?tab=register' : '/auth', { replace: true });
  };

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = Object.fromEntries(new FormData(event.currentTarget)) as unknown as Credentials & Registration;
    const problems: Problems<string> = tab === 'login' ? problemsOfCredentials(form) : problemsOfRegistration(form);
    if (Object.keys(problems).length > 0) return setState({ ...AT_REST, problems });
    setState({ ...AT_REST, busy: true });
    try {
      const entered =
        tab === 'login'
          ? await callAccounts('POST /api/login', { body: form })
          : await callAccounts('POST /api/register', { body: form });
      welcome(entered, tab);
    } catch (error) {
      const failure = error instanceof CallError ? error : new CallError(0, '', 'offline');
      toast({ kind: 'error', title: tab === 'login' ? 'Falha no login' : 'Falha no registro', text: failure.said });
      setState({ busy: false, problems: failure.fields, refused: failure.said });
    }
  };

  const Form = tab === 'login' ? SignInForm : RegisterForm;
  return (
    <div className={styles['auth']} data-tab={tab}>
      <SkipLink />
      <header className={styles['cover']}>
        <Logo productName={brand.productName} href="/" onCover />
        <div className={styles['words']}>
          <p className={styles['line']}>Saiba o que o seu filho já sabe.</p>
          <p>Testes feitos por professores, resultado na hora e cada erro explicado.</p>
        </div>
        <svg className={styles['emboss']} width="390" height="272" viewBox="-3 -3 66 46" aria-hidden="true">
          <g transform="rotate(-90) translate(-40 0)">
            <path className={styles['fio']} d={LOGO_LINE} />
            <path className={styles['dots']} d="M10 10h.01M30 10h.01M10 30h.01M30 30h.01M10 50h.01M30 50h.01" />
          </g>
        </svg>
      </header>
      <main id={CONTENT_ID} tabIndex={-1} className={styles['main']}>
        <a className={styles['back']} href="/">
          <IconChevronLeft />
          Voltar
        </a>
        <h1>{tab === 'login' ? 'Entrar na conta' : 'Criar conta'}</h1>
        <Tabs label="Entrar ou criar conta" tabs={TABS} value={tab} onChange={change}>
          <Form key={tab} {...state} offline={!online} waits={!takenOver} onSubmit={(event) => void send(event)} />
        </Tabs>
      </main>
    </div>
  );
}

interface FormState {
  busy: boolean;
  problems: Problems<string>;
  refused: string;
}
const AT_REST: FormState = { busy: false, problems: {}, refused: '' };

function welcome(user: User, tab: AuthTab): void {
  setUser(user);
  toast(
    tab === 'login'
      ? { kind: 'success', title: 'Login realizado com sucesso', text: `Bem-vindo de volta, ${user.fullName}!` }
      : {
          kind: 'success',
          title: 'Registro realizado com sucesso',
          text: `Bem-vindo à ${brand.productName}, ${user.fullName}!`,
        },
  );
}
