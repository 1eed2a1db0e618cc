import { type ReactNode, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { USUAL_DURATION } from '../../shared/durations.ts';
import { answerQueue, request } from '../../web/answer-queue.ts';
import { brand } from '../../web/boot.ts';
import { inChildMode } from '../../web/child-mode.ts';
import { isDurable, notePlace, readSitting } from '../../web/device-store.ts';
import { rememberNext, usePage } from '../../web/navigation.ts';
import type { SaveState } from '../../web/queue.rules.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Notice } from '../../web/ui/Card.tsx';
import { CoverBar } from '../../web/ui/Cover.tsx';
import { cx } from '../../web/ui/cx.ts';
import { ErrorState } from '../../web/ui/ErrorState.tsx';
import { FioProgress } from '../../web/ui/Fio.tsx';
import {
  IconCheck,
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
  IconClock,
  IconOffline,
} from '../../web/ui/Icon.tsx';
import { ActionBar } from '../../web/ui/Layout.tsx';
import { Spinner } from '../../web/ui/Spinner.tsx';
import { Timer } from '../../web/ui/Timer.tsx';
import { toast } from '../../web/ui/Toast.tsx';
import type { User } from '../accounts/accounts.contract.ts';
import { knownUser, setUser } from '../accounts/session.tsx';
import { Question } from '../tests/Question.tsx';
import { languagesOf } from '../tests/tests.rules.ts';
import { isYoung } from '../tests/young.rules.ts';
import type { Sitting } from './attempts.contract.ts';
import { Finished } from './Finished.tsx';
import { markJustFinished } from './just-finished.web.ts';
import { leaveTo, useLeaveGuard } from './leave-guard.tsx';
import { readsItself } from './reads-itself.web.ts';
import { type SittingDialog, SittingDialogs } from './SittingDialogs.tsx';
import { extendedTimeText, meansToFinish, nextUnanswered } from './sitting.rules.ts';
import { type Kept, useSittingClock } from './sitting-clock.tsx';
import { measureWork } from './sitting-work.web.ts';
import styles from './TakeTest.module.css';

const WORDS: Record<SaveState, string> = {
  saved: 'Guardado',
  saving: 'A guardar…',
  'on-device': 'Sem ligação — guardado neste telemóvel',
  'signed-out': 'Guardado neste telemóvel',
};

/** Whether what was done is safe. A reader hears of a problem and of its end, not of every tap. */
function Safety({ state, durable, prepared }: { state: SaveState; durable: boolean; prepared: boolean }) {
  const [said, setSaid] = useState('');
  const trouble = !prepared && (state === 'on-device' || state === 'signed-out');
  // In a private window nothing is kept on the device: then the words must not say so.
  const words = prepared
    ? WORDS['signed-out']
    : trouble && !durable
      ? 'Sem ligação — não feches esta página'
      : WORDS[state];
  const next = trouble ? words : state === 'saved' && said !== '' ? words : said;
  if (next !== said) setSaid(next);
  return (
    <span className={cx(styles.safety, (prepared || state === 'saved') && styles.safe, trouble && styles.trouble)}>
      {(prepared || state === 'saved') && <IconCheck size={18} />}
      {trouble && <IconOffline size={18} />}
      <span aria-hidden={trouble}>{words}</span>
      <span className="sr" role="status">
        {next}
      </span>
    </span>
  );
}

/** The attempt under way: one question at a time, everything kept on the device before it is sent. */
export function SittingScreen({ kept }: { kept: Kept }) {
  const { key, userId, sitting, prepared } = kept;
  const { id: attemptId, childId, testId, test, child, questions } = sitting;
  const back = inChildMode() ? '/child' : `/tests?childId=${childId}`;

  const [current, setCurrent] = useState(() => Math.min(kept.current, Math.max(0, questions.length - 1)));
  const [choices, setChoices] = useState<Record<number, string>>(() => lettersOf(kept));
  const [finishing, setFinishing] = useState(kept.state === 'finishing');
  const [timeIsUp, setTimeIsUp] = useState(false);
  const [problem, setProblem] = useState<{ status: number; message?: string; gone?: true } | null>(null);
  const [dialog, setDialog] = useState<SittingDialog>(null);
  const young = isYoung(child.schoolClass) || isYoung(test.schoolClass);
  // A clock that runs only worries a child who cannot read it; one tap shows it.
  const [timerHidden, setTimerHidden] = useState(young);
  const { clock, left } = useSittingClock(kept);
  const safety = useSyncExternalStore(answerQueue.subscribe, () => answerQueue.stateOf(attemptId));

  const question = questions[current];
  const answered = questions.map(({ id }) => choices[id] !== undefined);
  const isLast = current === questions.length - 1;
  const heading = useRef<HTMLHeadingElement>(null);

  usePage(finishing ? 'Teste terminado' : `Questão ${current + 1} de ${questions.length}`, brand.productName);

  // Pictures come at once and are kept by the browser, so that a later question is whole without a network.
  useEffect(() => {
    for (const { image } of questions) if (image) new Image().src = image.src;
  }, [questions]);

  // Choices that are on the screen but not yet on the device: whatever is read back must not undo them.
  const unkept = useRef(new Map<number, string>());
  const show = useCallback(
    (fresh: Kept) => setChoices({ ...lettersOf(fresh), ...Object.fromEntries(unkept.current) }),
    [],
  );
  useEffect(() => show(kept), [kept, show]);

  const [work] = useState(() => measureWork(attemptId, () => clock.now() - Date.parse(sitting.startedAt)));
  useEffect(() => {
    document.addEventListener('visibilitychange', work.onVisibility);
    return () => document.removeEventListener('visibilitychange', work.onVisibility);
  }, [work]);

  // Seconds on each question, over all its visits.
  const spent = useRef(new Map<number, number>());
  const shownAt = useRef(0);
  const questionId = question?.id;
  useEffect(() => {
    shownAt.current = performance.now();
    if (questionId !== undefined) work.show(questionId);
    const times = spent.current;
    return () => {
      if (questionId !== undefined)
        times.set(questionId, (times.get(questionId) ?? 0) + (performance.now() - shownAt.current) / 1000);
    };
  }, [questionId, work]);

  /** When the child came to the question on the screen, while nothing has been chosen there since. */
  const cameBare = useRef(Number.NEGATIVE_INFINITY);
  const choose = (letter: string) => {
    if (!question) return;
    const { id } = question;
    cameBare.current = Number.NEGATIVE_INFINITY;
    setChoices((before) => ({ ...before, [id]: letter }));
    unkept.current.set(id, letter);
    const responseTime = Math.round((spent.current.get(id) ?? 0) + (performance.now() - shownAt.current) / 1000);
    void answerQueue
      .keep({
        userId,
        childId,
        testId,
        attemptId,
        questionId: id,
        selectedAnswer: letter,
        responseTime,
        timing: work.choose(id),
        startedAt: Date.parse(sitting.startedAt),
        answeredAt: clock.now(),
      })
      .then(() => unkept.current.get(id) === letter && unkept.current.delete(id));
  };

  const move = (index: number) => {
    cameBare.current = performance.now();
    setDialog(null);
    setCurrent(index);
    void notePlace(key, { current: index, clockOffset: clock.offset() });
  };
  // After the dialog has closed and given focus back, or it would take it away again.
  const moved = useRef(current);
  useEffect(() => {
    if (moved.current === current) return;
    moved.current = current;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [current]);

  const finish = useCallback(() => {
    setDialog(null);
    setProblem(null);
    setFinishing(true);
    const end = prepared && endOf(prepared, sitting, clock.now());
    void answerQueue.finish({ attemptId, userId, childId, testId, work: work.summary(), ...(end && { end }) });
  }, [attemptId, userId, childId, testId, work, prepared, sitting, clock]);

  const finishWasAsked = useRef(finishing);
  useEffect(() => {
    finishWasAsked.current = finishing;
  }, [finishing]);
  useEffect(() => {
    if (left > 0 || finishWasAsked.current) return;
    setTimeIsUp(true);
    finish();
  }, [left, finish]);

  const next = () => {
    if (!isLast) move(current + 1);
    else if (answered.every(Boolean)) {
      if (meansToFinish(performance.now() - cameBare.current)) finish();
    } else setDialog('finish');
  };

  const done = { child, answered, timeIsUp };
  const doneNow = useRef(done);
  useEffect(() => {
    doneNow.current = done;
  });
  useEffect(
    () =>
      answerQueue.onEvent((event) => {
        if (!('attemptId' in event) || event.attemptId !== attemptId) return;
        if (event.kind === 'completed') {
          markJustFinished(attemptId, doneNow.current);
          void leaveTo(inChildMode() ? `/child?attempt=${attemptId}` : `/results/${attemptId}`, learnUser);
        } else if (event.kind === 'finish-delayed') {
          setProblem({ status: event.status });
          if (event.status >= 404)
            toast({ kind: 'error', title: 'Erro', text: 'Não foi possível finalizar o teste. Tente novamente.' });
        } else if (event.kind === 'finish-refused') {
          setProblem({ status: event.status, message: event.message, gone: true });
        } else {
          if (event.kind === 'dropped' && !finishWasAsked.current) {
            // Over for the server: completed on another device, or its time is up. Finishing brings the result either way.
            if (event.why === 'closed') finish();
            else
              toast({
                kind: 'error',
                title: 'Erro',
                text: 'Não foi possível registrar sua resposta. Continue o teste.',
              });
          }
          void readSitting<Sitting>(userId, childId, testId).then((fresh) => {
            if (fresh?.sitting.id !== attemptId || fresh.state === 'finished') return;
            show(fresh);
            if (fresh.state === 'finishing') setFinishing(true);
          });
        }
      }),
    [attemptId, userId, childId, testId, finish, show],
  );

  // While the test is being finished Back leads nowhere: the phone is still in the child's hands.
  useLeaveGuard(attemptId, true, () => {
    if (!finishWasAsked.current) setDialog((open) => (open === null ? 'leave' : null));
  });
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!answerQueue.isAtRisk(attemptId)) return;
      event.preventDefault();
      event.returnValue = '';
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [attemptId]);

  const signIn = (
    <Notice
      title="A sessão terminou"
      action={
        <Button
          size="l"
          onClick={() => {
            rememberNext();
            // Loaded, not drawn: the page must learn from the server that nobody is signed in.
            location.assign('/auth');
          }}
        >
          Entrar de novo
        </Button>
      }
    >
      As tuas respostas estão guardadas neste telemóvel. Pede ao teu encarregado de educação para entrar de novo.
    </Notice>
  );

  if (finishing) {
    if (problem?.gone) {
      return (
        <Ending sitting={sitting}>
          <ErrorState title="Não foi possível finalizar o teste." text={problem.message || 'Este teste já não existe.'}>
            <Button href={back}>Voltar aos testes</Button>
          </ErrorState>
        </Ending>
      );
    }
    if (safety === 'signed-out') return <Ending sitting={sitting}>{signIn}</Ending>;
    if (safety === 'on-device' || problem) {
      const text =
        problem && problem.status >= 404
          ? 'As respostas estão guardadas neste telemóvel. Tentamos outra vez daqui a pouco.'
          : undefined;
      return <Finished {...done} waiting={{ onRetry: () => void answerQueue.flush(), text }} />;
    }
    return (
      <Ending sitting={sitting}>
        <Spinner label="A enviar as respostas…" />
      </Ending>
    );
  }

  const extended = extendedTimeText(sitting.timeLimit, test.duration ?? USUAL_DURATION);
  const languages = languagesOf(test);

  return (
    <div className={cx(styles.screen, young && styles.young)}>
      <CoverBar cover={child.cover} name={child.firstName}>
        <Timer
          seconds={left}
          hidden={timerHidden}
          onToggle={() => setTimerHidden((hidden) => !hidden)}
          endText={safety === 'saved' ? undefined : 'O tempo terminou. As respostas estão guardadas neste telemóvel.'}
        />
      </CoverBar>
      <main className={styles.main}>
        <FioProgress
          states={answered.map((isDone, index) => (isDone ? 'done' : index < current ? 'skipped' : 'todo'))}
          current={current}
        />
        <div className={styles.meta}>
          <button
            type="button"
            id="where"
            className={styles.where}
            title="Ver todas as questões"
            aria-haspopup="dialog"
            onClick={() => setDialog('overview')}
          >
            Questão {current + 1} de {questions.length}
            <IconChevronDown size={18} />
          </button>
          <Safety state={safety} durable={isDurable()} prepared={prepared !== undefined} />
        </div>
        {extended && (
          <p className={styles.extended}>
            <IconClock size={18} />
            {extended}
          </p>
        )}
        {safety === 'signed-out' && <div className={styles.notice}>{signIn}</div>}
        {!isDurable() && (
          <div className={styles.notice}>
            <Notice>Este navegador não deixa guardar no telemóvel. Não feches esta página antes de terminares.</Notice>
          </div>
        )}
        <form
          id="question"
          onSubmit={(event) => {
            event.preventDefault();
            next();
          }}
          onKeyDown={(event) => {
            // From the heading, which has focus after a move; a radio submits the form by itself.
            if (event.key === 'Enter' && event.target === heading.current) next();
          }}
        >
          {question && (
            <Question
              question={question}
              chosen={choices[question.id]}
              onChoose={choose}
              big={young}
              languages={languages}
              readItself={readsItself(childId)}
              onHelp={work.hearText}
              heading={heading}
            />
          )}
        </form>
      </main>
      <ActionBar>
        <Button
          size="l"
          variant="secondary"
          icon={<IconChevronLeft size={22} />}
          disabled={current === 0}
          onClick={() => move(current - 1)}
        >
          Anterior
        </Button>
        <Button
          size="l"
          type="submit"
          form="question"
          iconEnd={isLast ? <IconCheck size={22} /> : <IconChevronRight size={22} />}
        >
          {isLast ? 'Finalizar' : 'Próxima'}
        </Button>
      </ActionBar>
      <SittingDialogs
        open={dialog}
        onClose={() => setDialog(null)}
        answered={answered}
        current={current}
        firstOpen={nextUnanswered(answered)}
        onJump={move}
        onFinish={finish}
        onLeave={() => void leaveTo(back, learnUser)}
        onAskLeave={() => setDialog('leave')}
      />
    </div>
  );
}

/** When a prepared test ended: now, or at its deadline if that has passed. */
function endOf({ startedAt, clockOffset }: NonNullable<Kept['prepared']>, sitting: Kept['sitting'], now: number) {
  const limit = sitting.timeLimit * 1000;
  const elapsedMs = Math.max(0, Math.round(Math.min(now - Date.parse(sitting.startedAt), limit)));
  const wall = Date.now() + clockOffset;
  // Ended by its deadline while nobody looked, as by a flat battery: the wall clock then tells when somebody came back.
  return { elapsedMs, at: elapsedMs === limit && wall > startedAt + limit ? startedAt + limit : wall };
}

const lettersOf = ({ choices }: Kept): Record<number, string> =>
  Object.fromEntries(Object.entries(choices).map(([questionId, { selectedAnswer }]) => [questionId, selectedAnswer]));

/** Milliseconds that leaving the test may wait to learn who is signed in. */
const INTRODUCTION = 3000;

/** A page that started without a network does not know who is signed in, and every other screen asks. */
async function learnUser(): Promise<void> {
  if (knownUser() || inChildMode()) return;
  const tooLong = new Promise<undefined>((resolve) => setTimeout(resolve, INTRODUCTION));
  const reply = await Promise.race([request('GET', '/api/user'), tooLong]);
  if (reply?.status === 200) setUser(reply.body as User);
}

/** The strip of the child's cover with one thing under it, after the test. */
function Ending({ sitting: { child }, children }: { sitting: Kept['sitting']; children: ReactNode }) {
  return (
    <div className={styles.screen}>
      <CoverBar cover={child.cover} name={child.firstName} />
      <main className={styles.main}>{children}</main>
    </div>
  );
}
