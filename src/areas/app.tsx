import { Component, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import type { AuthTab } from '../features/accounts/Auth.tsx';
import { knownUser } from '../features/accounts/session.tsx';
import { isSlow, onSessionOver, onSlow } from '../web/call.ts';
import { keptAt, onKept } from '../web/kept.ts';
import { lazily } from '../web/lazily.tsx';
import { ErrorState } from '../web/ui/ErrorState.tsx';
import { Page } from '../web/ui/Layout.tsx';
import { OfflineStrip, useOnline } from '../web/ui/OfflineStrip.tsx';
import { Spinner } from '../web/ui/Spinner.tsx';
import { ToastHost } from '../web/ui/Toast.tsx';
import { useArrival } from './arrival.ts';
import { TestRoute } from './test-route.ts';

const Auth = lazily(() => import('../features/accounts/Auth.tsx'));
const Recover = lazily(() => import('../features/accounts/Recover.tsx'));
const ParentArea = lazily(() => import('./parent.tsx'));
const TeacherArea = lazily(() => import('./teacher.tsx'));
const AdminArea = lazily(() => import('./admin.tsx'));

onSessionOver(async () => {
  const user = knownUser();
  if (!user) return undefined;
  // Where it cannot be asked, the form still stays as it is.
  return import('../features/accounts/SignInAgain.tsx').then(({ signInAgain }) => signInAgain(user)).catch(() => false);
});

const AREAS = [
  [/^\/auth\/recover\/?$/, Recover],
  [/^\/teacher(\/|$)/, TeacherArea],
  [/^\/admin\/?$/, AdminArea],
  [/^\/tests\/(?!history\/?$)[^/]+\/?$/, TestRoute],
] as const;
const isAuth = (path: string) => /^\/auth\/?$/.test(path);
const areaOf = (path: string) => AREAS.find(([pattern]) => pattern.test(path))?.[1] ?? ParentArea;

/** Fetches the code of an address ahead of its being shown. Fails as loading does; showing it then tries again. */
export async function bringScreen(path: string): Promise<void> {
  const area = isAuth(path) ? await Auth.bring() : await areaOf(path).bring();
  await area.bring?.(path);
}

/** The browser app: whose area an address belongs to. Public pages are documents of their own and never come here. */
export function App({ initialTab }: { initialTab: AuthTab }) {
  const online = useOnline();
  const slow = useSyncExternalStore(onSlow, isSlow, () => false);
  const kept = useSyncExternalStore(onKept, keptAt, () => undefined);
  // Only /auth is ever prerendered.
  const path = usePathname({ ssrPath: '/auth' });
  useArrival(path);
  return (
    <>
      <OfflineStrip offline={!online || slow || kept !== undefined} {...wordsFor(online, kept)} />
      <Broken path={path}>
        <Suspense fallback={<Spinner />}>
          <Area path={path} initialTab={initialTab} />
        </Suspense>
      </Broken>
      <ToastHost />
    </>
  );
}

/** What the strip says, where it is not the usual: that this is a copy and of when, or that something takes long. */
function wordsFor(online: boolean, kept: string | undefined): { text?: string } {
  if (kept) {
    const when = new Intl.DateTimeFormat('pt-PT', { dateStyle: 'short', timeStyle: 'short' }).format(new Date(kept));
    return { text: `${online ? 'A rede não responde' : 'Sem rede'}. Está a ver a cópia de ${when}.` };
  }
  return online ? { text: 'A rede está lenta. Ainda estamos à espera da resposta.' } : {};
}

function Area({ path, initialTab }: { path: string; initialTab: AuthTab }) {
  if (isAuth(path)) return <Auth initialTab={initialTab} />;
  const Shown = areaOf(path);
  return <Shown />;
}

/** What the build prerenders into `#root` of /auth: exactly what the browser draws first, so that it can take it over. */
export function PrerenderedAuth({ tab }: { tab: AuthTab }) {
  return <App initialTab={tab} />;
}

/** Stands in for a screen whose code did not arrive, or that failed while it was drawn. */
class Broken extends Component<{ path: string; children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
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
          text="O que já respondeu continua guardado neste telemóvel. Verifique a ligação e tente de novo."
          detail={error.message}
          // A part that failed to load is remembered as failed by the browser; only a new page asks for it again.
          onRetry={() => location.reload()}
        />
      </Page>
    );
  }
}
