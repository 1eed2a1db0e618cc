import type { ReactNode } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import { inChildMode } from '../../../web/call/child-mode.ts';
import { rememberNext, usePage } from '../../../web/call/navigation.ts';
import { answerQueue } from '../../../web/device/answer-queue.ts';
import { isDurable } from '../../../web/device/device-store.ts';
import type { SaveState } from '../../../web/device/queue.rules.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { ErrorState } from '../../../web/ui/base/ErrorState.tsx';
import { Spinner } from '../../../web/ui/base/Spinner.tsx';
import { Notice } from '../../../web/ui/lists/Card.tsx';
import { CoverBar } from '../../../web/ui/paper/Cover.tsx';
import { Finished } from './Finished.tsx';
import type { JustFinished } from './just-finished.web.ts';
import type { FinishProblem } from './sitting-end.tsx';
import styles from './TakeTest.module.css';

interface FinishingProps {
  done: JustFinished;
  safety: SaveState;
  problem: FinishProblem | null;
  /** Address of the list of tests, for an attempt that no longer exists. */
  back: string;
}

/** Shown when the test is finished on this device and the server has not graded it yet. */
export function Finishing({ done, safety, problem, back }: FinishingProps) {
  usePage('Teste terminado', brand.productName);
  const { child } = done;
  if (problem?.gone) {
    return (
      <Ending child={child}>
        <ErrorState title="Não foi possível finalizar o teste." text={problem.message || 'Este teste já não existe.'}>
          <Button href={back}>Voltar aos testes</Button>
        </ErrorState>
      </Ending>
    );
  }
  if (safety === 'signed-out') {
    return (
      <Ending child={child}>
        <SessionOver />
      </Ending>
    );
  }
  if (safety === 'on-device' || problem) {
    const text = !isDurable()
      ? 'Este navegador não deixou guardar as respostas no telemóvel. Não feches esta página até haver internet.'
      : problem && problem.status >= 404
        ? 'As respostas estão guardadas neste telemóvel. Tentamos outra vez daqui a pouco.'
        : undefined;
    const home = inChildMode() ? '/child' : '/dashboard';
    return <Finished {...done} waiting={{ home, onRetry: () => void answerQueue.flush(), text }} />;
  }
  return (
    <Ending child={child}>
      <Spinner label="A enviar as respostas…" />
    </Ending>
  );
}

/** A link to sign in again; the answers stay on the device meanwhile. */
export function SessionOver() {
  return (
    <Notice
      title="A sessão terminou"
      action={
        <Button
          size="l"
          onClick={() => {
            rememberNext();
            // The page is loaded, not rendered, because the server must confirm that nobody is signed in.
            location.assign('/auth');
          }}
        >
          Entrar de novo
        </Button>
      }
    >
      {isDurable()
        ? 'As tuas respostas estão guardadas neste telemóvel. Pede ao adulto que está contigo que entre outra vez.'
        : 'Não feches esta página: as tuas respostas não estão guardadas no telemóvel. Pede ao adulto que está contigo que entre outra vez, noutro separador.'}
    </Notice>
  );
}

/** The strip of the child's cover, with content below it. */
function Ending({ child, children }: { child: JustFinished['child']; children: ReactNode }) {
  return (
    <div className={styles.screen}>
      <CoverBar cover={child.cover} name={child.firstName} />
      <main className={styles.main}>{children}</main>
    </div>
  );
}
