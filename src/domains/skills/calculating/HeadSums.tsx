import { useEffect, useRef, useState } from 'react';
import { dayAndMonth } from '../../../shared/dates.ts';
import { toWhom } from '../../../shared/text.ts';
import { inChildMode } from '../../../web/call/child-mode.ts';
import { ReadAloud } from '../../../web/parts/ReadAloud.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { BackLink } from '../../../web/ui/lists/Card.tsx';
import { ChildCover } from '../../../web/ui/paper/Cover.tsx';
import { saysNothing } from '../grid/grid.rules.ts';
import { AloudSums } from './AloudSums.tsx';
import { Brought, homeOf } from './Brought.tsx';
import styles from './Calculating.module.css';
import { type Calculator, nextSet, secondsSince, sendCalculation } from './calculating-device.web.ts';
import type { ToldCalculation } from './calculations.rules.ts';
import { HeadResult } from './HeadResult.tsx';
import {
  type Answered,
  COPY_SECONDS,
  RUN_SECONDS,
  reasonsOf,
  reasonsOfMarked,
  WRONG_IN_A_ROW,
  wrongInARow,
} from './head.rules.ts';
import { SumScreen } from './SumScreen.tsx';
import { ABOUT, copiesOf, resultOf, SETS_VERSION, SUMS_OF_SET, sumsOf, sumText } from './sums.rules.ts';

type Stage =
  | { at: 'before' | 'copying' | 'ready' | 'running' | 'aloud' }
  | { at: 'thanks'; told: ToldCalculation }
  | { at: 'result'; told: ToldCalculation };

/** Sums in the head: numbers copied for 15 seconds, then sums for a minute, or said aloud and marked. Everything works without network. */
export default function HeadSums({ childId }: { childId: number }) {
  return (
    <Brought childId={childId} title="Contas de cabeça">
      {(calculator) => <Runs calculator={calculator} />}
    </Brought>
  );
}

/** One run after the other: one that broke off is begun again with the next set. */
function Runs({ calculator }: { calculator: Calculator }) {
  const [earlier, setEarlier] = useState(0);
  return (
    <Run
      key={earlier}
      calculator={{ ...calculator, runs: calculator.runs + earlier }}
      onAgain={() => {
        setEarlier(earlier + 1);
        scrollTo(0, 0);
      }}
    />
  );
}

function Run({ calculator, onAgain }: { calculator: Calculator; onAgain: () => void }) {
  const { child, sumClass, limit } = calculator;
  const [stage, setStage] = useState<Stage>({ at: 'before' });
  const [formId] = useState(() => nextSet(calculator));
  const [copying, setCopying] = useState<number[]>([]);
  const go = (next: Stage) => {
    setStage(next);
    scrollTo(0, 0);
  };
  const finish = (done: Omit<Parameters<typeof sendCalculation>[1], 'kind' | 'formId' | 'formVersion'>) =>
    void sendCalculation(calculator, { kind: 'head', formId, formVersion: SETS_VERSION, ...done }).then((told) =>
      go({ at: done.mode === 'typed' ? 'thanks' : 'result', told }),
    );
  if (stage.at === 'copying')
    return (
      <Copying
        calculator={calculator}
        formId={formId}
        onEnd={(measured) => {
          setCopying(measured);
          go({ at: 'ready' });
        }}
        onStop={() => go({ at: 'before' })}
      />
    );
  if (stage.at === 'running')
    return (
      <Sums
        calculator={calculator}
        formId={formId}
        onEnd={({ answers, begun, startedAt }) => {
          const seconds = Math.min(secondsSince(begun), RUN_SECONDS);
          const reasons = reasonsOf(answers, { seconds, copying, items: SUMS_OF_SET });
          finish({ mode: 'typed', startedAt, seconds, copying, answers, reasons });
        }}
      />
    );
  if (stage.at === 'ready')
    return (
      <main className={styles['thanks']}>
        <h1>Agora as contas</h1>
        <p>{READY}</p>
        <Heard text={`Agora as contas. ${READY}`} />
        <Button size="l" onClick={() => go({ at: 'running' })}>
          Começar
        </Button>
      </main>
    );
  if (stage.at === 'thanks')
    return (
      <Thanks
        firstName={child.firstName}
        onAgain={saysNothing(stage.told.calculation) ? onAgain : undefined}
        onSee={() => go({ at: 'result', told: stage.told })}
      />
    );
  return (
    <main className={styles['flow']}>
      <BackLink href={homeOf(child.id)}>{inChildMode() ? 'Início' : child.firstName}</BackLink>
      {stage.at === 'result' ? (
        <HeadResult calculator={calculator} told={stage.told} onAgain={onAgain} />
      ) : stage.at === 'aloud' ? (
        <AloudSums
          calculator={calculator}
          formId={formId}
          onEnd={(done) => finish({ ...done, reasons: reasonsOfMarked('head', SUMS_OF_SET, done) })}
        />
      ) : (
        <>
          <div className={styles['cover']}>
            <ChildCover
              cover={child.cover}
              name={child.firstName}
              title={`${child.firstName}, ${child.schoolClass}`}
              detail="Contas de cabeça"
            />
          </div>
          <h1>Contas de cabeça</h1>
          {inChildMode() ? (
            <>
              <p>{BEFORE}</p>
              <Heard text={BEFORE} />
            </>
          ) : (
            <>
              <p>{ABOUT[sumClass]} Primeiro 15 segundos a copiar números, depois um minuto de contas.</p>
              <p className="muted">Assim sabemos quanto demoram os dedos. Esse tempo não conta.</p>
            </>
          )}
          {limit?.nextDay ? (
            <UsedUp day={limit.nextDay} />
          ) : (
            <div className={styles['actions']}>
              <Button size="l" full onClick={() => go({ at: 'copying' })}>
                {inChildMode() ? 'Começar' : `Passar ${toWhom(child.firstName, child.gender)}`}
              </Button>
              {!inChildMode() && (
                <>
                  <p className="muted">O resto do telemóvel não fica fechado: fique por perto.</p>
                  <Button variant="secondary" full onClick={() => go({ at: 'aloud' })}>
                    Em voz alta: eu marco
                  </Button>
                </>
              )}
            </div>
          )}
        </>
      )}
    </main>
  );
}

const BEFORE = 'Primeiro copias números. Depois fazes contas de cabeça, durante um minuto.';
const READY = 'Faz de cabeça as que souberes. Um minuto.';

/** Reads to a child who does not read yet. */
const Heard = ({ text }: { text: string }) => <ReadAloud inline pieces={[{ text, language: 'pt' }]} />;

/** What the child sees at the end. In child mode the result waits for the parent. */
function Thanks({
  firstName,
  onAgain,
  onSee,
}: {
  firstName: string;
  /** Given where the run broke off and says nothing. */
  onAgain: (() => void) | undefined;
  onSee: () => void;
}) {
  if (onAgain)
    return (
      <main className={styles['thanks']}>
        <h1>Paraste antes do fim, {firstName}.</h1>
        <p>Começa outra vez.</p>
        <Heard text="Paraste antes do fim. Começa outra vez." />
        <Button size="l" onClick={onAgain}>
          Começar outra vez
        </Button>
        {inChildMode() ? (
          <Button variant="quiet" href="/child">
            Início
          </Button>
        ) : (
          <Button variant="quiet" onClick={onSee}>
            Já tenho o telemóvel
          </Button>
        )}
      </main>
    );
  return (
    <main className={styles['thanks']}>
      <h1>Terminaste, {firstName}!</h1>
      <p>Entrega o telemóvel.</p>
      {inChildMode() ? (
        <Button size="l" href="/child">
          Início
        </Button>
      ) : (
        <Button size="l" onClick={onSee}>
          Já tenho o telemóvel: ver
        </Button>
      )}
    </main>
  );
}

function UsedUp({ day }: { day: string }) {
  return (
    <section className={styles['card']}>
      <h2>As contas deste trimestre estão feitas</h2>
      <p>Há outras a partir de {dayAndMonth(day)}.</p>
      {!inChildMode() && (
        <>
          <p>Com um plano pago, há contas sempre que quiser.</p>
          <Button variant="secondary" full href="/subscription">
            Ver planos
          </Button>
        </>
      )}
    </section>
  );
}

/** Calls `onEnd` once: after some seconds, or when the page is hidden, because nobody counts then. */
function useEnd(seconds: number, onEnd: () => void): void {
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), seconds * 1_000);
    const onHide = () => document.hidden && latest.current();
    document.addEventListener('visibilitychange', onHide);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onHide);
    };
  }, [seconds]);
}

interface CopyingProps {
  calculator: Calculator;
  formId: string;
  onEnd: (copying: number[]) => void;
  onStop: () => void;
}

/** Measures the fingers: the child copies numbers as long as the results. */
function Copying({ calculator, formId, onEnd, onStop }: CopyingProps) {
  const [numbers] = useState(() => copiesOf(formId));
  const [at, setAt] = useState(0);
  const [measured, setMeasured] = useState<number[]>([]);
  useEnd(COPY_SECONDS, () => onEnd(measured));
  const number = numbers[at % numbers.length] ?? 0;
  return (
    <SumScreen
      child={calculator.child}
      heading="Escreve o número que vês"
      asksFirst
      asked={String(number)}
      done={at}
      onStop={onStop}
      onAnswer={(written, ms) => {
        if (written === number) setMeasured([...measured, ms]);
        setAt(at + 1);
      }}
    />
  );
}

interface SumsProps {
  calculator: Calculator;
  formId: string;
  onEnd: (run: { answers: Answered[]; begun: number; startedAt: Date }) => void;
}

/** A minute of sums; four wrong in a row end it as kindly as the time. */
function Sums({ calculator, formId, onEnd }: SumsProps) {
  const [sums] = useState(() => sumsOf(formId) ?? []);
  const [run] = useState(() => ({ begun: performance.now(), startedAt: new Date() }));
  const [answers, setAnswers] = useState<Answered[]>([]);
  const isOver = useRef(false);
  const end = (all: Answered[]) => {
    if (isOver.current) return;
    isOver.current = true;
    onEnd({ ...run, answers: all });
  };
  useEnd(RUN_SECONDS, () => end(answers));
  const sum = sums[answers.length];
  if (!sum) return null;
  return (
    <SumScreen
      child={calculator.child}
      asked={`${sumText(sum)} =`}
      said={`${sumText(sum)} é igual a`}
      done={answers.length}
      asksFirst
      onStop={() => end(answers)}
      onAnswer={(written, ms) => {
        const all = [...answers, { sum: sumText(sum), written, ms }];
        if (all.length === sums.length || (written !== resultOf(sum) && wrongInARow(all) >= WRONG_IN_A_ROW)) end(all);
        else setAnswers(all);
      }}
    />
  );
}
