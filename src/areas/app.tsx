import { Component, lazy, type ReactNode, Suspense } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import type { AuthTab } from '../features/accounts/Auth.tsx';
import { ErrorState } from '../web/ui/ErrorState.tsx';
import { Page } from '../web/ui/Layout.tsx';
import { OfflineStrip, useOnline } from '../web/ui/OfflineStrip.tsx';
import { Spinner } from '../web/ui/Spinner.tsx';
import { ToastHost } from '../web/ui/Toast.tsx';
import { useArrival } from './arrival.ts';

const Auth = lazy(() => import('../features/accounts/Auth.tsx'));
// Kept apart from the parent's area: a test needs neither its frame nor a cache of what was read.
const TestRoute = lazy(() => import('./test.tsx'));
const ParentArea = lazy(() => import('./parent.tsx'));
const TeacherArea = lazy(() => import('./teacher.tsx'));
const AdminArea = lazy(() => import('./admin.tsx'));

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
  if (/^\/auth\/?$/.test(path)) return <Auth initialTab={initialTab} />;
  if (/^\/teacher(\/|$)/.test(path)) return <TeacherArea />;
  if (/^\/admin\/?$/.test(path)) return <AdminArea />;
  if (/^\/tests\/(?!history\/?$)[^/]+\/?$/.test(path)) return <TestRoute />;
  return <ParentArea />;
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
