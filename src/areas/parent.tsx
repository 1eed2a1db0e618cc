import { BAR, MENU, SCREENS } from 'virtual:parent-pages';
import { type ComponentType, memo, type ReactNode, Suspense, useEffect, useState } from 'react';
import { whenIdle } from '../delivery/browser/when-idle.ts';
import { renewKeptPage } from '../delivery/render/kept-page.ts';
import { useFamily } from '../domains/knowing/history/family.tsx';
import type { resultsContract } from '../domains/knowing/results/results.contract.ts';
import { planOf } from '../domains/money/plans/plans.rules.ts';
import { supportSubject } from '../domains/money/plans/webinars.rules.ts';
import type { User } from '../domains/people/accounts/accounts.contract.ts';
import { Guard, homeOf, userFailure, useUser } from '../domains/people/accounts/session.tsx';
import type { Gender } from '../shared/words.ts';
import { queries, refresh, refreshAfterTest } from '../web/call/api.ts';
import { caller } from '../web/call/call.ts';
import { goTo, usePathname } from '../web/call/navigation.ts';
import { bringQueue, WAITING_CHANGED } from '../web/device/kept-here.ts';
import { helpful, lazily } from '../web/parts/lazily.tsx';
import { firstName, ofWhom } from '../web/parts/text.ts';
import { Page } from '../web/ui/base/Layout.tsx';
import { Skeleton } from '../web/ui/base/Skeleton.tsx';
import { toast } from '../web/ui/base/Toast.tsx';
import { BellPlace } from '../web/ui/lists/Header.tsx';
import { Cached } from './Cached.tsx';
import { Frame, type Place } from './Frame.tsx';
import { makeTestReady } from './routes.ts';
import { useTakeOver } from './take-over.ts';

if (typeof window !== 'undefined')
  addEventListener(WAITING_CHANGED, () => void refresh('/api/practice', '/api/children'));

const callResults = caller<typeof resultsContract>();

const SendOn = lazily(() => import('../domains/knowing/reports/SendOn.tsx'));
const ResultMap = lazily(() => import('../domains/knowing/knowledge/ResultMap.tsx'));
const Lines = lazily(() => import('../domains/skills/lines/SkillLines.tsx'));
/** Does not render again with its page: an update before its code has arrived would take away what the server has rendered. */
const SkillLines = memo(({ childId }: { childId: number }) => (
  <Suspense fallback={null}>
    <Lines childId={childId} />
  </Suspense>
));
const ChildErrors = helpful(() => import('../domains/knowing/child-errors/ChildErrors.tsx'));
const DeletionNotice = lazily(() => import('../domains/people/account-settings/DeletionNotice.tsx'));
const NotificationCards = lazily(() => import('./settings/SettingsCards.tsx'));
const FirstTest = lazily(() => import('../domains/sitting/catalogue/FirstTest.tsx'));
const TakePractice = lazily(() => import('../domains/knowing/practice/TakePractice.tsx'));
const TakeReading = lazily(() => import('../domains/skills/reading/offered/TakeReading.tsx'));
const NotFound = lazily(() => import('./NotFound.tsx'));
const OnThisDevice = lazily(() => import('./offline/OnThisDevice.tsx'));

/** Props of every screen of the area. @public used by screens.d.ts */
export interface ScreenProps {
  user: User;
  family: ReturnType<typeof useFamily>;
  /** The `:id` of the address; screens without one do not use it. */
  id: string;
  /** Hides and restores the frame of the area. */
  standAlone: (alone: boolean) => void;
  /** The buttons that share a result. */
  sendOn: typeof SendOn;
  /** Shows how the result changed the child's map. */
  resultMap: typeof ResultMap;
  /** How a child reads, counts and writes. */
  skillLines: typeof SkillLines;
  /** The errors that a child makes over and over. */
  childErrors: typeof ChildErrors;
  /** The button that starts the first test of a child just added. */
  firstTest: typeof FirstTest;
  /** The notification cards of the settings. */
  notificationCards: typeof NotificationCards;
  /** Offers the cards of the week, beside the tests that can be prepared. */
  takePractice: typeof TakePractice;
  /** Offers the texts to read aloud, in the same place. */
  takeReading: typeof TakeReading;
}

type LoadScreen = (typeof SCREENS)[number]['load'];
/** An address of each page that has the lines of a child's skills in its middle; the id stands for any. */
const LINED = ['/dashboard', '/children/1', '/children/1/knowledge'];
/** Loads such a page together with the lines: if they came later, they would move what is below. */
const withLines =
  (load: LoadScreen): LoadScreen =>
  async () => {
    const [code] = await Promise.all([load(), Lines.bring().catch(() => {})]);
    return code;
  };
const ROUTES = SCREENS.map(({ load, ...page }) => ({
  ...page,
  Screen: lazily(LINED.some((path) => page.pattern.test(path)) ? withLines(load) : load),
}));
const routeOf = (path: string) => ROUTES.find(({ pattern }) => pattern.test(path));

/** Prefetches the code of a screen. @public used by name in web/parts/lazily.tsx */
export const bring = (path: string): Promise<unknown> | undefined => routeOf(withoutSlash(path))?.Screen.bring();

const BAR_PLACES = BAR.map(
  ({ Icon, place, ...link }): Place => ({
    ...link,
    icon: <Icon size={22} />,
    holds: (path) => routeOf(path)?.place === place,
  }),
);
const FRAME = {
  home: '/dashboard',
  menu: MENU.map(({ Icon, href, label }) => ({ href, label, icon: <Icon /> })),
  places: BAR_PLACES.slice(0, 3),
  bar: BAR_PLACES,
};

/** Renders the area of parents: everything from the dashboard to a child's test. */
export default function ParentArea() {
  const path = withoutSlash(usePathname());
  const user = useUser();
  useBarredTeacher(user, path);

  const [alone, setAlone] = useState(false);
  useUnsentAnswers(user?.id, user ? firstName(user.fullName) : '');
  useEffect(renewKeptPage, []);
  useEffect(
    () =>
      whenIdle(
        () =>
          void import('../delivery/render/keep-shown.ts').then(
            (it) => it.keepShown(),
            () => {},
          ),
      ),
    [],
  );
  useEffect(() => {
    if (path === '/tests') whenIdle(() => void makeTestReady().catch(() => {}));
  }, [path]);

  if (user === null && userFailure()) return <OnThisDevice {...FRAME} />;
  return (
    <Guard allow="parent" signInAt={routeOf(path)?.signInAt ?? '/'}>
      {(parent) => (
        <Cached>
          <Frame
            {...FRAME}
            fullName={parent.fullName}
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

/** Renders the bell and its list, loaded after the page is rendered. */
function LazyBell() {
  const [Bell, setBell] = useState<ComponentType>();
  useEffect(() => {
    // The page works without the bell. If its code does not load, the next page loads it again.
    import('../domains/telling/notifications/Bell.tsx').then((bell) => setBell(() => bell.default)).catch(() => {});
  }, []);
  return Bell ? <Bell /> : <BellPlace />;
}

/** Returns a path without a trailing slash, because both addresses lead to the same page. */
const withoutSlash = (path: string) => path.replace(/(.)\/+$/, '$1');

interface ScreensProps {
  path: string;
  user: User;
  standAlone: (alone: boolean) => void;
}

function Screens({ path, user, standAlone }: ScreensProps) {
  const family = useFamily();
  useTakeOver();
  const route = routeOf(path);
  if (!route) return <NotFound home={homeOf(user)} />;
  const { pattern, Screen } = route;
  const [, id = ''] = pattern.exec(path) ?? [];
  return (
    <Screen
      key={pattern.source + id}
      user={user}
      family={family}
      id={id}
      standAlone={standAlone}
      sendOn={SendOn}
      resultMap={ResultMap}
      skillLines={SkillLines}
      childErrors={ChildErrors}
      firstTest={FirstTest}
      notificationCards={NotificationCards}
      takePractice={TakePractice}
      takeReading={TakeReading}
    />
  );
}

/** Shows teachers a message that explains why `Guard` redirects them from this page: they have no plans and make no payments. */
function useBarredTeacher(user: User | null | undefined, path: string) {
  const isBarred = user?.isTeacher && !user.isAdmin && routeOf(path)?.tells;
  useEffect(() => {
    if (!isBarred) return;
    const what = path === '/subscription' ? 'a planos de assinatura' : 'ao sistema de pagamentos';
    toast({ kind: 'error', title: 'Acesso Restrito', text: `Professores não têm acesso ${what}` });
  }, [isBarred, path]);
}

/** Sends what waits. Loads no code on a device that never had a test. If the browser cannot tell, the device is checked. */
async function sendUnsent(userId: number, name: string): Promise<(() => void) | undefined> {
  const answerQueue = await bringQueue();
  if (!answerQueue) return undefined;
  const stop = answerQueue.onEvent((event) => {
    if (event.kind === 'completed') void tellArrival(event.attemptId).catch(() => {});
  });
  void answerQueue.start(userId, name);
  void import('../web/device/sealed/parcel-key.ts').then((it) => it.keepParcelKey()).catch(() => {});
  return stop;
}

/** Refreshes the screen when a completed test that waited for the network has been graded, and says whose result has arrived. */
async function tellArrival(attemptId: number): Promise<void> {
  await refreshAfterTest();
  const { child } = await callResults('GET /api/attempts/:id', { params: { id: String(attemptId) } });
  const known = queries.getQueryData<{ id: number; gender: Gender | null }[]>(['/api/children']);
  const whose = ofWhom(firstName(child.fullName), known?.find(({ id }) => id === child.id)?.gender);
  toast({
    kind: 'success',
    title: `Chegou o resultado ${whose}`,
    action: { label: 'Ver resultado', run: () => goTo(`/results/${attemptId}`) },
  });
}

/** Sends answers that could not be sent during a test, from any page. */
function useUnsentAnswers(userId: number | undefined, name: string) {
  useEffect(() => {
    if (userId === undefined) return;
    // Delayed, because the page that is being opened has priority.
    let gone = false;
    let stop: (() => void) | undefined;
    const timer = setTimeout(async () => {
      stop = await sendUnsent(userId, name).catch(() => undefined);
      if (gone) stop?.();
    }, 3000);
    return () => {
      gone = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [userId, name]);
}

/** Shows that the code of a screen is loading. */
function Waiting(): ReactNode {
  return (
    <Page>
      <Skeleton lines={8} />
    </Page>
  );
}
