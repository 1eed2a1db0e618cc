import { useEffect, useState } from 'react';
import { answerQueue, request } from '../../web/answer-queue.ts';
import { brand } from '../../web/boot.ts';
import { introduceParent, keepSitting, readPending, readPerson, readSitting } from '../../web/device-store.ts';
import { type EarlyReply, noteKept, takeEarlyStart } from '../../web/early-start.ts';
import { goTo, rememberNext, usePage } from '../../web/navigation.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Card } from '../../web/ui/Card.tsx';
import { ErrorState } from '../../web/ui/ErrorState.tsx';
import { IconLock } from '../../web/ui/Icon.tsx';
import { Sheet } from '../../web/ui/Sheet.tsx';
import { Skeleton } from '../../web/ui/Skeleton.tsx';
import { toast } from '../../web/ui/Toast.tsx';
import { uuid } from '../../web/uuid.ts';
import { knownUser } from '../accounts/session.tsx';
import type { SealedSitting } from '../prepared/prepared.contract.ts';
import type { Sitting, StartedSitting } from './attempts.contract.ts';
import { sittingOfEntry } from './leave-guard.tsx';
import { SittingScreen } from './SittingScreen.tsx';
import { clockOffset, secondsLeft } from './sitting.rules.ts';
import type { Kept } from './sitting-clock.tsx';
import styles from './TakeTest.module.css';

type Opened =
  | { kind: 'sitting'; kept: Kept }
  /** The plan does not include this test now; the server says why. */
  | { kind: 'plan'; message: string }
  | { kind: 'signed-out' }
  | { kind: 'failed'; status: number; detail: string };

type Phase = Opened | { kind: 'opening' };

interface Ids {
  userId: number;
  childId: number;
  testId: number;
}

interface Start {
  clientId: string;
  /** Where the page has asked already. */
  reply?: Promise<EarlyReply> | undefined;
}

/** Starts the attempt, or takes up the open one, and keeps it on the device. */
async function startAttempt({ userId, childId, testId }: Ids, { clientId, reply: early }: Start): Promise<Opened> {
  // The device is read while the line is waited for.
  const [last, reply] = await Promise.all([
    readSitting(userId, childId, testId),
    request('POST', '/api/attempts', { childId, testId, clientId }, early),
  ]);
  const { drawn: _drawn, ...sitting } = (reply.body ?? {}) as StartedSitting;
  if ((reply.status === 200 || reply.status === 201) && sitting.testId === testId && Array.isArray(sitting.questions)) {
    const offset = clockOffset(Date.parse(sitting.serverTime), reply.receivedAt, reply.roundTrip);
    noteKept(childId, testId);
    // The page asked before anything could be chosen here (first-question.web.ts).
    const before = early ? 0 : (last?.lastSequence ?? 0);
    return { kind: 'sitting', kept: await keepSitting(userId, sitting, offset, before) };
  }
  if (reply.status === 402) return { kind: 'plan', message: reply.message };
  if (reply.status === 401) return { kind: 'signed-out' };
  return {
    kind: 'failed',
    status: reply.status,
    detail: reply.status === 0 ? '' : `${reply.status}: ${reply.message || 'sem resposta'}`,
  };
}

// One call per opening, also when the screen is mounted twice in a row (development does that on purpose).
const underWay = new Map<string, Promise<Opened>>();
function startOnce(ids: Ids, start: Start): Promise<Opened> {
  const key = `${ids.userId}:${ids.childId}:${ids.testId}`;
  const known = underWay.get(key);
  if (known) return known;
  const started = startAttempt(ids, { ...start }).finally(() => underWay.delete(key));
  // A reply can be read once; whoever asks again asks anew.
  start.reply = undefined;
  underWay.set(key, started);
  return started;
}

/**
 * What the device can show before, or without, the server: a sitting that is being finished, or one with time left.
 * One whose time is over matters only while it has something to send; otherwise the server says what comes next.
 */
async function keptUnderWay({ userId, childId, testId }: Ids): Promise<Kept | null> {
  const kept = await readSitting<Sitting>(userId, childId, testId);
  if (!kept || kept.state === 'finished') return null;
  if (kept.state === 'finishing' || kept.prepared) return kept;
  const now = Math.max(Date.now() + kept.clockOffset, kept.seenAt);
  if (secondsLeft(Date.parse(kept.sitting.deadline), now) > 0) return kept;
  const { answers } = await readPending(userId);
  return answers.some(({ attemptId }) => attemptId === kept.sitting.id) ? kept : null;
}

/** Milliseconds that the server may take to say whether a prepared test is still good; without its word the device's counts. */
const WORD = 3000;

/** Begins the test that is prepared for this child on this device; null when none is. */
async function beginHere({ userId, childId, testId }: Ids): Promise<Kept | null> {
  const { beginPrepared, dropPrepared, readPrepared } = await import('../../web/prepared-store.ts');
  const here = (await readPrepared<SealedSitting>(userId)).find(
    ({ sealed }) => sealed.childId === childId && sealed.testId === testId,
  );
  if (!here) return null;
  const { sealed } = here;
  const tooLong = new Promise<undefined>((resolve) => setTimeout(resolve, WORD));
  const reply = await Promise.race([request('GET', `/api/prepared?childId=${childId}`), tooLong]);
  const listed = reply?.status === 200 && Array.isArray(reply.body) ? (reply.body as { attemptId: number }[]) : null;
  const isGone = listed && !listed.some(({ attemptId }) => attemptId === sealed.attemptId);
  if (isGone || Date.now() + here.clockOffset >= Date.parse(sealed.expiresAt)) {
    // Given back, done on another phone, or lapsed: it would take no answers.
    await dropPrepared(sealed.attemptId);
    return null;
  }
  return beginPrepared(here, (startedAt) => ({
    id: sealed.attemptId,
    childId,
    testId,
    startedAt: new Date(startedAt).toISOString(),
    deadline: new Date(startedAt + sealed.timeLimit * 1000).toISOString(),
    serverTime: new Date(startedAt).toISOString(),
    remainingSeconds: sealed.timeLimit,
    timeLimit: sealed.timeLimit,
    test: sealed.test,
    child: sealed.child,
    questions: sealed.questions,
    answers: [],
  }));
}

const isAt = (testId: number) => location.pathname.replace(/\/+$/, '') === `/tests/${testId}`;

/** Opens the device's store ahead of the tap that starts a test; on a slow phone that takes longer than it looks. */
export async function prepare(): Promise<void> {
  await readPerson();
}

export interface TakeTestProps {
  testId: number | null;
  childId: number | null;
  /** Null when the server could not be asked: the device then knows who was here last. */
  user: { id: number } | null;
}

/** `/tests/{id}?childId=`: opening it starts the test, or goes on with it, with or without a network. */
export default function TakeTest({ testId, childId, user }: TakeTestProps) {
  const complete = testId !== null && childId !== null;
  const [phase, setPhase] = useState<Phase>({ kind: 'opening' });
  const [tries, setTries] = useState(0);
  // Made once for this opening: repeating the call after a lost reply does not start a second attempt.
  const [start] = useState<Start>(
    () => (complete ? takeEarlyStart(childId, testId) : undefined) ?? { clientId: uuid() },
  );
  const signedIn = user?.id ?? null;
  usePage('Teste', brand.productName);

  useEffect(() => {
    if (!complete)
      toast({ kind: 'error', title: 'Erro', text: 'Informações sobre o teste ou aluno estão incompletas.' });
  }, [complete]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks again
  useEffect(() => {
    if (testId === null || childId === null) return;
    let live = true;
    const put = (next: Phase) => {
      if (live) setPhase(next);
    };

    const open = async () => {
      const userId = signedIn ?? (await readPerson())?.id;
      if (userId === undefined) return put({ kind: 'failed', status: 0, detail: '' });
      const ids = { userId, childId, testId };
      const ended = sittingOfEntry();
      let kept = await keptUnderWay(ids);
      // The test that was here is over and another page is on its way: none may start in its place.
      if (!live || !isAt(testId)) return;
      if (!kept && ended !== null) {
        const last = await readSitting(userId, childId, testId);
        // Back or Forward led to the address of a test that is over: it must not start another one.
        if (last?.state === 'finished' && last.sitting.id === ended)
          return goTo(`/results/${ended}`, { replace: true });
      }
      kept ??= await beginHere(ids);
      if (!live || !isAt(testId)) return;
      if (kept) put({ kind: 'sitting', kept });
      void answerQueue.start(userId);
      if (signedIn !== null) void introduceParent(signedIn, firstNameOf(signedIn));
      // Asking the server now would start another attempt.
      if (kept?.prepared) return;
      const isOver =
        kept &&
        (kept.state === 'finishing' ||
          secondsLeft(Date.parse(kept.sitting.deadline), Date.now() + kept.clockOffset) === 0);
      if (isOver) return;
      const opened = await startOnce(ids, start);
      if (!live) return;
      // With a sitting on the device a server that cannot be reached, or does not know who is asking, changes nothing.
      if (kept && (opened.kind === 'failed' || opened.kind === 'signed-out')) return;
      if (opened.kind === 'signed-out') {
        rememberNext();
        return goTo('/', { replace: true });
      }
      if (opened.kind === 'failed')
        toast({ kind: 'error', title: 'Erro', text: 'Não foi possível iniciar o teste. Tente novamente.' });
      put(opened);
    };
    void open();
    return () => {
      live = false;
    };
  }, [testId, childId, signedIn, start, tries]);

  const catalogue = childId === null ? '/tests' : `/tests?childId=${childId}`;

  if (!complete) {
    return (
      <main className={styles.alone}>
        <h1 className="sr">Teste</h1>
        <ErrorState title="Informações sobre o teste ou aluno estão incompletas.">
          <Button href="/tests">Voltar aos testes</Button>
        </ErrorState>
      </main>
    );
  }
  switch (phase.kind) {
    case 'sitting':
      return <SittingScreen key={phase.kept.sitting.id} kept={phase.kept} />;
    case 'plan':
      return (
        <main className={styles.alone}>
          <Card>
            <div className={styles.plan}>
              <IconLock size={32} />
              <h1>O plano não inclui este teste agora</h1>
              <p>{phase.message}</p>
              <Button full href="/subscription">
                Ver planos
              </Button>
              <Button full variant="secondary" href={catalogue}>
                Voltar aos testes
              </Button>
            </div>
          </Card>
        </main>
      );
    case 'failed':
      return (
        <main className={styles.alone}>
          <h1 className="sr">Teste</h1>
          <ErrorState
            title="Não foi possível iniciar o teste. Tente novamente."
            text={phase.status === 0 ? 'Sem ligação à internet.' : undefined}
            detail={phase.detail || undefined}
            onRetry={() => {
              setPhase({ kind: 'opening' });
              setTries((count) => count + 1);
            }}
          >
            <Button variant="quiet" href={catalogue}>
              Voltar aos testes
            </Button>
          </ErrorState>
        </main>
      );
    default:
      return (
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
  }
}

/** The parent's first name where the page knows it; the device remembers it for a start without a network. */
function firstNameOf(userId: number): string {
  const known = knownUser();
  return known?.id === userId ? (known.fullName.trim().split(/\s+/)[0] ?? '') : '';
}
