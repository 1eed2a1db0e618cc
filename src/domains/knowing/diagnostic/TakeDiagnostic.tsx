import { useCallback, useEffect, useRef, useState } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import { WAVE_STEP, wave } from '../../../shared/fio.ts';
import { type CallError, caller, failureOf } from '../../../web/call/call.ts';
import { inChildMode } from '../../../web/call/child-mode.ts';
import { goTo, usePage } from '../../../web/call/navigation.ts';
import { useVisibleTime } from '../../../web/parts/visible-time.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { cx } from '../../../web/ui/base/cx.ts';
import { ErrorState } from '../../../web/ui/base/ErrorState.tsx';
import { IconCheck, IconChevronRight, IconOffline } from '../../../web/ui/base/Icon.tsx';
import { ActionBar } from '../../../web/ui/base/Layout.tsx';
import { useOnline } from '../../../web/ui/base/OfflineStrip.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { Notice } from '../../../web/ui/lists/Card.tsx';
import { CoverBar } from '../../../web/ui/paper/Cover.tsx';
import { Timer } from '../../../web/ui/paper/Timer.tsx';
import { bringWriting } from '../../bank/answering/writing.tsx';
import { Question } from '../../bank/test-bank/Question.tsx';
import { Finished } from '../../sitting/sitting/Finished.tsx';
import sitting from '../../sitting/sitting/TakeTest.module.css';
import styles from './Diagnostic.module.css';
import type { diagnosticContract, UnderWay } from './diagnostic.contract.ts';
import { DIAGNOSTIC } from './diagnostic.rules.ts';

const call = caller<typeof diagnosticContract>();

interface TakeDiagnosticProps {
  childId: number;
  discipline: UnderWay['discipline'];
}

type Phase =
  | { kind: 'opening' }
  | { kind: 'question'; now: UnderWay; receivedAt: number }
  | { kind: 'finished'; child: UnderWay['child']; answered: number }
  | { kind: 'failed'; error: CallError };

/** Renders one question at a time; the server chooses each after the answer to the previous one. Opening the page again continues. */
export default function TakeDiagnostic({ childId, discipline }: TakeDiagnosticProps) {
  const [phase, setPhase] = useState<Phase>({ kind: 'opening' });
  usePage(phase.kind === 'finished' ? 'Terminado' : 'Ponto de partida', brand.productName);
  const back = inChildMode()
    ? '/child'
    : `/children/${childId}/diagnostic?discipline=${encodeURIComponent(discipline)}`;

  const show = useCallback(async (now: UnderWay) => {
    const receivedAt = performance.now();
    await bringWriting([now.question]);
    setPhase({ kind: 'question', now, receivedAt });
  }, []);
  const open = useCallback(() => {
    setPhase({ kind: 'opening' });
    call('POST /api/diagnostics', { body: { childId, discipline } }).then(show, (error) =>
      setPhase({ kind: 'failed', error: failureOf(error) }),
    );
  }, [childId, discipline, show]);
  useEffect(open, [open]);

  if (phase.kind === 'failed') return <NotBegun error={phase.error} back={back} onRetry={open} />;
  if (phase.kind === 'opening') {
    return (
      <div className={sitting['screen']}>
        <div className={sitting['strip']} />
        <main className={sitting['main']}>
          <div className={sitting['waiting']}>
            <Skeleton lines={9} />
          </div>
        </main>
      </div>
    );
  }
  if (phase.kind === 'finished') {
    const answered = new Array<boolean>(phase.answered).fill(true);
    const home = () => goTo('/child');
    const told = { child: phase.child, answered, timeIsUp: false };
    return inChildMode() ? (
      <Finished {...told} handBack={{ onHome: home, onShow: home }} />
    ) : (
      <Finished {...told} onShow={() => goTo(back)} />
    );
  }
  return (
    <Asking
      key={phase.now.question.id}
      now={phase.now}
      receivedAt={phase.receivedAt}
      onNext={show}
      onEnd={() => {
        refreshKeptReads().catch(() => {});
        setPhase({ kind: 'finished', child: phase.now.child, answered: phase.now.answered + 1 });
      }}
      onRefused={(error) => (error.code === 'already-answered' ? open() : setPhase({ kind: 'failed', error }))}
    />
  );
}

function NotBegun({ error, back, onRetry }: { error: CallError; back: string; onRetry: () => void }) {
  const { status, said } = error;
  const again = status === 0 || status >= 500;
  return (
    <main className={sitting['alone']}>
      <h1 className="sr">Ponto de partida</h1>
      <ErrorState
        title={again ? 'Não foi possível começar.' : said}
        text={status === 0 ? 'Precisa de internet. Ligue os dados ou o Wi-Fi e tente de novo.' : undefined}
        {...(again ? { onRetry } : {})}
      >
        <Button variant="quiet" href={back}>
          Voltar
        </Button>
      </ErrorState>
    </main>
  );
}

interface SendingEvents {
  onSend: () => void;
  onNext: (next: UnderWay) => void;
  onEnd: () => void;
  onRefused: (error: CallError) => void;
}

interface AskingProps extends Omit<SendingEvents, 'onSend'> {
  now: UnderWay;
  /** The value of performance.now() when the server's time was received. */
  receivedAt: number;
}

/** Counts down from the server's value received at `receivedAt` (performance.now()). */
function useSecondsLeft(remainingSeconds: number, receivedAt: number): number {
  const [left, setLeft] = useState(remainingSeconds);
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, remainingSeconds - (performance.now() - receivedAt) / 1000));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [remainingSeconds, receivedAt]);
  return left;
}

/** Sends the choice for a question, and sends it again once the network is back. */
function useSending({ id, question }: UnderWay, { onSend, onNext, onEnd, onRefused }: SendingEvents) {
  const [sending, setSending] = useState<{ selectedAnswer: string | null } | null>(null);
  const [offline, setOffline] = useState(false);
  const online = useOnline();
  const visibleTime = useVisibleTime();

  const send = (selectedAnswer: string | null) => {
    onSend();
    setSending({ selectedAnswer });
    setOffline(false);
    const body = {
      questionId: question.id,
      selectedAnswer: selectedAnswer as 'A' | null,
      visibleMs: Math.round(visibleTime()),
    };
    call('POST /api/diagnostics/:id/answers', { params: { id: String(id) }, body }).then(
      (reply) => (reply.finished ? onEnd() : onNext(reply)),
      (error) => {
        const refused = failureOf(error);
        if (refused.status > 0 && refused.status < 500) return onRefused(refused);
        setOffline(true);
      },
    );
  };
  // Unsent choices are sent as soon as the network is back.
  const again = useRef(() => {});
  useEffect(() => {
    again.current = () => {
      if (offline && sending) send(sending.selectedAnswer);
    };
  });
  useEffect(() => {
    if (online) again.current();
  }, [online]);

  return { sending, offline, online, busy: sending !== null && !offline, send };
}

/** Says whether the answers so far are stored. */
function Safety({ offline, busy, isSaved }: { offline: boolean; busy: boolean; isSaved: boolean }) {
  return (
    <span
      className={cx(sitting['safety'], offline ? sitting['trouble'] : !busy && isSaved && sitting['safe'])}
      role="status"
    >
      {offline ? <IconOffline size={18} /> : !busy && isSaved && <IconCheck size={18} />}
      <span>{offline ? 'Sem internet' : busy ? 'A guardar…' : isSaved ? 'Guardado' : ''}</span>
    </span>
  );
}

/** Renders one question of the diagnostic, until its answer is sent. */
function Asking({ now, receivedAt, onNext, onEnd, onRefused }: AskingProps) {
  const { question, answered, fewest, child, remainingSeconds } = now;
  const [chosen, setChosen] = useState<string>();
  const [hint, setHint] = useState(false);
  const onSend = () => setHint(false);
  const { sending, offline, online, busy, send } = useSending(now, { onSend, onNext, onEnd, onRefused });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    if (answered > 0) heading.current?.focus({ preventScroll: true });
  }, [answered]);

  const turn = answered + 1;
  return (
    <div className={sitting['screen']}>
      <Strip child={child} remainingSeconds={remainingSeconds} receivedAt={receivedAt} />
      <main className={sitting['main']}>
        <Thread answered={answered} fewest={fewest} />
        <div className={sitting['meta']}>
          <span className={styles['count']} id="where">
            <b>Pergunta {turn}</b> · {toGo(turn, fewest)}
          </span>
          <Safety offline={offline} busy={busy} isSaved={answered > 0} />
        </div>
        {(offline || !online) && <Offline onRetry={sending && (() => send(sending.selectedAnswer))} />}
        <form
          id="question"
          onSubmit={(event) => {
            event.preventDefault();
            if (busy) return;
            if (chosen === undefined) setHint(true);
            else send(chosen);
          }}
        >
          <Question
            question={question}
            chosen={chosen}
            onChoose={(letter) => {
              setHint(false);
              if (!busy) setChosen(letter);
            }}
            big={/^[12]º/.test(child.schoolClass)}
            languages={now.languages}
            heading={heading}
            below={
              <p className={styles['say']} role="status">
                {hint && 'Escolhe uma resposta, ou toca em «Ainda não aprendi».'}
              </p>
            }
          />
        </form>
      </main>
      <Next disabled={busy} onUnknown={() => send(null)} />
    </div>
  );
}

/** Renders the button that submits the form of the question, and the one that leaves it: both are seen below any picture. */
function Next({ disabled, onUnknown }: { disabled: boolean; onUnknown: () => void }) {
  return (
    <ActionBar>
      <Button full size="l" variant="secondary" disabled={disabled} onClick={onUnknown}>
        Ainda não aprendi
      </Button>
      <Button full size="l" type="submit" form="question" disabled={disabled} iconEnd={<IconChevronRight size={22} />}>
        Próxima
      </Button>
    </ActionBar>
  );
}

/** Renders the child's cover and the time that is left. */
function Strip({
  child,
  remainingSeconds,
  receivedAt,
}: Pick<UnderWay, 'child' | 'remainingSeconds'> & Pick<AskingProps, 'receivedAt'>) {
  const left = useSecondsLeft(remainingSeconds, receivedAt);
  return (
    <CoverBar cover={child.cover} name={child.firstName}>
      <Timer seconds={left} endText="O tempo acabou. Esta é a última pergunta." />
    </CoverBar>
  );
}

/** Says that there is no network; `onRetry` sends the choice that could not be sent. */
function Offline({ onRetry }: { onRetry: (() => void) | null }) {
  return (
    <div className={sitting['notice']}>
      <Notice
        action={
          onRetry && (
            <Button size="l" onClick={onRetry}>
              Tentar de novo
            </Button>
          )
        }
      >
        Sem internet. A pergunta espera por ti.
      </Notice>
    </div>
  );
}

/** How many questions come after this one. */
function toGo(turn: number, fewest: number): string {
  const most = DIAGNOSTIC.MOST - turn;
  if (most === 0) return 'a última';
  return turn < fewest
    ? `faltam entre ${fewest - turn} e ${most}`
    : `${most === 1 ? 'falta' : 'faltam'} no máximo ${most}`;
}

/** Number of small dots after the certain ones: there may be further questions. */
const GRAINS = 4;

/**
 * Renders the thread of the diagnostic: the fewest questions are certain, and the dots after them become sparser. It is decoration: the text
 * beside it says the same.
 */
function Thread({ answered, fewest }: { answered: number; fewest: number }) {
  const dots = Math.max(fewest, answered + 1);
  const grains = Math.min(GRAINS, DIAGNOSTIC.MOST - dots);
  const path = wave(dots);
  return (
    <svg className={styles['thread']} viewBox={`-2 0 ${WAVE_STEP * (dots + grains) + 4} 32`} aria-hidden="true">
      <path d={path} />
      <path className={styles['drawn']} d={wave(answered)} />
      {Array.from({ length: dots + grains }, (_, index) => index).map((index) => {
        const look = index < answered ? styles['done'] : index === answered ? styles['here'] : undefined;
        const radius = index < dots ? (index <= answered ? 4.6 : 3.8) : 2.5 - 0.45 * (index - dots);
        return <circle key={index} className={look} cx={WAVE_STEP * (index + 0.5)} cy="16" r={radius} />;
      })}
    </svg>
  );
}

/**
 * Reads again what this device has read before the diagnostic ended, when there was no result. The cache of the parent's pages is loaded only
 * now: a diagnostic does not use it.
 */
async function refreshKeptReads(): Promise<void> {
  const { refreshAfterTest } = await import('../../../web/call/api.ts');
  await refreshAfterTest();
}
