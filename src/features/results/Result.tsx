import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { longDate, minutes, relativeTime } from '../../shared/dates.ts';
import { reader, refresh } from '../../web/api.ts';
import { brand } from '../../web/boot.ts';
import type { CallError } from '../../web/call.ts';
import { Empty } from '../../web/Empty.tsx';
import { Failed } from '../../web/Failed.tsx';
import { lazily } from '../../web/lazily.tsx';
import { usePage } from '../../web/navigation.ts';
import { firstName, inSentence, withArticle } from '../../web/text.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Card } from '../../web/ui/Card.tsx';
import { NameLabel } from '../../web/ui/Cover.tsx';
import { FioResult } from '../../web/ui/Fio.tsx';
import { Page } from '../../web/ui/Layout.tsx';
import { Sheet, SheetBlock } from '../../web/ui/Sheet.tsx';
import { Skeleton } from '../../web/ui/Skeleton.tsx';
import { Stamp } from '../../web/ui/Stamp.tsx';
import { takeJustFinished } from '../attempts/just-finished.tsx';
import type { Family } from '../children/Children.tsx';
import styles from './Result.module.css';
import type { AttemptResult, ChildWithStats, resultsContract } from './results.contract.ts';
import { correctionSentence, meaningOf, nextStep } from './sentences.rules.ts';

const useRead = reader<typeof resultsContract>();

// What most visits to a result do not show.
const Finished = lazy(() => import('../attempts/Finished.tsx').then((module) => ({ default: module.Finished })));
// What stands below the score: it comes while the score is read.
const ResultMore = lazily(() => import('./ResultMore.tsx'));
const SendOn = lazily(() => import('./SendOn.tsx'));
const Ungraded = lazy(() => import('./Ungraded.tsx'));

interface ResultProps {
  /** As it stands in the address. */
  id: string;
  family: Family<ChildWithStats>;
  /** Takes the frame of the area away, and gives it back. */
  standAlone: (alone: boolean) => void;
}

/** One attempt's result, as a parent reads it. */
export default function Result({ id, family, standAlone }: ResultProps) {
  // Right after finishing, the child holds the phone: the parent sees the score first and chooses how to tell it.
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
    if (childHolds) void refresh('/api/children', '/api/recent-tests', '/api/tests');
  }, [childHolds]);
  const known = /^[1-9]\d{0,9}$/.test(id);
  const found = useRead('GET /api/attempts/:id', { params: { id } }, { enabled: known });
  usePage('Resultado', brand.productName);

  if (justFinished) {
    return (
      <Suspense fallback={null}>
        <Finished {...justFinished} onShow={() => setJustFinished(null)} />
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
  const child = family.data?.find(({ id: childId }) => childId === found.data.child.id);
  return found.data.result ? (
    <Graded found={found.data} result={found.data.result} gender={child?.gender} covered={child?.covered} />
  ) : (
    <Ungraded found={found.data} />
  );
}

interface GradedProps {
  found: AttemptResult;
  result: NonNullable<AttemptResult['result']>;
  gender: ChildWithStats['gender'] | undefined;
  covered: boolean | undefined;
}

function Graded({ found: { attempt, child, test, answers }, result, gender, covered }: GradedProps) {
  const name = firstName(child.fullName);
  const right = new Set(answers.filter(({ isCorrect }) => isCorrect).map(({ questionId }) => questionId));
  const wrong = result.total - result.value;
  const review = `/tests/${test.id}/review?attemptId=${attempt.id}`;
  return (
    <Page className={styles['result']}>
      <Sheet
        as="section"
        className={styles['sheet']}
        label={
          <NameLabel
            cover={child.cover}
            name={name}
            title={`${name}, ${child.schoolClass}`}
            detail={`${test.discipline}: ${test.theme} · ${relativeTime(attempt.attemptDate, new Date())}`}
          />
        }
      >
        <div className={styles['verdict']}>
          <h1>
            {withArticle(name, gender)} acertou{' '}
            <span className="nowrap">
              {result.value} de {result.total}
            </span>
          </h1>
          <div className={styles['stamp']}>
            <Stamp percent={result.percentage} productName={brand.productName} lands />
          </div>
        </div>
        <p className={styles['meaning']}>
          <span className="nowrap">
            {result.value} de {result.total} ({result.percentage}%).
          </span>{' '}
          {meaningOf(result.percentage)}
        </p>
        {result.corrected && (
          <p>{correctionSentence(longDate(result.corrected.at), result.corrected.before, result.percentage)}</p>
        )}
        {result.weighted && (
          <p className="muted">As questões não valem todas o mesmo: a percentagem conta o peso de cada uma.</p>
        )}
        <SheetBlock lines={4}>
          <FioResult
            results={test.questions.map((question) => right.has(question.id))}
            label={`${result.value} de ${result.total} respostas certas`}
            hrefFor={(index) => `${review}&q=${index + 1}`}
          />
        </SheetBlock>
        <p className={styles['legend']}>Ponto cheio: certa. Vazio: errada.</p>
        <dl className={styles['numbers']}>
          <Figure name="Certas">{result.value}</Figure>
          <Figure name="Erradas">{wrong}</Figure>
          <Figure name="Tempo">{attempt.timeSpent === null ? '–' : minutes(attempt.timeSpent)}</Figure>
        </dl>
        {attempt.timeLimit !== 900 && (
          <p className="muted">Com tempo alargado: {minutes(attempt.timeLimit)}. Não entra nas médias.</p>
        )}
        {attempt.late && <p className="muted">Enviado mais tarde. Não entra nas médias.</p>}
      </Sheet>

      <Card title="O que fazer agora" className={styles['next']}>
        <p className="muted">{nextStep(wrong)}</p>
        <div className={styles['buttons']}>
          <Button size="l" href={review}>
            Rever respostas
          </Button>
          <Button variant="secondary" href={`/tests?childId=${child.id}`}>
            Aplicar novo teste
          </Button>
        </div>
        <Suspense fallback={<Skeleton lines={2} />}>
          <SendOn attemptId={attempt.id} child={child} covered={covered} gender={gender} />
        </Suspense>
      </Card>

      <Suspense fallback={<Skeleton lines={6} />}>
        <ResultMore name={name} child={inSentence(name, gender)} childId={child.id} result={result} />
      </Suspense>
    </Page>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}

function NotFound() {
  return (
    <Page width="form">
      <h1 className={styles['heading']}>Resultado não encontrado</h1>
      <Empty
        title="Não encontrámos este resultado."
        text="Pode ter sido aberto noutra conta, ou o endereço está incompleto."
      >
        <Button href="/tests/history">Ver todos os testes</Button>
      </Empty>
    </Page>
  );
}

function Problem({ error, onRetry, busy }: { error: CallError; onRetry: () => unknown; busy: boolean }) {
  return (
    <Page width="form">
      <h1 className={styles['heading']}>Resultado</h1>
      <Failed error={error} onRetry={onRetry} busy={busy}>
        <a href="/tests/history">Ver todos os testes</a>
      </Failed>
    </Page>
  );
}
