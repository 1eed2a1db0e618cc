import { useState } from 'react';
import { SignOutButton } from '../features/accounts/SignOut.tsx';
import { Guard } from '../features/accounts/session.tsx';
import { TeacherQuestions } from '../features/tests/TeacherQuestions.tsx';
import { TeacherTests } from '../features/tests/TeacherTests.tsx';
import { brand } from '../web/boot.ts';
import { usePage } from '../web/navigation.ts';
import { Button } from '../web/ui/Button.tsx';
import { SectionHead } from '../web/ui/Card.tsx';
import { IconChevronLeft, IconHome } from '../web/ui/Icon.tsx';
import { Page } from '../web/ui/Layout.tsx';
import { Cached } from './Cached.tsx';
import { Frame } from './Frame.tsx';
import styles from './Panel.module.css';

const MENU = [{ label: 'Painel Administrativo', href: '/admin', icon: <IconHome /> }];

/** The back-office: the tests as they are in the bank. */
export default function AdminArea() {
  return (
    <Guard allow="admin" signInAt="/auth">
      {({ fullName }) => (
        <Cached>
          <Frame fullName={fullName} home="/admin" menu={MENU}>
            <Panel fullName={fullName} />
          </Frame>
        </Cached>
      )}
    </Guard>
  );
}

function Panel({ fullName }: { fullName: string }) {
  const [testId, setTestId] = useState<number | null>(null);
  usePage('Administração', brand.productName);
  return (
    <Page>
      <div className={styles['head']}>
        <h1 className={styles['title']}>Bem-vindo ao Painel Administrativo, {fullName}!</h1>
        <SignOutButton />
      </div>
      <SectionHead title={testId === null ? 'Testes' : 'Questões do teste'}>
        {testId !== null && (
          <Button variant="quiet" icon={<IconChevronLeft />} onClick={() => setTestId(null)}>
            Todos os testes
          </Button>
        )}
      </SectionHead>
      {testId === null ? (
        <TeacherTests onQuestions={({ id }) => setTestId(id)} />
      ) : (
        <TeacherQuestions testId={testId} />
      )}
    </Page>
  );
}
