import {
  type ComponentProps,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { longDate, minutes, relativeTime } from '../../shared/dates.ts';
import { USUAL_DURATION } from '../../shared/durations.ts';
import { refreshAfterTest } from '../../web/api.ts';
import { brand } from '../../web/boot.ts';
import type { CallError } from '../../web/call.ts';
import { Empty } from '../../web/Empty.tsx';
import { Failed } from '../../web/Failed.tsx';
import { helpful, lazily } from '../../web/lazily.tsx';
import { usePage } from '../../web/navigation.ts';
import { useNow } from '../../web/now.ts';
import { firstName, inSentence, withArticle } from '../../web/text.ts';
import { Badge } from '../../web/ui/Badge.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { Card } from '../../web/ui/Card.tsx';
import { NameLabel } from '../../web/ui/Cover.tsx';
import { FioResult } from '../../web/ui/Fio.tsx';
import { IconChevronDown } from '../../web/ui/Icon.tsx';
import { Page } from '../../web/ui/Layout.tsx';
import { Sheet, SheetBlock } from '../../web/ui/Sheet.tsx';
import { Skeleton } from '../../web/ui/Skeleton.tsx';
import { PencilStamp, Stamp } from '../../web/ui/Stamp.tsx';
import { StartTest } from '../catalogue/StartTest.tsx';
import type { Family } from '../children/Children.tsx';
import type { Child } from '../children/children.contract.ts';
import { takeJustFinished } from '../sitting/just-finished.web.ts';
import { letGo, useLeaveGuard } from '../sitting/leave-guard.tsx';
import { useAttemptResult } from './attempt-result.web.ts';
import { type Deed as DeedKind, nextStepAfter } from './next-step.rules.ts';
import styles from './Result.module.css';
import type { AttemptResult } from './results.contract.ts';
import type { SendOnProps } from './SavePdf.tsx';
import {
  awaySentence,
  correctionSentence,
  effortSentence,
  meaningOf,
  outcomesOf,
  timeText,
} from './sentences.rules.ts';

// Only where the device has a voice.
const ReadAloud = helpful(async () => ({ default: (await import('../tests/ReadAloud.tsx')).ReadAloud }));
// What most visits to a result do not show.
const Finished = lazy(() => import('../sitting/Finished.tsx').then((module) => ({ default: module.Finished })));
// The details below the score, loaded while the parent reads it.
const ResultMore = lazily(() => import('./ResultMore.tsx'));
const OfflineResult = lazy(() => import('./OfflineResult.tsx'));
const Rehearsal = lazy(() => import('./Rehearsal.tsx'));
const Ungraded = lazy(() => import('./Ungraded.tsx'));

export interface ResultMapProps {
  childId: number;
  attemptId: number;
  /** "A Maria" */
  who: string;
}

interface ResultProps {
  /** As it stands in the address. */
  id: string;
  family: Family<Child & { covered: boolean }>;
  /** Takes the frame of the area away, and gives it back. */
  standAlone: (alone: boolean) => void;
  /** The buttons that send the result on, which a later feature draws. */
  sendOn: ComponentType<SendOnProps>;
  /** What the result moved on the child's map, which a later feature draws. */
  resultMap: ComponentType<ResultMapProps>;
}

/** One attempt's result, as a parent reads it. */
export default function Result({ id, family, standAlone, sendOn, resultMap }: ResultProps) {
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
    if (childHolds) void refreshAfterTest();
  }, [childHolds]);
  const known = /^[1-9]\d{0,9}$/.test(id);
  const found = useAttemptResult(id, known);
  usePage('Resultado', brand.productName);

  // While the child holds the phone the Back button does nothing: the history before the test has the parent's pages.
  useLeaveGuard(Number(id), childHolds, NOWHERE);

  if (justFinished) {
    return (
      <Suspense fallback={null}>
        <Finished
          {...justFinished}
          answered={found.data ? answeredOf(found.data) : justFinished.answered}
          onShow={() => void letGo().then(() => setJustFinished(null))}
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
    <Ungraded found={found.data} />
  );
}

const NOWHERE = () => {};

/** Which questions have an answer for the server: some may have come from another device. */
function answeredOf({ test, answers }: AttemptResult): boolean[] {
  const given = new Set(answers.map(({ questionId }) => questionId));
  return test.questions.map(({ id }) => given.has(id));
}

interface GradedProps {
  found: AttemptResult;
  result: NonNullable<AttemptResult['result']>;
  gender: Child['gender'] | undefined;
  covered: boolean | undefined;
  sendOn: ComponentType<SendOnProps>;
  resultMap: ComponentType<ResultMapProps>;
}

function Graded({ found: { attempt, time, child, test, answers }, result, gender, covered, ...slots }: GradedProps) {
  const { sendOn: SendOn, resultMap: ResultMap } = slots;
  const now = useNow();
  const name = firstName(child.fullName);
  const outcomes = outcomesOf(test.questions, answers);
  const pencil = result.effort?.level === 'low';
  const unanswered = outcomes.filter((outcome) => outcome === 'unanswered').length;
  const review = `/tests/${test.id}/review?attemptId=${attempt.id}`;
  const step = nextStepAfter(outcomes, {
    percentage: result.percentage,
    suggested: result.next.test !== null,
    minutes: result.next.test?.minutes ?? attempt.timeLimit / 60,
    lowEffort: pencil,
  });
  const deeds = { review, next: result.next.test, child: { ...child, gender: gender ?? null } };
  const heard = [
    `${withArticle(name, gender)} acertou ${result.value} de ${result.total}.`,
    pencil ? 'Fica a lápis, fora da média.' : meaningOf(result.percentage),
    step.sentence,
  ];
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
            detail={`${test.discipline}: ${test.theme} · ${relativeTime(attempt.attemptDate, now)}${time > 1 ? ` · ${timeText(time)}` : ''}`}
          />
        }
      >
        <Verdict who={withArticle(name, gender)} result={result} />
        {attempt.offline && (
          <p>
            <Badge tone="off">feito sem rede</Badge>{' '}
            {attempt.timeConfirmed === false && <Badge tone="flag">tempo não confirmado</Badge>}
          </p>
        )}
        <div className={styles['act']}>
          <p>{step.sentence}</p>
          <Deed {...deeds} what={step.main} size="l" />
        </div>
        {result.corrected && (
          <p>{correctionSentence(longDate(result.corrected.at), result.corrected.before, result.percentage)}</p>
        )}
        {attempt.onPaper && (
          <p className="muted">Feito em papel: conta no histórico e no mapa, fica fora das médias.</p>
        )}
        {result.weighted && (
          <p className="muted">As questões não valem todas o mesmo: a percentagem conta o peso de cada uma.</p>
        )}
        <ReadAloud inline pieces={heard.map((text) => ({ text, language: 'pt' }))} />
        <SheetBlock lines={4}>
          <FioResult
            results={outcomes.map((outcome) => (outcome === 'unanswered' ? null : outcome === 'right'))}
            label={`${result.value} de ${result.total} respostas certas`}
            hrefFor={(index) => `${review}&q=${index + 1}`}
          />
        </SheetBlock>
        <p className={styles['legend']}>
          Ponto cheio: certa. Vazio: errada{unanswered > 0 && '. Apagado: sem resposta'}.
        </p>
        <Numbers attempt={attempt} result={result} unanswered={unanswered} />
        <Remarks attempt={attempt} result={result} child={inSentence(name, gender)} />
      </Sheet>
      {attempt.offline && (
        <Suspense fallback={null}>
          <OfflineResult {...attempt} />
        </Suspense>
      )}

      <div className={styles['next']}>
        <Card>
          <div className={styles['next']}>
            {result.value < result.total && (
              <Button full variant="secondary" href={`/practice/${child.id}?attempt=${attempt.id}`}>
                Treinar 5 minutos
              </Button>
            )}
            <Deed {...deeds} what={step.second} variant="secondary" />
          </div>
          <Suspense fallback={<Skeleton lines={2} />}>
            <SendOn attemptId={attempt.id} child={child} covered={covered} gender={gender} />
          </Suspense>
        </Card>
        {!pencil && (
          <Suspense fallback={<Skeleton lines={6} />}>
            <ResultMap childId={child.id} attemptId={attempt.id} who={withArticle(name, gender)} />
          </Suspense>
        )}
        <More name={name} child={inSentence(name, gender)} result={result} />
      </div>
    </Page>
  );
}

/** How many were right, in words and as a stamp. After little effort the mark is in pencil. */
function Verdict({ who, result }: { who: string; result: GradedProps['result'] }) {
  const pencil = result.effort?.level === 'low';
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
      <p className={styles['meaning']}>{pencil ? 'Fica a lápis, fora da média.' : meaningOf(result.percentage)}</p>
    </>
  );
}

type GradedAttempt = Pick<AttemptResult, 'attempt'> & { result: GradedProps['result'] };

function Numbers({ attempt, result, unanswered }: GradedAttempt & { unanswered: number }) {
  return (
    <dl className={styles['numbers']}>
      <Figure name="Certas">{result.value}</Figure>
      <Figure name="Erradas">{result.total - result.value - unanswered}</Figure>
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

/** How the child worked, and what keeps the attempt out of the averages. `child` is the name's form inside a sentence. */
function Remarks({ attempt, result, child }: GradedAttempt & { child: string }) {
  return (
    <>
      {result.effort && <p>{effortSentence(child, result.effort)}</p>}
      {result.effort?.level === 'low' && (
        <p className="muted">
          Acontece com sono, pressa ou barulho. Fica no histórico, fora das médias e do mapa. A próxima prova é a que
          conta.
        </p>
      )}
      {result.textHeard && (
        <p className="muted">
          O telemóvel leu o texto em voz alta. Mostra se {child} compreende, não se já lê sem ajuda.
        </p>
      )}
      {result.away && <p className="muted">{awaySentence(result.away)}</p>}
      {attempt.timeLimit > (attempt.duration ?? USUAL_DURATION) * 60 && (
        <p className="muted">Com tempo alargado: {minutes(attempt.timeLimit)}. Não entra nas médias.</p>
      )}
      {attempt.late && <p className="muted">Enviado mais tarde. Não entra nas médias.</p>}
    </>
  );
}

function More(props: ComponentProps<typeof ResultMore>) {
  return (
    <details className={styles['more']}>
      <summary>
        Ver mais
        <IconChevronDown />
      </summary>
      <div>
        <Suspense fallback={<Skeleton lines={6} />}>
          <ResultMore {...props} />
        </Suspense>
      </div>
    </details>
  );
}

interface DeedProps {
  what: DeedKind;
  /** Address of the review. */
  review: string;
  next: NonNullable<AttemptResult['result']>['next']['test'];
  child: AttemptResult['child'] & { gender: Child['gender'] };
  size?: 'l';
  variant?: 'secondary';
}

/** The button of one thing to do. */
function Deed({ what, review, next, child, ...look }: DeedProps) {
  if (what === 'review')
    return (
      <Button full {...look} href={review}>
        Rever respostas
      </Button>
    );
  if (what === 'practise' && next)
    return (
      <StartTest full {...look} href={`/tests/${next.id}?childId=${child.id}`} child={child}>
        Fazer a prova {next.form}
        <span className="sr"> de {next.theme}</span>
      </StartTest>
    );
  return (
    <Button full {...look} href={`/tests?childId=${child.id}`}>
      Aplicar novo teste
    </Button>
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
