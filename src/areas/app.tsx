import { Component, type ReactNode, Suspense } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import type { AuthTab } from '../features/accounts/Auth.tsx';
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
  // Only /auth is ever prerendered.
  const path = usePathname({ ssrPath: '/auth' });
  useArrival(path);
  return (
    <>
      <OfflineStrip offline={!online} />
      <Broken path={path}>
        <Suspense fallback={<Spinner />}>
          <Area path={path} initialTab={initialTab} />
        </Suspense>
      </Broken>
      <ToastHost />
    </>
  );
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
