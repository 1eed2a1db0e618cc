import { useSearch } from 'wouter/use-browser-location';
import TakeDiagnostic from '../domains/knowing/diagnostic/TakeDiagnostic.tsx';
import { Guard, userFailure, useUser } from '../domains/people/accounts/session.tsx';
import type { Discipline } from '../shared/words.ts';
import { inChildMode } from '../web/call/child-mode.ts';
import { Empty } from '../web/parts/Empty.tsx';
import { Button } from '../web/ui/base/Button.tsx';
import { Page } from '../web/ui/base/Layout.tsx';
import { Unreachable } from './Unreachable.tsx';

/** Renders a child's diagnostic. It has no frame, like a test; unlike a test it needs the network for each question. */
export default function DiagnosticRoute() {
  const search = useSearch();
  const user = useUser();
  const query = new URLSearchParams(search);
  const childId = query.get('childId') ?? '';
  // The server checks that the discipline exists: the list of disciplines is not loaded here.
  const discipline = query.get('discipline') as Discipline | null;
  // The sign-in page would lead to the copy of the dashboard, with marks.
  if (user === null && userFailure()) return <Unreachable isForChild />;
  return (
    <Guard allow="parent" signInAt="/">
      {() =>
        discipline && /^[1-9]\d{0,9}$/.test(childId) ? (
          <TakeDiagnostic key={search} childId={Number(childId)} discipline={discipline} />
        ) : (
          <Page width="form">
            <h1>Ponto de partida</h1>
            <Empty title="O endereço está incompleto." text="Escolha a criança e a disciplina.">
              {inChildMode() ? <Button href="/child">Voltar</Button> : <Button href="/reports">Ver relatórios</Button>}
            </Empty>
          </Page>
        )
      }
    </Guard>
  );
}
