import { Component, memo, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { keptAt, onKept } from '../delivery/browser/kept.ts';
import { withStyles } from '../delivery/browser/styles.ts';
import { knownUser } from '../domains/people/accounts/session.tsx';
import { isSlow, onConfirmation, onSessionOver, onSlow } from '../web/call/call.ts';
import { inChildMode } from '../web/call/child-mode.ts';
import { usePathname } from '../web/call/navigation.ts';
import { helpful, lazily } from '../web/parts/lazily.tsx';
import { ErrorState } from '../web/ui/base/ErrorState.tsx';
import { Page } from '../web/ui/base/Layout.tsx';
import { OfflineStrip, useOnline } from '../web/ui/base/OfflineStrip.tsx';
import { Spinner } from '../web/ui/base/Spinner.tsx';
import { endToast, ToastHost } from '../web/ui/base/Toast.tsx';
import { useArrival } from './arrival.ts';
import { routeOf } from './routes.ts';

const Auth = lazily(() => import('../domains/people/accounts/Auth.tsx'));
const PlanLabel = lazily(() => import('../domains/money/plans/PlanLabel.tsx'));
const SignInHere = helpful(() => import('../domains/people/passkeys/SignInHere.tsx'));
const ParentArea = lazily(withStyles('parents', () => import('./parent.tsx')));
const ChildArea = lazily(() => import('./child.tsx'));

onSessionOver(async () => {
  const user = knownUser();
  if (!user) return undefined;
  // If the request fails, the sign-in form remains open.
  return import('../domains/people/accounts/SignInAgain.tsx')
    .then(({ signInAgain }) => signInAgain(user, SignInHere))
    .catch(() => false);
});

onConfirmation(async (code) => {
  const user = knownUser();
  if (!user) return undefined;
  const { confirmAnew } = await import('../domains/people/account-settings/StepUp.tsx');
  return confirmAnew(user, code === 'second-factor-missing');
});

const isAuth = (path: string) => /^\/auth\/?$/.test(path);
/**
 * Returns the area that shows an address. The parents' area, or in child mode the child's, shows every address that belongs to no other
 * area.
 */
function areaOf(path: string) {
  const route = routeOf(path);
  return inChildMode() && !route?.forChildren ? ChildArea : (route?.Area ?? ParentArea);
}

/** Prefetches the code of an address. It rejects if the code does not load; showing the screen then loads it again. */
export async function bringScreen(path: string): Promise<void> {
  const area = isAuth(path) ? await Auth.bring() : await areaOf(path).bring();
  await area.bring?.(path);
}

/** Renders the browser app: the area of an address. Public pages are separate documents that do not load it. */
export function App({ initialSearch }: { initialSearch: string }) {
  const online = useOnline();
  const slow = useSyncExternalStore(onSlow, isSlow, () => false);
  const kept = useSyncExternalStore(onKept, keptAt, () => undefined);
  const path = usePathname();
  useArrival(path);
  const isSitting = routeOf(path)?.isSitting;
  useEffect(() => {
    if (isSitting) endToast();
  }, [isSitting]);
  return (
    <>
      {/* The test itself shows whether its answers are safe. A strip above it would move what the child is about to tap. */}
      <OfflineStrip offline={!isSitting && (!online || slow || kept !== undefined)} {...useWords(online, kept)} />
      <Area path={path} initialSearch={initialSearch} />
      <ToastHost />
    </>
  );
}

/** Returns the text of the strip, if it is not the default: that the page is a copy and how old it is, or that a call is slow. */
function useWords(online: boolean, kept: string | undefined): { text?: string } {
  const [when, setWhen] = useState<string>();
  useEffect(() => {
    // Few pages are copies, so the code with the names of months is loaded only here.
    if (kept)
      import('../shared/day-and-time.ts').then(
        ({ dayAndTime }) => setWhen(dayAndTime(kept, new Date())),
        () => {},
      );
  }, [kept]);
  if (kept)
    return {
      text: `${online ? 'A internet não responde' : 'Sem internet'}. Está a ver ${when ? `a cópia de ${when}` : 'uma cópia'}.`,
    };
  return online ? { text: 'A internet está lenta. Ainda estamos à espera da resposta.' } : {};
}

interface AreaProps {
  path: string;
  /** The query of the prerendered sign-in page. */
  initialSearch: string;
}

/**
 * Renders everything below the strip. It is memoised, so that a change of the strip does not render it again: parts of a page that are
 * still being hydrated would be replaced by their loading state.
 */
const Area = memo(({ path, initialSearch }: AreaProps) => {
  const Shown = areaOf(path);
  return (
    <Broken path={path}>
      <Suspense fallback={<Spinner />}>
        {isAuth(path) ? (
          <Auth initialSearch={initialSearch} planLabel={PlanLabel} signInHere={SignInHere} />
        ) : (
          <Shown />
        )}
      </Suspense>
    </Broken>
  );
});

/** Renders what the build prerenders into `#root` of /auth. It must be exactly the browser's first render, so that it can be hydrated. */
export function PrerenderedAuth({ search }: { search: string }) {
  return <App initialSearch={search} />;
}

/** Storage key of the address that was last reloaded because its code had failed to load. */
const LOADED_ANEW = 'loaded-anew';

/** Replaces a screen whose code did not load, or that failed while rendering. */
class Broken extends Component<{ path: string; children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  /**
   * The browser remembers a failed import until the page is reloaded. Once the network is back, the page is therefore reloaded, once for
   * each address.
   */
  override componentDidCatch(error: Error) {
    if (!navigator.onLine || !/dynamically imported|importing a module/i.test(error.message)) return;
    try {
      if (sessionStorage.getItem(LOADED_ANEW) === location.href) return;
      sessionStorage.setItem(LOADED_ANEW, location.href);
    } catch {
      // Without storage the page could reload endlessly, so the user reloads it with the button.
      return;
    }
    location.reload();
  }

  override componentDidUpdate({ path }: { path: string }) {
    if (path !== this.props.path && this.state.error) this.setState({ error: null });
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <Page width="form">
        <h1 className="sr">Não foi possível abrir a página</h1>
        <ErrorState
          title="Não foi possível abrir esta página."
          text="O que já respondeu continua guardado neste telemóvel. Veja se tem internet e tente de novo."
          onRetry={() => location.reload()}
        />
      </Page>
    );
  }
}
