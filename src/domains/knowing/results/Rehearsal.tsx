import { type ComponentType, Suspense } from 'react';
import { longDate, minutes } from '../../../shared/dates.ts';
import type { Gender } from '../../../shared/words.ts';
import { firstName, inSentence, withArticle } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { cx } from '../../../web/ui/base/cx.ts';
import { Page } from '../../../web/ui/base/Layout.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { Card } from '../../../web/ui/lists/Card.tsx';
import { NameLabel } from '../../../web/ui/paper/Cover.tsx';
import { FioResult } from '../../../web/ui/paper/Fio.tsx';
import { Sheet } from '../../../web/ui/paper/Sheet.tsx';
import { PencilStamp, RoundStamp, SquareStamp } from '../../../web/ui/paper/Stamp.tsx';
import type { SendOnProps } from '../family-files/SavePdf.tsx';
import styles from './Rehearsal.module.css';
import shared from './Result.module.css';
import { NOT_THE_EXAM, passSentence, studyText, VALORES, valoresInWords, valoresText } from './rehearsal.rules.ts';
import type { AttemptResult } from './results.contract.ts';
import {
  correctionSentence,
  countOf,
  dotsLabel,
  dotsLegend,
  dotsOf,
  effortSentence,
  outcomesOf,
  PENCIL,
} from './sentences.rules.ts';

type Result = NonNullable<AttemptResult['result']>;

interface RehearsalProps {
  found: AttemptResult;
  result: Result;
  rehearsal: NonNullable<Result['rehearsal']>;
  gender: Gender | null | undefined;
  covered: boolean | undefined;
  /** The buttons that share the result; they belong to a later feature. */
  sendOn: ComponentType<SendOnProps>;
}

/** Renders the result of a rehearsal of the exam: the mark, what to study in which order, and each theme. */
export default function Rehearsal({ found, result, rehearsal, gender, covered, sendOn: SendOn }: RehearsalProps) {
  const { attempt, child, test } = found;
  const name = firstName(child.fullName);
  const [first] = rehearsal.study;
  const pencil = result.effort?.level === 'low' ? result.effort : null;
  return (
    <Page className={styles.page}>
      <Sheet
        as="section"
        className={shared.sheet}
        label={
          <NameLabel
            cover={child.cover}
            name={name}
            title={`${name}, ${child.schoolClass}`}
            detail={`Simulado de ${test.discipline}, teste ${test.form}`}
          />
        }
      >
        <div className={shared.verdict}>
          <h1>
            {withArticle(name, gender)} teve <span className={styles.valores}>{valoresInWords(result.percentage)}</span>
          </h1>
          <div className={shared.stamp}>
            <ValoresStamp result={result} />
          </div>
        </div>
        <p className={styles.said}>
          Acertou {result.value} de {result.total} ({result.percentage}%).
          <br />
          {pencil ? PENCIL : passSentence(result.percentage)}
        </p>
        {pencil ? (
          <p>{effortSentence(inSentence(name, gender), pencil)}</p>
        ) : (
          <ValoresBar percentage={result.percentage} />
        )}
        <Dots found={found} right={result.value} />
        <Numbers found={found} result={result} />
        {!pencil && result.effort && <p>{effortSentence(inSentence(name, gender), result.effort)}</p>}
        {result.corrected && (
          <p>{correctionSentence(longDate(result.corrected.at), result.corrected.before, result.percentage)}</p>
        )}
      </Sheet>
      <Card title={first ? 'O que estudar, por esta ordem' : 'Acertou tudo'} className={styles.study}>
        {first && (
          <>
            <StudyOrder study={rehearsal.study} />
            <Button size="l" full href={`/practice/${child.id}?theme=${encodeURIComponent(first.code)}`}>
              Treinar {first.name}
            </Button>
          </>
        )}
        <Button variant="secondary" full href={`/tests/${test.id}/review?attemptId=${attempt.id}`}>
          Rever respostas
        </Button>
        <Suspense fallback={<Skeleton lines={2} />}>
          <SendOn attemptId={attempt.id} child={child} covered={covered} gender={gender} />
        </Suspense>
      </Card>
      <Themes themes={rehearsal.themes} />
      <p className={styles.disclaimer}>{NOT_THE_EXAM}</p>
    </Page>
  );
}

/** Renders a dot for each question, and says what the dots mean. */
function Dots({ found: { test, answers }, right }: Pick<RehearsalProps, 'found'> & { right: number }) {
  const outcomes = outcomesOf(test.questions, answers);
  return (
    <>
      <FioResult className={styles.fio} results={dotsOf(outcomes)} label={dotsLabel(outcomes, right)} />
      <p className={shared.legend}>{dotsLegend(outcomes)}</p>
    </>
  );
}

function Numbers({ found: { attempt, test, answers }, result }: Pick<RehearsalProps, 'found' | 'result'>) {
  const unanswered = countOf(outcomesOf(test.questions, answers), 'unanswered');
  const untimed = attempt.onPaper || attempt.timeSpent === null || attempt.timeConfirmed === false;
  return (
    <dl className={shared.numbers}>
      <div>
        <dt>Certas</dt>
        <dd>{result.value}</dd>
      </div>
      <div>
        <dt>Erradas</dt>
        <dd>{result.total - result.value - unanswered}</dd>
      </div>
      {unanswered > 0 && (
        <div>
          <dt>Sem resposta</dt>
          <dd>{unanswered}</dd>
        </div>
      )}
      <div>
        <dt>{untimed ? 'Tempo' : `De ${attempt.timeLimit / 60} min`}</dt>
        <dd>{attempt.onPaper ? 'em papel' : untimed ? '–' : minutes(attempt.timeSpent as number)}</dd>
      </div>
    </dl>
  );
}

const StudyOrder = ({ study }: Pick<RehearsalProps['rehearsal'], 'study'>) => (
  <>
    <p className="muted">Primeiro o que sai mais e é a base do resto.</p>
    <ol className={styles.order}>
      {study.map((theme, index) => (
        <li key={theme.code}>
          <span className={cx(styles.place, index === 0 && styles.now)} aria-hidden="true">
            {index + 1}
          </span>
          <span>
            <b>{theme.name}</b>
            <span>{studyText(theme)}</span>
          </span>
        </li>
      ))}
    </ol>
  </>
);

const Themes = ({ themes }: Pick<RehearsalProps['rehearsal'], 'themes'>) => (
  <Card title="Por tema" className={styles.themes}>
    <ul>
      {themes.map(({ code, name: theme, right, total }) => (
        <li key={code}>
          <span>{theme}</span>
          <Beads right={right} total={total} />
          <b className="num">
            {right} de {total}
          </b>
        </li>
      ))}
    </ul>
  </Card>
);

function ValoresStamp({ result: { percentage, effort } }: { result: Result }) {
  const big = valoresText(percentage);
  if (effort?.level === 'low') return <PencilStamp percent={percentage} />;
  return percentage >= VALORES.good * 10 ? (
    <RoundStamp
      ring={`SIMULADO • META ATINGIDA • ${VALORES.good} VALORES OU MAIS •`}
      big={big}
      label={`${big} valores em ${VALORES.most}, acima da meta de ${VALORES.good}`}
      lands
    />
  ) : (
    <SquareStamp
      top="AINDA A PRATICAR"
      big={big}
      bottom={`META: ${VALORES.good} VALORES`}
      label={`${big} valores em ${VALORES.most}, abaixo da meta de ${VALORES.good}`}
      lands
    />
  );
}

/** Renders the mark on a scale of 0 to 10; the text above says the same. */
function ValoresBar({ percentage }: { percentage: number }) {
  const anchor = percentage < 5 ? 'start' : percentage > 95 ? 'end' : 'middle';
  return (
    <div className={cx(styles.bar, percentage >= VALORES.good * 10 && styles.good)} aria-hidden="true">
      <div className={styles.track}>
        <svg width={`${percentage}%`} />
      </div>
      <svg className={styles.mark} width="100%" height="20" aria-hidden="true">
        <text x={`${percentage}%`} y="16" textAnchor={anchor}>
          {valoresText(percentage)}
        </text>
      </svg>
      <span className={styles.least}>
        <span>mínimo {VALORES.least}</span>
      </span>
      <span className={styles.goal}>
        <span>meta {VALORES.good}</span>
      </span>
      <span className={styles.zero}>0</span>
      <span className={styles.ten}>{VALORES.most}</span>
    </div>
  );
}

/** Renders a bead for each question, the right ones first. */
function Beads({ right, total }: { right: number; total: number }) {
  return (
    <svg className={styles.beads} width={17 * total} height="18" viewBox={`0 0 ${17 * total} 18`} aria-hidden="true">
      {Array.from({ length: total }, (_, index) => (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: a bead is its place
          key={index}
          className={index < right ? styles.full : styles.empty}
          cx={8.5 + 17 * index}
          cy="9"
          r={index < right ? 5.6 : 5}
        />
      ))}
    </svg>
  );
}
