import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import { type FirstTaps, takeFirstQuestion } from '../../../delivery/browser/early-start.ts';
import { isYoung } from '../../../shared/young.ts';
import { inChildMode } from '../../../web/call/child-mode.ts';
import { leaveTo, useLeaveGuard } from '../../../web/call/leave-guard.tsx';
import { usePage } from '../../../web/call/navigation.ts';
import { answerQueue } from '../../../web/device/answer-queue.ts';
import { isDurable, keepCurrentQuestion } from '../../../web/device/device-store.ts';
import { readsItself } from '../../../web/parts/reads-itself.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconCheck, IconChevronDown, IconChevronLeft, IconChevronRight } from '../../../web/ui/base/Icon.tsx';
import { ActionBar } from '../../../web/ui/base/Layout.tsx';
import { CoverBar } from '../../../web/ui/paper/Cover.tsx';
import { FioProgress } from '../../../web/ui/paper/Fio.tsx';
import { Timer } from '../../../web/ui/paper/Timer.tsx';
import { languagesOf, pictureSources } from '../../bank/test-bank/presented.rules.ts';
import { Question, useQuestionHeading } from '../../bank/test-bank/Question.tsx';
import type { PresentedQuestion } from '../../bank/test-bank/tests.contract.ts';
import type { Sitting } from '../attempts/attempts.contract.ts';
import { CalmPause, usePause } from './CalmPause.tsx';
import { Finishing } from './Finishing.tsx';
import { type SittingDialog, SittingDialogs } from './SittingDialogs.tsx';
import { Notices, Safety } from './SittingNotices.tsx';
import type { ServerClock } from './server-clock.web.ts';
import { meansToFinish, nextUnanswered } from './sitting.rules.ts';
import { useChoices, useWork } from './sitting-answers.tsx';
import { type Kept, useSittingClock } from './sitting-clock.tsx';
import {
  learnUser,
  useChangesOnDevice,
  useFinishing,
  useLeaveWhenGraded,
  useWarningBeforeLoss,
} from './sitting-end.tsx';
import styles from './TakeTest.module.css';

/** Renders a test in progress, one question at a time. Everything is stored on the device before it is sent. */
export function SittingScreen({ kept }: { kept: Kept }) {
  const { sitting } = kept;
  const { id: attemptId, questions } = sitting;
  const back = inChildMode() ? '/child' : `/tests?childId=${sitting.childId}`;

  const [dialog, setDialog] = useState<SittingDialog>(null);
  const time = useSittingClock(kept);
  const { current, goTo, noteChoice, bareMs } = useCurrent(kept, time.clock);
  const answers = useAnswers(kept, time, questions[current]?.id);
  const { choices, choose, finishing, isStoring, finish, done } = answers;
  const { answered } = done;
  const safety = useSafety(attemptId);
  // While the test is being finished, Back does nothing: the phone is still in the child's hands.
  useLeaveGuard(attemptId, true, () => {
    if (!finishing) setDialog((open) => (open === null ? 'leave' : null));
  });
  useWarningBeforeLoss(attemptId);
  useImagesAhead(questions);
  const heading = useQuestionHeading(current);
  useFirstTaps(attemptId, ({ questionId, chosen, goesOn }) => {
    if (chosen) answers.showChoice(questionId, chosen.letter, chosen.storing);
    if (goesOn && questions.length > 1) move(1);
  });

  if (finishing)
    return <Finishing done={done} safety={isStoring ? 'saving' : safety} problem={answers.problem} back={back} />;

  const move = (index: number) => {
    answers.keepWritten();
    setDialog(null);
    goTo(index);
  };
  const isLast = current === questions.length - 1;
  const next = () => {
    if (!isLast) move(current + 1);
    else if (!answered.every(Boolean)) setDialog('finish');
    else if (meansToFinish(bareMs())) finish();
  };
  return (
    <div className={styles.screen}>
      <Strip sitting={sitting} left={time.left} isSaved={safety === 'saved'} />
      <main className={styles.main}>
        <Progress answered={answered} current={current} onOpen={() => setDialog('overview')}>
          <Safety state={safety} durable={isDurable()} prepared={kept.prepared !== undefined} />
        </Progress>
        <Notices sitting={sitting} isSignedOut={safety === 'signed-out'} />
        <QuestionForm
          sitting={sitting}
          current={current}
          choices={choices}
          onChoose={({ id, asks }, answer) => {
            noteChoice();
            if (asks) answers.write(id, answer);
            else choose(id, answer);
          }}
          onHelp={answers.hearText}
          onNext={next}
          heading={heading}
        />
      </main>
      {answers.isPaused && <CalmPause answered={answered} current={current} />}
      <Moves isFirst={current === 0} isLast={isLast} onPrevious={() => move(current - 1)} />
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

/** Holds the answers of a sitting and its end, and follows what other tabs and the server do with them. */
function useAnswers(kept: Kept, time: ReturnType<typeof useSittingClock>, questionId: number | undefined) {
  const { id: attemptId, child, questions } = kept.sitting;
  const work = useWork(kept, time.clock, questionId);
  const pause = usePause(work.measured);
  const { choices, choose, showChoice, readBack, write, keepWritten } = useChoices(kept, time.clock, work, pause.begin);
  const { finishing, setFinishing, isStoring, timeIsUp, problem, finish } = useFinishing(
    kept,
    time,
    work.measured,
    keepWritten,
  );
  const done = { child, answered: questions.map(({ id }) => choices[id] !== undefined), timeIsUp };
  useLeaveWhenGraded(attemptId, done);
  useChangesOnDevice(kept, (fresh) => {
    readBack(fresh);
    if (fresh.state === 'finishing') setFinishing(true);
  });
  return {
    choices,
    choose,
    showChoice,
    write,
    keepWritten,
    hearText: work.measured.hearText,
    isPaused: pause.isPaused,
    finishing,
    isStoring,
    problem,
    finish,
    done,
  };
}

/** Returns whether the choices of an attempt are saved, and if not, why. */
function useSafety(attemptId: number) {
  const read = () => answerQueue.stateOf(attemptId);
  return useSyncExternalStore(answerQueue.subscribe, read, read);
}

/** Returns the question on the screen, kept on the device, and how long the child has seen it without choosing. */
function useCurrent({ key, current: first, sitting: { questions } }: Kept, clock: ServerClock) {
  const [current, setCurrent] = useState(() => Math.min(first, Math.max(0, questions.length - 1)));
  /** When the child reached the current question, as long as nothing has been chosen there since. */
  const cameBare = useRef(Number.NEGATIVE_INFINITY);
  return {
    current,
    goTo(index: number): void {
      cameBare.current = performance.now();
      setCurrent(index);
      void keepCurrentQuestion(key, { current: index, clockOffset: clock.offset() });
    },
    noteChoice(): void {
      cameBare.current = Number.NEGATIVE_INFINITY;
    },
    bareMs: () => performance.now() - cameBare.current,
  };
}

/**
 * Takes over from the first question that the page showed before this screen. This happens before the browser paints, so that the question
 * does not move and the same option keeps the focus.
 */
function useFirstTaps(attemptId: number, use: (taps: FirstTaps) => void): void {
  const takeOver = useEffectEvent(() => {
    const taps = takeFirstQuestion(attemptId);
    if (!taps) return;
    use(taps);
    const option = taps.focused && document.querySelector<HTMLElement>(`#question input[value="${taps.focused}"]`);
    if (option) option.focus({ preventScroll: true });
  });
  useLayoutEffect(() => takeOver(), []);
}

const isForYoung = ({ child, test }: Sitting) => isYoung(child.schoolClass) || isYoung(test.schoolClass);

/** Loads all pictures at once, so that the browser has them cached and later questions are complete without a network. */
function useImagesAhead(questions: Sitting['questions']): void {
  useEffect(() => {
    for (const source of pictureSources(questions)) new Image().src = source;
  }, [questions]);
}

/** The strip with the child's cover and the remaining time. */
function Strip({ sitting, left, isSaved }: { sitting: Sitting; left: number; isSaved: boolean }) {
  const { child } = sitting;
  return (
    <CoverBar cover={child.cover} name={child.firstName}>
      {/* A running clock only worries a child who cannot read it; a tap shows it. */}
      <Timer
        seconds={left}
        startsHidden={isForYoung(sitting)}
        endText={
          isSaved
            ? undefined
            : isDurable()
              ? 'O tempo acabou. As respostas estão guardadas neste telemóvel.'
              : 'O tempo acabou. Não feches esta página.'
        }
      />
    </CoverBar>
  );
}

interface ProgressProps {
  answered: readonly boolean[];
  current: number;
  /** Opens the overview of all questions. */
  onOpen: () => void;
  /** Shown beside the number of the question. */
  children: ReactNode;
}

/** Renders how far the child has come: the progress line, and which question this is. */
function Progress({ answered, current, onOpen, children }: ProgressProps) {
  return (
    <>
      <FioProgress
        states={answered.map((isDone, index) => (isDone ? 'done' : index < current ? 'skipped' : 'todo'))}
        current={current}
      />
      <div className={styles.meta}>
        <Where current={current} of={answered.length} onOpen={onOpen} />
        {children}
      </div>
    </>
  );
}

/** Which question this is. It opens the overview of all. */
function Where({ current, of, onOpen }: { current: number; of: number; onOpen: () => void }) {
  return (
    <button
      type="button"
      id="where"
      className={styles.where}
      title="Ver todas as perguntas"
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      {/* A text that changes is the only content of its element: React can then replace it even after a browser's translation. */}
      <span>{`Questão ${current + 1} de ${of}`}</span>
      <IconChevronDown size={18} />
    </button>
  );
}

interface QuestionFormProps {
  sitting: Sitting;
  current: number;
  choices: Readonly<Record<number, string>>;
  onChoose: (question: PresentedQuestion, answer: string) => void;
  /** Called when a passage in a reading test was read aloud. */
  onHelp: () => void;
  onNext: () => void;
  heading: RefObject<HTMLHeadingElement | null>;
}

/** The current question. It is submitted by Enter, or by the button for the next question. */
function QuestionForm({ sitting, current, choices, onChoose, onHelp, onNext, heading }: QuestionFormProps) {
  const { childId, test, questions } = sitting;
  const question = questions[current];
  usePage(`Questão ${current + 1} de ${questions.length}`, brand.productName);
  return (
    <form
      id="question"
      onSubmit={(event) => {
        event.preventDefault();
        onNext();
      }}
      onKeyDown={(event) => {
        // Enter on the heading, which has the focus after a move; on a radio button, Enter submits the form anyway.
        if (event.key === 'Enter' && event.target === heading.current) onNext();
      }}
    >
      {question && (
        <Question
          question={question}
          chosen={choices[question.id]}
          onChoose={(answer) => onChoose(question, answer)}
          schoolClass={test.schoolClass}
          big={isForYoung(sitting)}
          languages={languagesOf(test, question.alternatives)}
          readItself={readsItself(childId)}
          onHelp={onHelp}
          heading={heading}
        />
      )}
    </form>
  );
}

function Moves({ isFirst, isLast, onPrevious }: { isFirst: boolean; isLast: boolean; onPrevious: () => void }) {
  return (
    <ActionBar>
      <Button size="l" variant="secondary" icon={<IconChevronLeft size={22} />} disabled={isFirst} onClick={onPrevious}>
        Anterior
      </Button>
      <Button
        size="l"
        type="submit"
        form="question"
        iconEnd={isLast ? <IconCheck size={22} /> : <IconChevronRight size={22} />}
      >
        <span>{isLast ? 'Finalizar' : 'Próxima'}</span>
      </Button>
    </ActionBar>
  );
}
