import { useEffect } from 'react';
import { usePathname, useSearch } from 'wouter/use-browser-location';
import { Guard, useUser } from '../features/accounts/session.tsx';
import { TeacherQuestions } from '../features/tests/TeacherQuestions.tsx';
import { TeacherTests } from '../features/tests/TeacherTests.tsx';
import { brand } from '../web/boot.ts';
import { Empty } from '../web/Empty.tsx';
import { goTo, usePage } from '../web/navigation.ts';
import { Button } from '../web/ui/Button.tsx';
import { IconClipboard, IconHome, IconLibrary } from '../web/ui/Icon.tsx';
import { Page } from '../web/ui/Layout.tsx';
import { Spinner } from '../web/ui/Spinner.tsx';
import { Tabs } from '../web/ui/Tabs.tsx';
import { Cached } from './Cached.tsx';
import { Frame } from './Frame.tsx';
import styles from './Panel.module.css';

const MENU = [{ label: 'Painel Técnico-Pedagógico', href: '/teacher', icon: <IconHome /> }];

const TABS = [
  { id: 'tests', label: 'Testes Padronizados', icon: <IconClipboard />, href: '/teacher/tests' },
  { id: 'questions', label: 'Banco de Questões', icon: <IconLibrary />, href: '/teacher/questions' },
] as const;

/** The technical-pedagogical area. Its addresses are parts of one panel, so that a reload stays where one was. */
export default function TeacherArea() {
  const user = useUser();
  const stranger = user && !user.isTeacher;
  useEffect(() => {
    if (stranger) goTo('/', { replace: true });
  }, [stranger]);
  if (stranger) return <Spinner />;
  return (
    <Guard allow="teacher" signInAt="/auth">
      {({ fullName }) => (
        <Cached>
          <Frame fullName={fullName} home="/teacher" menu={MENU}>
            <Panel />
          </Frame>
        </Cached>
      )}
    </Guard>
  );
}

function Panel() {
  const path = usePathname();
  const testId = Number(new URLSearchParams(useSearch()).get('testId')) || null;
  const tab = path === '/teacher/questions' ? 'questions' : 'tests';
  usePage(tab === 'tests' ? 'Testes Padronizados' : 'Banco de Questões', brand.productName);
  const open = (id: (typeof TABS)[number]['id']) =>
    goTo(id === 'tests' ? '/teacher/tests' : `/teacher/questions${testId ? `?testId=${testId}` : ''}`);
  return (
    <Page>
      <h1 className={styles['title']}>Painel Técnico-Pedagógico - Sistema de Gestão de Conteúdos Educativos</h1>
      <Tabs label="Partes do painel" tabs={TABS} value={tab} onChange={open}>
        {tab === 'tests' ? (
          <TeacherTests onQuestions={({ id }) => goTo(`/teacher/questions?testId=${id}`)} />
        ) : testId ? (
          <TeacherQuestions key={testId} testId={testId} />
        ) : (
          <Empty
            title="Nenhum teste escolhido."
            text="Escolha um teste em Testes Padronizados para ver as suas questões."
          >
            <Button variant="secondary" href="/teacher/tests">
              Ver os testes
            </Button>
          </Empty>
        )}
      </Tabs>
    </Page>
  );
}
