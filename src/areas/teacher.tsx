import { BAR, MENU, SCREENS, TABS } from 'virtual:teacher-pages';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { usePathname, useSearch } from 'wouter/use-browser-location';
import { brand } from '../delivery/browser/boot.ts';
import type { AskDialogProps } from '../domains/bank/curriculum/Programme.tsx';
import type { DataToolsProps } from '../domains/bank/question-lists/TeacherQuestions.tsx';
import type { User } from '../domains/people/accounts/accounts.contract.ts';
import { Guard, useUser } from '../domains/people/accounts/session.tsx';
import { goTo, usePage } from '../web/call/navigation.ts';
import { Page } from '../web/ui/base/Layout.tsx';
import { Spinner } from '../web/ui/base/Spinner.tsx';
import { BellPlace } from '../web/ui/lists/Header.tsx';
import { Tabs } from '../web/ui/lists/Tabs.tsx';
import { Cached } from './Cached.tsx';
import { Frame, type Place } from './Frame.tsx';
import styles from './Panel.module.css';

/** Props of every screen of the area; `testId` is the `:id` of the address. @public used by screens.d.ts */
export interface ScreenProps {
  user: User;
  testId: string;
  dataTools: ComponentType<DataToolsProps>;
  askDialog: ComponentType<AskDialogProps>;
}

const ROUTES = SCREENS.map(({ load, ...page }) => ({ ...page, Screen: lazy(load) }));
const routeOf = (path: string) => ROUTES.find(({ pattern }) => pattern.test(path)) ?? (ROUTES[0] as (typeof ROUTES)[0]);

/** As tall as the screen: the footer begins below it, as it does when the page is there. */
const WAITING = (
  <div className={styles['waiting']}>
    <Spinner />
  </div>
);

const SETTINGS = '/teacher/settings';
const TEMPLATES = '/teacher/templates';
const BRING = '/teacher/bring';

const FRAME = {
  home: '/teacher',
  menu: MENU.map(({ Icon, href, label }) => ({ href, label, icon: <Icon /> })),
  /** Links beside the logo on a wide screen. */
  places: [{ href: '/teacher', label: 'Painel', holds: (path) => path !== SETTINGS }] satisfies readonly Place[],
  /** Entries of the bar on a phone. Without them, a user who has scrolled down would need two taps to reach the tabs of the panel. */
  bar: BAR.map(
    ({ Icon, place, ...link }): Place => ({
      ...link,
      icon: <Icon size={22} />,
      holds: (path) => routeOf(path).place === place,
    }),
  ),
};
const PANEL_TABS = TABS.map(({ place: id, Icon, href, label }) => ({ id, href, label, icon: <Icon /> }));

/** Statistics of the test or the bank that the tab shows, at the tab's own address. The screens belong to a later feature. */
const Statistics = lazy(() => import('../domains/knowing/statistics/Statistics.tsx'));
const Forms = lazy(() => import('../domains/knowing/statistics/Forms.tsx'));
const BankStatistics = lazy(() => import('../domains/knowing/statistics/BankStatistics.tsx'));
const BankCards = lazy(() => import('../domains/knowing/statistics/BankCards.tsx'));
const DataTools = lazy(() => import('../domains/bank/question-files/DataTools.tsx'));
const Deleted = lazy(() => import('../domains/bank/question-lists/Deleted.tsx'));
const AskDialog = lazy(() => import('../domains/bank/question-lists/AskDialog.tsx'));
const PracticeSheet = lazy(() => import('../domains/sitting/paper/PracticeSheet.tsx'));
const Bell = lazy(() => import('../domains/telling/notifications/Bell.tsx'));

/** What tells a teacher of news and of the account's security. */
const bell = (
  <Suspense fallback={<BellPlace />}>
    <Bell settings={null} />
  </Suspense>
);

/** Actions for all questions of a test, from later features. */
const TestTools = (props: DataToolsProps) => (
  <>
    <PracticeSheet testId={props.testId} questions={props.total} />
    <DataTools {...props} />
  </>
);

/** Renders the technical-pedagogical area. Its addresses are parts of one panel, so that a reload shows the same part. */
export default function TeacherArea() {
  const user = useUser();
  const path = usePathname().replace(/(.)\/$/, '$1');
  const { pattern, Screen } = routeOf(path);
  /**
   * The test of the preview: only its address has a test id. The preview shows the test as the child sees it, without the panel around it.
   */
  const testId = pattern.exec(path)?.[1];
  const stranger = user && !user.isTeacher;
  useEffect(() => {
    if (stranger) goTo('/', { replace: true });
  }, [stranger]);
  if (stranger) return <Spinner />;
  return (
    <Guard allow="teacher" signInAt="/auth">
      {(teacher) => (
        <Cached>
          <Frame {...FRAME} fullName={teacher.fullName} bare={testId !== undefined} bell={bell}>
            <Suspense fallback={WAITING}>
              {testId !== undefined ? (
                <Titled title="Pré-visualização">
                  <Screen key={testId} user={teacher} testId={testId} dataTools={TestTools} askDialog={AskDialog} />
                </Titled>
              ) : path === SETTINGS ? (
                <Titled title="Definições">
                  <Page width="form">
                    <h1 className={styles['title']}>Definições</h1>
                    <Screen user={teacher} testId="" dataTools={TestTools} askDialog={AskDialog} />
                  </Page>
                </Titled>
              ) : (
                <Panel path={path} user={teacher} />
              )}
            </Suspense>
          </Frame>
        </Cached>
      )}
    </Guard>
  );
}

function Panel({ path, user }: { path: string; user: User }) {
  const { Screen, place } = routeOf(path);
  const tab = PANEL_TABS.find(({ id }) => id === place) ?? (PANEL_TABS[0] as (typeof PANEL_TABS)[0]);
  usePage(path === TEMPLATES ? 'Modelos' : path === BRING ? 'Trazer testes' : tab.label, brand.productName);
  const query = new URLSearchParams(useSearch());
  const isBank = tab.id === 'questions' && path !== BRING && !query.has('testId');
  const isStatistics = tab.id === 'questions' && path !== BRING && query.get('view') === 'statistics';
  const isDeleted = isBank && query.get('view') === 'deleted';
  const isForms = tab.id === 'questions' && path !== BRING && !isBank && query.get('view') === 'forms';
  return (
    <Page>
      <h1 className={styles['title']}>Painel Técnico-Pedagógico - Sistema de Gestão de Conteúdos Educativos</h1>
      <Tabs
        label="Partes do painel"
        tabs={PANEL_TABS}
        value={tab.id}
        onChange={(id) => goTo(PANEL_TABS.find((one) => one.id === id)?.href ?? '/teacher')}
      >
        <Suspense fallback={WAITING}>
          {isDeleted ? (
            <Deleted />
          ) : isForms ? (
            <Forms key={query.get('testId')} />
          ) : !isStatistics ? (
            <Screen user={user} testId="" dataTools={TestTools} askDialog={AskDialog} />
          ) : isBank ? (
            <BankStatistics panel="teacher" />
          ) : (
            <Statistics key={query.get('testId')} panel="teacher" />
          )}
          {isBank && !isStatistics && !isDeleted && <BankCards />}
        </Suspense>
      </Tabs>
    </Page>
  );
}

/** Wraps a screen that does not set the page's title itself. */
function Titled({ title, children }: { title: string; children: ReactNode }) {
  usePage(title, brand.productName);
  return children;
}
