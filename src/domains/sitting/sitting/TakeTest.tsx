import { useEffect, useState } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import { takeEarlyStart } from '../../../delivery/browser/early-start.ts';
import { inChildMode } from '../../../web/call/child-mode.ts';
import { usePage } from '../../../web/call/navigation.ts';
import { readPerson } from '../../../web/device/device-store.ts';
import { uuid } from '../../../web/device/uuid.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { ErrorState } from '../../../web/ui/base/ErrorState.tsx';
import { IconLock } from '../../../web/ui/base/Icon.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { Card } from '../../../web/ui/lists/Card.tsx';
import { Sheet } from '../../../web/ui/paper/Sheet.tsx';
import { bringWriting } from '../../bank/answering/writing.tsx';
import { SittingScreen } from './SittingScreen.tsx';
import styles from './TakeTest.module.css';
import { openTest, type Phase, type Start } from './test-opening.tsx';

/** Opens the device's store before the tap that starts a test: on a slow phone opening takes noticeably long. */
export async function prepare(): Promise<void> {
  await readPerson();
}

export interface TakeTestProps {
  testId: number | null;
  childId: number | null;
  /** Null when the server could not be asked: the user is then the one whom the device knows. */
  user: { id: number } | null;
}

/** `/tests/{id}?childId=`: opening the page starts the test or continues it, with or without a network. */
export default function TakeTest({ testId, childId, user }: TakeTestProps) {
  const complete = testId !== null && childId !== null;
  usePage('Teste', brand.productName);
  const { phase, retry } = useOpenedTest(testId, childId, user?.id ?? null);

  useEffect(() => {
    if (!complete)
      toast({ kind: 'error', title: 'Erro', text: 'Informações sobre o teste ou aluno estão incompletas.' });
  }, [complete]);

  const catalogue = inChildMode() ? '/child' : childId === null ? '/tests' : `/tests?childId=${childId}`;

  if (!complete) {
    return (
      <main className={styles.alone}>
        <h1 className="sr">Teste</h1>
        <ErrorState title="Informações sobre o teste ou aluno estão incompletas.">
          <Button href={catalogue}>Voltar aos testes</Button>
        </ErrorState>
      </main>
    );
  }
  switch (phase.kind) {
    case 'sitting':
      return <SittingScreen key={phase.kept.sitting.id} kept={phase.kept} />;
    case 'plan':
      return <BeyondPlan message={phase.message} catalogue={catalogue} />;
    case 'failed':
      return <Failed {...phase} catalogue={catalogue} onRetry={retry} />;
    default:
      return <Opening />;
  }
}

/** Starts or continues the test of the address, and again at each call of `retry`. Does nothing while an id is missing. */
function useOpenedTest(testId: number | null, childId: number | null, signedIn: number | null) {
  const [phase, setPhase] = useState<Phase>({ kind: 'opening' });
  const [tries, setTries] = useState(0);
  // Created once for this visit: repeating the call after a lost reply does not start a second attempt.
  const [start] = useState<Start>(
    () => (testId !== null && childId !== null ? takeEarlyStart(childId, testId) : undefined) ?? { clientId: uuid() },
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks again
  useEffect(() => {
    if (testId === null || childId === null) return;
    let live = true;
    openTest(
      { childId, testId },
      signedIn,
      start,
      () => live,
      (next) => {
        const bringing = next.kind === 'sitting' ? bringWriting(next.kept.sitting.questions) : undefined;
        if (bringing) void bringing.then(() => live && setPhase(next));
        else if (live) setPhase(next);
      },
    ).catch(() => live && setPhase({ kind: 'failed', status: 0, detail: '' }));
    return () => {
      live = false;
    };
  }, [testId, childId, signedIn, start, tries]);

  const retry = () => {
    setPhase({ kind: 'opening' });
    setTries((count) => count + 1);
  };
  return { phase, retry };
}

function BeyondPlan({ message, catalogue }: { message: string; catalogue: string }) {
  return (
    <main className={styles.alone}>
      <Card>
        <div className={styles.plan}>
          <IconLock size={32} />
          <h1>O plano não inclui este teste agora</h1>
          <p>{message}</p>
          {!inChildMode() && (
            <Button full href="/subscription">
              Ver planos
            </Button>
          )}
          <Button full variant="secondary" href={catalogue}>
            Voltar aos testes
          </Button>
        </div>
      </Card>
    </main>
  );
}

function Failed({
  status,
  detail,
  catalogue,
  onRetry,
}: {
  status: number;
  detail: string;
  catalogue: string;
  onRetry: () => void;
}) {
  return (
    <main className={styles.alone}>
      <h1 className="sr">Teste</h1>
      <ErrorState
        // The toast has already said that it failed.
        title="O teste ainda não começou."
        text={status === 0 ? 'Está sem internet. Ligue os dados ou o Wi-Fi.' : detail || undefined}
        onRetry={onRetry}
      >
        <Button variant="quiet" href={catalogue}>
          Voltar aos testes
        </Button>
      </ErrorState>
    </main>
  );
}

const Opening = () => (
  <div className={styles.screen}>
    <div className={styles.strip} />
    <main className={styles.main}>
      <div className={styles.waiting}>
        <Sheet kind="question">
          <Skeleton lines={4} />
        </Sheet>
        <Skeleton lines={5} />
      </div>
    </main>
  </div>
);
