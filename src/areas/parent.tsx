import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import type { User } from '../features/accounts/accounts.contract.ts';
import { Guard, homeOf, userFailure, useUser } from '../features/accounts/session.tsx';
import { planOf } from '../features/plans/plans.rules.ts';
import { supportSubject } from '../features/plans/webinars.rules.ts';
import { useFamily } from '../features/results/family.tsx';
import { lazily } from '../web/lazily.tsx';
import { goTo } from '../web/navigation.ts';
import { IconBell, IconCard, IconChart, IconClipboard, IconHome, IconSettings, IconUsers } from '../web/ui/Icon.tsx';
import { Page } from '../web/ui/Layout.tsx';
import { Skeleton } from '../web/ui/Skeleton.tsx';
import { toast } from '../web/ui/Toast.tsx';
import { whenIdle } from '../web/when-idle.ts';
import { Cached } from './Cached.tsx';
import { Frame, type Place } from './Frame.tsx';
import { renewKeptPage } from './kept-page.ts';
import { makeTestReady } from './test-route.ts';
import { Unreachable } from './Unreachable.tsx';

// Each screen is a file of its own over the wire. Their names are those of pages.ts, so that the server asks for the
// screen's code together with the page.
const Dashboard = lazily(() => import('../features/results/Dashboard.tsx'));
const Children = lazily(() => import('../features/children/Children.tsx'));
const Catalogue = lazily(() => import('../features/attempts/Catalogue.tsx'));
const Result = lazily(() => import('../features/results/Result.tsx'));
const Review = lazily(() => import('../features/results/Review.tsx'));
const History = lazily(() => import('../features/results/History.tsx'));
const Reports = lazily(() => import('../features/results/Reports.tsx'));
const ChildReport = lazily(() => import('../features/results/ChildReport.tsx'));
const Subscription = lazily(() => import('../features/plans/Subscription.tsx'));
const PaymentGateway = lazily(() => import('../features/plans/PaymentGateway.tsx'));
const PaymentConfirmation = lazily(() => import('../features/plans/PaymentConfirmation.tsx'));
const Settings = lazily(() => import('../features/accounts/Settings.tsx'));
const DeletionNotice = lazily(() => import('../features/accounts/DeletionNotice.tsx'));
const NotificationSettings = lazily(() => import('../features/notifications/NotificationSettings.tsx'));
const NotFound = lazily(() => import('./NotFound.tsx'));

const SCREENS = [
  [/^\/dashboard$/, Dashboard],
  [/^\/children$/, Children],
  [/^\/tests$/, Catalogue],
  [/^\/tests\/history$/, History],
  [/^\/tests\/[^/]+\/review$/, Review],
  [/^\/results\/[^/]+$/, Result],
  [/^\/reports$/, Reports],
  [/^\/children\/[^/]+\/reports$/, ChildReport],
  [/^\/subscription$/, Subscription],
  [/^\/payment-gateway$/, PaymentGateway],
  [/^\/payment-confirmation$/, PaymentConfirmation],
  [/^\/settings$/, Settings],
  [/^\/notifications\/settings$/, NotificationSettings],
] as const;

/** Fetches the code of a screen ahead of its being shown. @public asked for by the name, see web/lazily.tsx */
export const bring = (path: string): Promise<unknown> | undefined =>
  SCREENS.find(([pattern]) => pattern.test(withoutSlash(path)))?.[1].bring();

const isHistory = (path: string) => path === '/tests/history' || path === '/reports' || path.endsWith('/reports');
const HOME: Place = {
  href: '/dashboard',
  label: 'Início',
  icon: <IconHome size={22} />,
  holds: (path) => path === '/dashboard',
};
const TESTS: Place = {
  href: '/tests',
  label: 'Testes',
  icon: <IconClipboard size={22} />,
  holds: (path) => /^\/(tests|results)(\/|$)/.test(path) && !isHistory(path),
};
const REPORTS: Place = { href: '/reports', label: 'Relatórios', icon: <IconChart size={22} />, holds: isHistory };
const CONFIG: Place = {
  href: '/settings',
  label: 'Config',
  icon: <IconSettings size={22} />,
  holds: (path) => path === '/settings' || path === '/notifications/settings',
};

const BAR = [HOME, TESTS, REPORTS, CONFIG];
const PLACES = [HOME, TESTS, REPORTS];
const MENU = [
  { label: 'Dashboard', href: '/dashboard', icon: <IconHome /> },
  { label: 'Gerenciar Filhos', href: '/children', icon: <IconUsers /> },
  { label: 'Relatórios', href: '/reports', icon: <IconChart /> },
  { label: 'Assinatura', href: '/subscription', icon: <IconCard /> },
  { label: 'Configurações de Notificações', href: '/notifications/settings', icon: <IconBell /> },
  { label: 'Definições', href: '/settings', icon: <IconSettings /> },
];

/** Everything a parent sees, from the dashboard to a child's test. */
export default function ParentArea() {
  const path = withoutSlash(usePathname());
  const user = useUser();
  useBarredTeacher(user, path);

  const [alone, setAlone] = useState(false);
  useUnsentAnswers(user?.id);
  useEffect(renewKeptPage, []);
  useEffect(() => {
    if (path === '/tests') whenIdle(() => void makeTestReady().catch(() => {}));
  }, [path]);

  if (user === null && userFailure()) return <Unreachable />;
  const signInAt = path === '/notifications/settings' ? '/auth' : '/';
  return (
    <Guard allow="parent" signInAt={signInAt}>
      {(parent) => (
        <Cached>
          <Frame
            fullName={parent.fullName}
            home="/dashboard"
            menu={MENU}
            places={PLACES}
            bar={BAR}
            bell={<LazyBell />}
            bare={alone}
            supportSubject={supportSubject(planOf(parent))}
          >
            <Suspense fallback={<Waiting />}>
              {parent.deletionAt && !alone && <DeletionNotice deletionAt={parent.deletionAt} />}
              <Screens path={path} user={parent} standAlone={setAlone} />
            </Suspense>
          </Frame>
        </Cached>
      )}
    </Guard>
  );
}

/** The bell and its list, once the page is drawn; until then nothing is asked for. */
function LazyBell() {
  const [Bell, setBell] = useState<ComponentType>();
  useEffect(() => {
    // Without it the page is whole all the same; the next page asks for it again.
    import('../features/notifications/Bell.tsx').then((bell) => setBell(() => bell.default)).catch(() => {});
  }, []);
  return Bell && <Bell />;
}

/** The same page with or without a slash at its end. */
const withoutSlash = (path: string) => path.replace(/(.)\/+$/, '$1');

interface ScreensProps {
  path: string;
  user: User;
  standAlone: (alone: boolean) => void;
}

function Screens({ path, user, standAlone }: ScreensProps) {
  const family = useFamily();
  switch (path) {
    case '/dashboard':
      return <Dashboard user={user} family={family} />;
    case '/children':
      return <Children family={family} />;
    case '/tests':
      return <Catalogue user={user} family={family} />;
    case '/tests/history':
      return <History family={family} />;
    case '/subscription':
      return <Subscription user={user} />;
    case '/payment-gateway':
      return <PaymentGateway />;
    case '/payment-confirmation':
      return <PaymentConfirmation user={user} />;
    case '/notifications/settings':
      return <NotificationSettings />;
    case '/settings':
      return <Settings user={user} />;
    case '/results':
      return <Elsewhere to="/tests/history" />;
    case '/reports':
      return <Reports family={family} />;
  }
  const [, childId] = /^\/children\/([^/]+)\/reports$/.exec(path) ?? [];
  if (childId) return <ChildReport key={childId} id={childId} family={family} />;
  const [, testId] = /^\/tests\/([^/]+)\/review$/.exec(path) ?? [];
  if (testId) return <Review key={testId} testId={testId} family={family} />;
  const [, attemptId] = /^\/results\/([^/]+)$/.exec(path) ?? [];
  if (attemptId) return <Result key={attemptId} id={attemptId} family={family} standAlone={standAlone} />;
  return <NotFound home={homeOf(user)} />;
}

/** An address that stands for another one. */
function Elsewhere({ to }: { to: string }) {
  useEffect(() => goTo(to, { replace: true }), [to]);
  return <Waiting />;
}

/** Teachers have no plans and make no payments; they are told so where they land. */
function useBarredTeacher(user: User | null | undefined, path: string) {
  const barred =
    user?.isTeacher && !user.isAdmin
      ? /^\/(subscription|payment-gateway|payment-confirmation)$/.exec(path)?.[1]
      : undefined;
  useEffect(() => {
    if (!barred) return;
    const what = barred === 'subscription' ? 'a planos de assinatura' : 'ao sistema de pagamentos';
    toast({ kind: 'error', title: 'Acesso Restrito', text: `Professores não têm acesso ${what}` });
  }, [barred]);
}

/** Nothing is fetched for it on a device where no test was ever taken; browsers that cannot tell are asked to look. */
async function sendUnsent(userId: number) {
  const kept = await indexedDB.databases?.();
  if (kept && !kept.some(({ name }) => name === 'caderneta')) return;
  const { answerQueue } = await import('../web/answer-queue.ts');
  await answerQueue.start(userId);
}

/** Answers that could not be sent during a test go out from whatever page is open next. */
function useUnsentAnswers(userId: number | undefined) {
  useEffect(() => {
    if (userId === undefined) return;
    // Not at once: the page that is being opened comes first.
    const timer = setTimeout(() => void sendUnsent(userId).catch(() => {}), 3000);
    return () => clearTimeout(timer);
  }, [userId]);
}

/** While the code of a screen is on its way. */
function Waiting(): ReactNode {
  return (
    <Page>
      <Skeleton lines={8} />
    </Page>
  );
}
