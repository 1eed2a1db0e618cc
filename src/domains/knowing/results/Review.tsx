import { type ComponentType, useEffect, useMemo, useState } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import type { ShownChild } from '../../../shared/child.ts';
import { longDate } from '../../../shared/dates.ts';
import { USUAL_DURATION } from '../../../shared/durations.ts';
import type { Gender } from '../../../shared/words.ts';
import type { Loaded } from '../../../web/call/api.ts';
import { usePage, useSearch } from '../../../web/call/navigation.ts';
import { Empty } from '../../../web/parts/Empty.tsx';
import { Failed } from '../../../web/parts/Failed.tsx';
import { firstName, inSentence, withArticle } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Page } from '../../../web/ui/base/Layout.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { Segmented } from '../../../web/ui/forms/Segmented.tsx';
import { BackLink } from '../../../web/ui/lists/Card.tsx';
import { FioResult } from '../../../web/ui/paper/Fio.tsx';
import { earlierTexts } from '../../bank/test-bank/presented.rules.ts';
import { StartTest } from '../../sitting/catalogue/StartTest.tsx';
import { useAttemptResult } from './attempt-result.web.ts';
import styles from './Review.module.css';
import { ReviewedQuestion } from './ReviewedQuestion.tsx';
import type { AttemptResult } from './results.contract.ts';
import {
  correctionSentence,
  dotsLabel,
  dotsOf,
  effortSentence,
  halfwayTitle,
  OUTCOME_WORDS,
  type Outcome,
  outcomesOf,
  outcomesSentence,
  PENCIL,
} from './sentences.rules.ts';

interface ReviewProps {
  /** The id as it is in the address. */
  id: string;
  family: Loaded<readonly Pick<ShownChild, 'id' | 'gender'>[]>;
  /** The errors that the child makes over and over; renders nothing if there are none. */
  childErrors: ComponentType<{ childId: number; only: 'named' }>;
}

/** Renders every question of a completed attempt: the child's choice, the right alternative, and the explanation. */
export default function Review({ id: testId, family, childErrors }: ReviewProps) {
  const search = new URLSearchParams(useSearch());
  const attemptId = search.get('attemptId') ?? '';
  const known = /^[1-9]\d{0,9}$/.test(attemptId);
  const found = useAttemptResult(attemptId, known);
  usePage('Rever respostas', brand.productName);

  // The attempt must belong to the test in the address.
  const missing = !known || found.error?.status === 404 || (found.data && String(found.data.test.id) !== testId);
  if (missing) return <Missing />;
  if (found.data && (found.data.result || found.data.attempt.interrupted)) {
    const childId = found.data.child.id;
    const gender = family.data?.find((child) => child.id === childId)?.gender;
    return (
      <Questions
        found={found.data}
        result={found.data.result}
        asked={Number(search.get('q')) || null}
        gender={gender}
        childErrors={childErrors}
      />
    );
  }
  return (
    <Page>
      <div className={styles['back']}>
        <BackLink href={`/results/${attemptId}`}>Resultado</BackLink>
      </div>
      <h1 className={styles['title']}>Rever respostas</h1>
      {found.data ? (
        <Empty title="Ainda não há respostas para rever." text="Pode rever quando o teste terminar.">
          <Button href={`/results/${attemptId}`}>Ver o teste</Button>
        </Empty>
      ) : found.error ? (
        <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching} />
      ) : (
        <Skeleton lines={12} />
      )}
    </Page>
  );
}

function Missing() {
  return (
    <Page width="form">
      <h1 className={styles['title']}>Rever respostas</h1>
      <Empty title="Não encontrámos este teste feito." text="Pode ser de outra conta, ou o endereço está incompleto.">
        <Button href="/tests/history">Ver todos os resultados</Button>
      </Empty>
    </Page>
  );
}

interface QuestionsProps {
  found: AttemptResult;
  /** Null for an interrupted test, of which only the answered questions are shown. */
  result: AttemptResult['result'];
  /** Number of the question that the address asks for, from 1. */
  asked: number | null;
  gender: Gender | null | undefined;
  childErrors: ReviewProps['childErrors'];
}

/** Renders the questions, those that were wrong first of all. */
function Questions({ found, result, asked, gender, childErrors: ChildErrors }: QuestionsProps) {
  const { attempt, child, test, answers } = found;
  const name = firstName(child.fullName);
  const outcomes = outcomesOf(test.questions, answers);
  const all = outcomes.map((outcome, index) => ({
    question: test.questions[index] as AttemptResult['test']['questions'][number],
    place: index + 1,
    outcome,
  }));
  const open = result === null ? all.filter(({ outcome }) => outcome !== 'unanswered') : all;
  const are = (outcome: (typeof all)[number]['outcome']) => open.filter((one) => one.outcome === outcome);
  const [wrong, unanswered] = [are('wrong'), are('unanswered')];
  const askedOutcome = asked === null ? undefined : all[asked - 1]?.outcome;
  const [filter, setFilter] = useFilter(asked, askedOutcome, wrong.length === 0);

  const shown = filter === 'all' ? open : are(filter);
  return (
    <Page className={styles['page']}>
      <header className={styles['head']}>
        <div className={styles['back']}>
          <BackLink href={`/results/${attempt.id}`}>Resultado</BackLink>
        </div>
        <h1 className={styles['title']}>Rever respostas</h1>
        {answers.length === 0 && <p>Este teste terminou sem respostas. Não há nada para rever.</p>}
        <p className="muted">
          {withArticle(name, gender)} · {test.discipline}: {test.theme} · {outcomesSentence(outcomes)}
        </p>
        <Notes result={result} answered={answers.length} of={test.questionCount} name={inSentence(name, gender)} />
        <Filters
          filter={filter}
          onFilter={setFilter}
          wrong={wrong.length}
          unanswered={unanswered.length}
          all={open.length}
        />
        <div className={styles['fio']}>
          <FioResult
            results={dotsOf(outcomes)}
            neither={(index) => OUTCOME_WORDS[outcomes[index] as Outcome]}
            label={dotsLabel(outcomes, are('right').length)}
            hrefFor={(index) => `/tests/${test.id}/review?attemptId=${attempt.id}&q=${index + 1}`}
          />
        </div>
      </header>
      {shown.length > 0 ? (
        <List shown={shown} answers={answers} name={name} gender={gender} test={test} />
      ) : (
        <Empty title="Nenhuma pergunta errada." text="Pode rever as respostas certas e as explicações.">
          <Button variant="secondary" onClick={() => setFilter('all')}>
            Ver todas
          </Button>
        </Empty>
      )}
      {test.discipline === 'Matemática' && <ChildErrors childId={child.id} only="named" />}
      <Next result={result} againFrom={found.againFrom} child={{ ...child, gender: gender ?? null }} />
    </Page>
  );
}

interface ListProps extends Pick<QuestionsProps, 'gender'> {
  shown: readonly { question: AttemptResult['test']['questions'][number]; place: number }[];
  answers: AttemptResult['answers'];
  /** The child's first name. */
  name: string;
  test: AttemptResult['test'];
}

/** Renders questions, each with the answer that the child gave. */
function List({ shown, answers, name, gender, test }: ListProps) {
  const answerTo = useMemo(() => new Map(answers.map((answer) => [answer.questionId, answer])), [answers]);
  const textPlaces = earlierTexts(shown.map(({ question: { passage }, place }) => ({ passage, place })));
  return (
    <ol className={styles['list']}>
      {shown.map(({ question, place }, index) => (
        <li key={question.id}>
          <ReviewedQuestion
            question={question}
            place={place}
            textPlace={textPlaces[index]}
            answer={answerTo.get(question.id)}
            name={name}
            gender={gender}
            test={test}
          />
        </li>
      ))}
    </ol>
  );
}

type Filter = 'wrong' | 'unanswered' | 'all';

/** Returns which questions are shown, so that the question that the address asks for is among them; the page scrolls to it. */
function useFilter(asked: number | null, askedOutcome: Outcome | undefined, allRight: boolean) {
  const [filter, setFilter] = useState<Filter>(
    allRight || (asked !== null && askedOutcome !== 'wrong') ? 'all' : 'wrong',
  );

  // A dot of the result leads to its question. A frame later, because arriving on the page begins at its top.
  useEffect(() => {
    if (asked === null) return;
    if (askedOutcome !== 'wrong') setFilter('all');
    const frame = requestAnimationFrame(() => {
      const heading = document.getElementById(`questao-${asked}`);
      heading?.scrollIntoView({ block: 'start' });
      heading?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [asked, askedOutcome]);
  return [filter, setFilter] as const;
}

interface FiltersProps {
  filter: Filter;
  onFilter: (filter: Filter) => void;
  /** How many questions each filter shows. */
  wrong: number;
  unanswered: number;
  all: number;
}

function Filters({ filter, onFilter, wrong, unanswered, all }: FiltersProps) {
  return (
    <Segmented
      label="Que perguntas mostrar"
      name="filter"
      value={filter}
      onChange={onFilter}
      options={[
        { value: 'wrong', label: `Erradas ${wrong}` },
        ...(unanswered > 0 ? [{ value: 'unanswered' as const, label: `Sem resposta ${unanswered}` }] : []),
        { value: 'all', label: `Todas ${all}` },
      ]}
    />
  );
}

interface NotesProps {
  result: AttemptResult['result'];
  answered: number;
  of: number;
  /** The child's name, for use within a sentence. */
  name: string;
}

/** Notes about this attempt in addition to its answers. */
function Notes({ result, answered, of, name }: NotesProps) {
  return (
    <>
      {result === null && <p>{halfwayTitle(answered, of)}.</p>}
      {result?.effort && (
        <p>
          {result.effort.level === 'low' && `${PENCIL} `}
          {effortSentence(name, result.effort)}
        </p>
      )}
      {result?.corrected && (
        <p>{correctionSentence(longDate(result.corrected.at), result.corrected.before, result.percentage)}</p>
      )}
    </>
  );
}

interface NextProps extends Pick<AttemptResult, 'result' | 'againFrom'> {
  child: AttemptResult['child'] & { gender: Gender | null };
}

function Next({ result, againFrom, child }: NextProps) {
  const suggested = result?.next.test ?? null;
  return (
    <section className={styles['end']} aria-labelledby="a-seguir">
      <h2 id="a-seguir">A seguir</h2>
      {suggested ? (
        <>
          <p className="muted">
            Outro teste de {suggested.theme}, quando já tiverem visto os erros. Leva uns{' '}
            {suggested.minutes ?? USUAL_DURATION} minutos.
          </p>
          <StartTest size="l" full href={`/tests/${suggested.id}?childId=${child.id}`} child={child}>
            Fazer o teste {suggested.form}
          </StartTest>
        </>
      ) : (
        <Button size="l" full href={`/tests?childId=${child.id}`}>
          {result === null && !againFrom ? 'Começar de novo' : 'Fazer um teste'}
        </Button>
      )}
    </section>
  );
}
