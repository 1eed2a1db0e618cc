import {
  type ComponentType,
  type FormEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useSearch } from 'wouter/use-browser-location';
import { brand } from '../../../delivery/browser/boot.ts';
import { failureOf } from '../../../web/call/call.ts';
import { goTo, takeNext, usePage } from '../../../web/call/navigation.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconChevronLeft } from '../../../web/ui/base/Icon.tsx';
import { CONTENT_ID, SkipLink } from '../../../web/ui/base/Layout.tsx';
import { takeToast, toast } from '../../../web/ui/base/Toast.tsx';
import { Tabs } from '../../../web/ui/lists/Tabs.tsx';
import styles from './Auth.module.css';
import AuthCover from './AuthCover.tsx';
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

type AuthTab = 'login' | 'register';

/** Returns the URL of a tab; keeps the link's parameters (`plan`, `ref`). */
function addressOfTab(tab: AuthTab, search: string): string {
  const query = new URLSearchParams(search);
  query.delete('tab');
  const kept = query.toString();
  const rest = tab === 'register' ? `tab=register${kept && `&${kept}`}` : kept;
  return rest ? `/auth?${rest}` : '/auth';
}

const nothing = () => () => {};
/** False during hydration, when the rendered markup must equal the server's. */
const useTakenOver = () =>
  useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  );

interface AuthProps {
  /** The query of the prerendered page: none for signing in, `?tab=register`, or that with a plan. */
  initialSearch: string;
  /** Shows the plan that the address names; provided by a later feature. */
  planLabel: ComponentType<{ search: string }>;
  /** Sign-in by the device's screen lock; provided by a later feature. */
  signInHere: ComponentType<{ needed?: boolean; onEntered: (user: User) => void }>;
}

/** Renders sign-in and registration. */
export default function Auth({ initialSearch, planLabel: PlanLabel, signInHere: SignInHere }: AuthProps) {
  const takenOver = useTakenOver();
  // During hydration the query of the prerendered page; then the one in the URL.
  const search = useSearch({ ssrSearch: initialSearch });
  const tab = new URLSearchParams(search).get('tab') === 'register' ? 'register' : 'login';
  const user = useUser();
  usePage(tab === 'login' ? 'Entrar' : 'Criar conta', brand.productName);

  // The only redirect, both after sign-in and for users already signed in.
  useEffect(() => {
    if (!user) return;
    const next = takeNext();
    goTo(checkoutAt(user, search) ?? next ?? homeOf(user), { replace: true });
  }, [user, search]);

  // Shows the message for a user who was redirected here after the session ended.
  useEffect(takeToast, []);

  const { state, reset, send } = useEntering(tab, search);
  const change = (next: AuthTab) => {
    reset();
    goTo(addressOfTab(next, search), { replace: true });
  };

  const tabs = [
    { id: 'login', label: 'Entrar', href: addressOfTab('login', search) },
    { id: 'register', label: 'Criar conta', href: addressOfTab('register', search) },
  ] as const;
  const Form = tab === 'login' ? SignInForm : RegisterForm;
  const { passkeyNeeded, ...form } = state;
  return (
    <div className={styles['auth']} data-search={initialSearch}>
      <SkipLink />
      <AuthCover>
        {tab === 'register' && new URLSearchParams(search).has('plan') && (
          <Suspense fallback={null}>
            <PlanLabel search={search} />
          </Suspense>
        )}
      </AuthCover>
      <main id={CONTENT_ID} tabIndex={-1} className={styles['main']}>
        <a className="back" href="/">
          <IconChevronLeft />
          Voltar
        </a>
        <h1>{tab === 'login' ? 'Entrar na conta' : 'Criar conta'}</h1>
        <Tabs label="Entrar ou criar conta" tabs={tabs} value={tab} onChange={change}>
          {passkeyNeeded ? (
            <PasskeyNeeded said={form.refused} onOther={reset}>
              <SignInHere needed onEntered={welcome} />
            </PasskeyNeeded>
          ) : (
            <>
              <Form key={tab} {...form} waits={!takenOver} onSubmit={(event) => void send(event)} />
              {takenOver && tab === 'login' && <SignInHere onEntered={welcome} />}
            </>
          )}
        </Tabs>
      </main>
    </div>
  );
}

/** Renders what an account asks for whose password was right, but which opens only with a passkey. */
function PasskeyNeeded({ said, onOther, children }: { said: string; onOther: () => void; children: ReactNode }) {
  const message = useRef<HTMLParagraphElement>(null);
  // The button that had the focus is gone.
  useEffect(() => message.current?.focus(), []);
  return (
    <div className={styles['form']}>
      <p ref={message} tabIndex={-1}>
        {said}
      </p>
      {children}
      <Button variant="quiet" full onClick={onOther}>
        Entrar com outra conta
      </Button>
    </div>
  );
}

/** Signs in or registers with the form of a tab, and holds what that form shows. */
function useEntering(tab: AuthTab, search: string) {
  const [state, setState] = useState<FormState>(AT_REST);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = Object.fromEntries(new FormData(event.currentTarget)) as unknown as Credentials &
      Registration & { code?: string };
    const problems: Problems<string> = tab === 'login' ? problemsOfCredentials(form) : problemsOfRegistration(form);
    if (Object.keys(problems).length > 0) return setState({ ...AT_REST, problems, second: state.second });
    setState({ ...AT_REST, busy: true, second: state.second });
    try {
      const entered =
        tab === 'login'
          ? await callAccounts('POST /api/login', { body: form })
          : await callAccounts('POST /api/register', { body: { ...form, ...friend(search) } });
      welcome(entered, tab);
    } catch (error) {
      const failure = failureOf(error);
      // The first prompt is not an error.
      const asked = failure.code === 'second-factor' && !form.code;
      if (asked) return setState({ ...AT_REST, second: true });
      if (failure.code === 'passkey-needed')
        return setState({ ...AT_REST, refused: failure.said, passkeyNeeded: true });
      toast({ kind: 'error', title: tab === 'login' ? 'Falha no login' : 'Falha no registro', text: failure.said });
      const byEmail = tab === 'login' && failure.status === 401 && form.username.includes('@');
      setState({
        busy: false,
        problems: byEmail ? { username: UNVERIFIED } : failure.fields,
        refused: failure.said,
        second: failure.code === 'second-factor' || state.second,
        passkeyNeeded: false,
      });
    }
  };
  return { state, reset: () => setState(AT_REST), send };
}

/** Returns the referral code from the link. */
const friend = (search: string) => {
  const ref = new URLSearchParams(search).get('ref');
  return ref ? { ref } : {};
};

/** A parent with a paid plan in the URL continues to its checkout. */
function checkoutAt(user: User, search: string): string | null {
  const plan = new URLSearchParams(search).get('plan');
  // Only paths of this app; the next screen checks whether the plan exists.
  const paid = plan && /^[a-z-]{1,20}$/.test(plan) && plan !== 'free' ? plan : null;
  return paid && homeOf(user) === '/dashboard' ? `/subscription?plan=${paid}` : null;
}

interface FormState {
  busy: boolean;
  problems: Problems<string>;
  refused: string;
  second: boolean;
  /** Whether the account opens only with a passkey. */
  passkeyNeeded: boolean;
}
/** The address may be right, but counts only once it is verified. */
const UNVERIFIED = 'Não está certo, ou o e-mail ainda não foi confirmado: entre com o nome de usuário.';
const AT_REST: FormState = { busy: false, problems: {}, refused: '', second: false, passkeyNeeded: false };

function welcome(user: User, tab: AuthTab = 'login'): void {
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
