import { lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import type { ShownChild } from '../../../shared/child.ts';
import { type Loaded, refreshAfterTest } from '../../../web/call/api.ts';
import type { CallError } from '../../../web/call/call.ts';
import { letGo, useLeaveGuard } from '../../../web/call/leave-guard.tsx';
import { usePage } from '../../../web/call/navigation.ts';
import { Empty } from '../../../web/parts/Empty.tsx';
import { Failed } from '../../../web/parts/Failed.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Page } from '../../../web/ui/base/Layout.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { takeJustFinished } from '../../sitting/sitting/just-finished.web.ts';
import { useAttemptResult } from './attempt-result.web.ts';
import { Graded, type LaterParts } from './Graded.tsx';
import styles from './Result.module.css';
import type { AttemptResult } from './results.contract.ts';

// What most visits to a result do not show.
const Finished = lazy(() =>
  import('../../sitting/sitting/Finished.tsx').then((module) => ({ default: module.Finished })),
);
const Rehearsal = lazy(() => import('./Rehearsal.tsx'));
const Ungraded = lazy(() => import('./Ungraded.tsx'));

interface ResultProps extends LaterParts {
  /** As it stands in the address. */
  id: string;
  family: Loaded<readonly (ShownChild & { covered: boolean })[]>;
  /** Hides or restores the frame of the area. */
  standAlone: (alone: boolean) => void;
}

/** Renders the result of one attempt, as a parent sees it. */
export default function Result({ id, family, standAlone, sendOn, resultMap }: ResultProps) {
  usePage('Resultado', brand.productName);
  const [justFinished, endHolding] = useJustFinished(id, standAlone);
  const known = /^[1-9]\d{0,9}$/.test(id);
  const found = useAttemptResult(id, known);

  if (justFinished) {
    return (
      <Suspense fallback={null}>
        <Finished
          {...justFinished}
          answered={found.data ? answeredOf(found.data) : justFinished.answered}
          onShow={() => void letGo().then(endHolding)}
        />
      </Suspense>
    );
  }
  if (!known || found.error?.status === 404) return <NotFound />;
  if (found.error && !found.data)
    return <Problem error={found.error} onRetry={found.refetch} busy={found.isFetching} />;
  if (!found.data) {
    return (
      <Page>
        <h1 className="sr">Resultado</h1>
        <Skeleton lines={12} />
      </Page>
    );
  }
  const childId = found.data.child.id;
  const child = family.data?.find((one) => one.id === childId);
  if (found.data.result?.rehearsal)
    return (
      <Suspense fallback={<Skeleton lines={12} />}>
        <Rehearsal
          found={found.data}
          result={found.data.result}
          rehearsal={found.data.result.rehearsal}
          gender={child?.gender}
          covered={child?.covered}
          sendOn={sendOn}
        />
      </Suspense>
    );
  return found.data.result ? (
    <Graded
      found={found.data}
      result={found.data.result}
      gender={child?.gender}
      covered={child?.covered}
      sendOn={sendOn}
      resultMap={resultMap}
    />
  ) : (
    <Ungraded found={found.data} gender={child?.gender} />
  );
}

/**
 * Right after finishing, the child holds the phone: the parent sees the score first and chooses how to tell it.
 * @returns what was just finished, null once the parent has opened the result, and a function that opens it.
 */
function useJustFinished(id: string, standAlone: ResultProps['standAlone']) {
  const [justFinished, setJustFinished] = useState(() => takeJustFinished(Number(id)));
  const childHolds = justFinished !== null;
  // Before the browser paints, so that the parent's menu is never seen around the child's screen.
  useLayoutEffect(() => {
    if (!childHolds) return;
    standAlone(true);
    return () => standAlone(false);
  }, [childHolds, standAlone]);
  // What was read before the test, figures and reports, is out of date now.
  useEffect(() => {
    if (childHolds) void refreshAfterTest();
  }, [childHolds]);
  // While the child holds the phone the Back button does nothing: the history before the test has the parent's pages.
  useLeaveGuard(Number(id), childHolds, NOWHERE);
  return [justFinished, () => setJustFinished(null)] as const;
}

const NOWHERE = () => {};

/** Returns which questions have an answer on the server; some answers may have come from another device. */
function answeredOf({ test, answers }: AttemptResult): boolean[] {
  const given = new Set(answers.map(({ questionId }) => questionId));
  return test.questions.map(({ id }) => given.has(id));
}

function NotFound() {
  return (
    <Page width="form">
      <h1 className={styles['heading']}>Resultado não encontrado</h1>
      <Empty title="Não encontrámos este resultado." text="Pode ser de outra conta, ou o endereço está incompleto.">
        <Button href="/tests/history">Ver todos os resultados</Button>
      </Empty>
    </Page>
  );
}

function Problem({ error, onRetry, busy }: { error: CallError; onRetry: () => unknown; busy: boolean }) {
  return (
    <Page width="form">
      <h1 className={styles['heading']}>Resultado</h1>
      <Failed error={error} onRetry={onRetry} busy={busy}>
        <a href="/tests/history">Ver todos os resultados</a>
      </Failed>
    </Page>
  );
}
