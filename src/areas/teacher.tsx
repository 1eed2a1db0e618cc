import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { usePathname, useSearch } from 'wouter/use-browser-location';
import type { User } from '../features/accounts/accounts.contract.ts';
import { Guard, useUser } from '../features/accounts/session.tsx';
import type { DataToolsProps } from '../features/question-lists/TeacherQuestions.tsx';
import { brand } from '../web/boot.ts';
import { goTo, usePage } from '../web/navigation.ts';
import { IconHome } from '../web/ui/Icon.tsx';
import { Page } from '../web/ui/Layout.tsx';
import { IconClipboard, IconSettings } from '../web/ui/ParentIcon.tsx';
import { Spinner } from '../web/ui/Spinner.tsx';
import { IconBook, IconLibrary } from '../web/ui/StaffIcon.tsx';
import { Tabs } from '../web/ui/Tabs.tsx';
import { Cached } from './Cached.tsx';
import { Frame, type Place } from './Frame.tsx';
import styles from './Panel.module.css';

const MENU = [
  { label: 'Painel Técnico-Pedagógico', href: '/teacher', icon: <IconHome /> },
  { label: 'Definições', href: '/teacher/settings', icon: <IconSettings /> },
];

const CONFIG: Place = {
  href: '/teacher/settings',
  label: 'Config',
  icon: <IconSettings size={22} />,
  holds: (path) => path === '/teacher/settings',
};
/** The bar of a phone; the tabs of the panel are two touches away when one has scrolled. */
const BAR: readonly Place[] = [
  {
    href: '/teacher',
    label: 'Início',
    icon: <IconHome size={22} />,
    holds: (path) => path === '/teacher' || path === '/teacher/tests',
  },
  {
    href: '/teacher/questions',
    label: 'Questões',
    icon: <IconLibrary size={22} />,
    holds: (path) => path === '/teacher/questions',
  },
  {
    href: '/teacher/curricula',
    label: 'Planos',
    icon: <IconBook size={22} />,
    holds: (path) => path === '/teacher/curricula' || path === TEMPLATES,
  },
  CONFIG,
];
/** Beside the logo on a wide screen. */
const PLACES: readonly Place[] = [{ href: '/teacher', label: 'Painel', holds: (path) => !CONFIG.holds(path) }];

interface Part {
  id: string;
  label: string;
  icon: ReactNode;
  /** Its address, which a reload comes back to. */
  href: string;
  screen: ComponentType<{ dataTools: ComponentType<DataToolsProps> }>;
}

/** The tabs of the panel, one line each; the first is what `/teacher` shows. Each is loaded when it is opened. */
const TABS: readonly Part[] = [
  {
    id: 'tests',
    label: 'Testes Padronizados',
    icon: <IconClipboard />,
    href: '/teacher/tests',
    screen: lazy(() => import('../features/authoring/TestsTab.tsx')),
  },
  {
    id: 'questions',
    label: 'Banco de Questões',
    icon: <IconLibrary />,
    href: '/teacher/questions',
    screen: lazy(() => import('../features/question-lists/QuestionsTab.tsx')),
  },
  {
    id: 'curricula',
    label: 'Planos Curriculares',
    icon: <IconBook />,
    href: '/teacher/curricula',
    screen: lazy(() => import('../features/curriculum/CurriculaTab.tsx')),
  },
];
/** What the attempts say of the test or the bank that the tab shows: a later feature's screens at the tab's own address. */
const Statistics = lazy(() => import('../features/statistics/Statistics.tsx'));
const Forms = lazy(() => import('../features/statistics/Forms.tsx'));
const BankStatistics = lazy(() => import('../features/statistics/BankStatistics.tsx'));
const BankCards = lazy(() => import('../features/statistics/BankCards.tsx'));
const DataTools = lazy(() => import('../features/question-files/DataTools.tsx'));
const Deleted = lazy(() => import('../features/question-lists/Deleted.tsx'));
/** What practice makes of the curriculum's objectives; it stands in the tab of the curriculum. */
const TEMPLATES = '/teacher/templates';
const Templates = lazy(() => import('../features/variants/Templates.tsx'));
const PracticeSheet = lazy(() => import('../features/paper/PracticeSheet.tsx'));
const Preview = lazy(() => import('../features/sitting/TestPreview.tsx'));
const StaffNews = lazy(() => import('../features/notifications/StaffNews.tsx'));
const Settings = lazy(() => import('../features/authoring/TeacherSettings.tsx'));

/** What can be done with all questions of a test, from features that stand above it. */
const TestTools = (props: DataToolsProps) => (
  <>
    <PracticeSheet testId={props.testId} questions={props.total} />
    <DataTools {...props} />
  </>
);

/** The technical-pedagogical area. Its addresses are parts of one panel, so that a reload stays where one was. */
export default function TeacherArea() {
  const user = useUser();
  const path = usePathname().replace(/(.)\/$/, '$1');
  const previewed = /^\/teacher\/tests\/(\d+)\/preview$/.exec(path)?.[1];
  const stranger = user && !user.isTeacher;
  useEffect(() => {
    if (stranger) goTo('/', { replace: true });
  }, [stranger]);
  if (stranger) return <Spinner />;
  return (
    <Guard allow="teacher" signInAt="/auth">
      {(teacher) => (
        <Cached>
          <Frame
            fullName={teacher.fullName}
            home="/teacher"
            menu={MENU}
            places={PLACES}
            bar={BAR}
            bare={previewed !== undefined}
          >
            <Suspense fallback={<Spinner />}>
              {previewed !== undefined ? (
                <Previewed testId={previewed} />
              ) : path === '/teacher/settings' ? (
                <Account user={teacher} />
              ) : (
                <Panel path={path} />
              )}
            </Suspense>
          </Frame>
        </Cached>
      )}
    </Guard>
  );
}

function Panel({ path }: { path: string }) {
  const isTemplates = path === TEMPLATES;
  const tab = TABS.find(({ id, href }) => (isTemplates ? id === 'curricula' : path === href)) ?? (TABS[0] as Part);
  usePage(isTemplates ? 'Modelos' : tab.label, brand.productName);
  const query = new URLSearchParams(useSearch());
  const isBank = tab.id === 'questions' && !query.has('testId');
  const isStatistics = tab.id === 'questions' && query.get('view') === 'statistics';
  const isDeleted = isBank && query.get('view') === 'deleted';
  const isForms = tab.id === 'questions' && !isBank && query.get('view') === 'forms';
  const Screen = tab.screen;
  return (
    <Page>
      <h1 className={styles['title']}>Painel Técnico-Pedagógico - Sistema de Gestão de Conteúdos Educativos</h1>
      <Suspense fallback={null}>
        <StaffNews />
      </Suspense>
      <Tabs
        label="Partes do painel"
        tabs={TABS}
        value={tab.id}
        onChange={(id) => goTo(TABS.find((part) => part.id === id)?.href ?? '/teacher')}
      >
        <Suspense fallback={<Spinner />}>
          {isDeleted ? (
            <Deleted />
          ) : isTemplates ? (
            <Templates />
          ) : isForms ? (
            <Forms key={query.get('testId')} />
          ) : !isStatistics ? (
            <Screen dataTools={TestTools} />
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

/** As the child sees it: without the panel around it. */
function Previewed({ testId }: { testId: string }) {
  usePage('Pré-visualização', brand.productName);
  return <Preview key={testId} testId={testId} />;
}

function Account({ user }: { user: User }) {
  usePage('Definições', brand.productName);
  return (
    <Page width="form">
      <h1 className={styles['title']}>Definições</h1>
      <Settings user={user} />
    </Page>
  );
}
