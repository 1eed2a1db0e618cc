import type { ReactNode } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import { longDate, minutes } from '../../../shared/dates.ts';
import { USUAL_DURATION } from '../../../shared/durations.ts';
import { PencilStamp, Stamp } from '../../../web/ui/paper/Stamp.tsx';
import { countingSentence } from './counting.rules.ts';
import styles from './Result.module.css';
import type { AttemptResult } from './results.contract.ts';
import {
  awaySentence,
  correctionSentence,
  countOf,
  effortSentence,
  meaningOf,
  type Outcome,
  PENCIL,
} from './sentences.rules.ts';

type GradedResult = NonNullable<AttemptResult['result']>;

/** How many were right, in words and as a stamp. After little effort the mark is in pencil, with the reason directly below. */
export function Verdict({ who, child, result }: { who: string; child: string; result: GradedResult }) {
  const pencil = result.effort?.level === 'low' ? result.effort : null;
  return (
    <>
      <div className={styles['verdict']}>
        <h1 className={styles['said']}>
          {who} acertou{' '}
          <span className="nowrap">
            {result.value} de {result.total}
          </span>
        </h1>
        <div className={styles['stamp']}>
          {pencil ? (
            <PencilStamp percent={result.percentage} />
          ) : (
            <Stamp percent={result.percentage} productName={brand.productName} lands />
          )}
        </div>
      </div>
      <p className={styles['meaning']}>{pencil ? PENCIL : meaningOf(result.percentage)}</p>
      {pencil && <p>{effortSentence(child, pencil)}</p>}
    </>
  );
}

type GradedAttempt = Pick<AttemptResult, 'attempt'> & { result: GradedResult };

/** The number of answers of each kind, and the time. A result in pencil counts no answer as right or wrong. */
export function Numbers({ attempt, result, outcomes }: GradedAttempt & { outcomes: readonly Outcome[] }) {
  const [unanswered, quick] = [countOf(outcomes, 'unanswered'), countOf(outcomes, 'quick')];
  return (
    <dl className={styles['numbers']}>
      {quick > 0 ? (
        <Figure name="Depressa demais">{quick}</Figure>
      ) : (
        <>
          <Figure name="Certas">{result.value}</Figure>
          <Figure name="Erradas">{result.total - result.value - unanswered}</Figure>
        </>
      )}
      {unanswered > 0 && <Figure name="Sem resposta">{unanswered}</Figure>}
      <Figure name="Tempo">
        {attempt.onPaper
          ? 'em papel'
          : attempt.timeSpent === null || attempt.timeConfirmed === false
            ? '–'
            : minutes(attempt.timeSpent)}
      </Figure>
    </dl>
  );
}

/** What the mark does not say by itself: a corrected key, a test on paper, weights. */
export function MarkNotes({ attempt, result }: GradedAttempt) {
  const extendedTime = hasExtendedTime(attempt);
  const counting = result.effort?.level === 'low' ? null : countingSentence({ ...attempt, extendedTime });
  return (
    <>
      {result.corrected && (
        <p>{correctionSentence(longDate(result.corrected.at), result.corrected.before, result.percentage)}</p>
      )}
      {counting && <p className="muted">{counting}</p>}
      {result.weighted && (
        <p className="muted">As perguntas não valem todas o mesmo: o resultado conta o peso de cada uma.</p>
      )}
    </>
  );
}

/** How the child worked, and what keeps the attempt out of the averages. `child` is the name's form inside a sentence. */
export function Remarks({ attempt, result, child }: GradedAttempt & { child: string }) {
  return (
    <>
      {result.effort?.level === 'some' && <p>{effortSentence(child, result.effort)}</p>}
      {result.effort?.level === 'low' && (
        <p className="muted">
          Acontece com sono, pressa ou barulho. Fica nos resultados. Não conta para as médias nem para o mapa. O próximo
          teste é o que conta.
        </p>
      )}
      {result.textHeard && (
        <p className="muted">
          O telemóvel leu o texto em voz alta. O resultado mostra se {child} compreende, e não se já lê sem ajuda.
        </p>
      )}
      {result.away && <p className="muted">{awaySentence(result.away)}</p>}
      {hasExtendedTime(attempt) && <p className="muted">Com tempo alargado: {minutes(attempt.timeLimit)}.</p>}
    </>
  );
}

const hasExtendedTime = ({ timeLimit, duration }: AttemptResult['attempt']) =>
  timeLimit > (duration ?? USUAL_DURATION) * 60;

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}
