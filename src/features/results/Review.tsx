import { useEffect, useMemo, useState } from 'react';
import { useSearch } from 'wouter/use-browser-location';
import { longDate } from '../../shared/dates.ts';
import { reader } from '../../web/api.ts';
import { brand } from '../../web/boot.ts';
import { Empty } from '../../web/Empty.tsx';
import { Failed } from '../../web/Failed.tsx';
import { usePage } from '../../web/navigation.ts';
import { firstName, plural, withArticle } from '../../web/text.ts';
import { Button } from '../../web/ui/Button.tsx';
import { BackLink } from '../../web/ui/Card.tsx';
import { FioResult } from '../../web/ui/Fio.tsx';
import { Page } from '../../web/ui/Layout.tsx';
import { Segmented } from '../../web/ui/Segmented.tsx';
import { Skeleton } from '../../web/ui/Skeleton.tsx';
import type { Family } from '../children/Children.tsx';
import styles from './Review.module.css';
import { ReviewedQuestion } from './ReviewedQuestion.tsx';
import type { AttemptResult, ChildWithStats, resultsContract } from './results.contract.ts';
import { correctionSentence, wrongFirst } from './sentences.rules.ts';

const useRead = reader<typeof resultsContract>();

/** Every question of a completed attempt: what the child chose, what is right, and why. */
export default function Review({ testId, family }: { testId: string; family: Family<ChildWithStats> }) {
  const search = new URLSearchParams(useSearch());
  const id = search.get('attemptId') ?? '';
  const known = /^[1-9]\d{0,9}$/.test(id);
  const found = useRead('GET /api/attempts/:id', { params: { id } }, { enabled: known });
  usePage('Rever respostas', brand.productName);

  // An attempt of another test is not what this address speaks of.
  const missing = !known || found.error?.status === 404 || (found.data && String(found.data.test.id) !== testId);
  if (missing) return <Missing />;
  if (found.data?.result) {
    const gender = family.data?.find((child) => child.id === found.data.child.id)?.gender;
    return (
      <Questions
        found={found.data}
        result={found.data.result}
        asked={Number(search.get('q')) || null}
        gender={gender}
      />
    );
  }
  return (
    <Page>
      <div className={styles['back']}>
        <BackLink href={`/results/${id}`}>Resultado</BackLink>
      </div>
      <h1 className={styles['title']}>Rever respostas</h1>
      {found.data ? (
        <Empty title="Ainda não há respostas para rever." text="A revisão abre quando o teste terminar.">
          <Button href={`/results/${id}`}>Ver o teste</Button>
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
      <Empty
        title="Não encontrámos este teste feito."
        text="Pode ter sido aberto noutra conta, ou o endereço está incompleto."
      >
        <Button href="/tests/history">Ver todos os testes</Button>
      </Empty>
    </Page>
  );
}

interface QuestionsProps {
  found: AttemptResult;
  result: NonNullable<AttemptResult['result']>;
  /** Place of the question that the address asks for, from 1. */
  asked: number | null;
  gender: ChildWithStats['gender'] | undefined;
}

function Questions({ found: { attempt, child, test, answers }, result, asked, gender }: QuestionsProps) {
  const name = firstName(child.fullName);
  const answerTo = useMemo(() => new Map(answers.map((answer) => [answer.questionId, answer])), [answers]);
  const isRight = (id: number) => answerTo.get(id)?.isCorrect === true;
  const places = new Map(test.questions.map((question, index) => [question.id, index + 1]));
  const ordered = wrongFirst(test.questions, isRight);
  const wrong = ordered.filter(({ id }) => !isRight(id));
  const askedQuestion = asked === null ? undefined : test.questions[asked - 1];
  const [filter, setFilter] = useState<'wrong' | 'all'>(wrong.length === 0 ? 'all' : 'wrong');
  const askedIsRight = askedQuestion !== undefined && isRight(askedQuestion.id);

  // A dot of the result leads to its question. A frame later, because arriving on the page begins at its top.
  useEffect(() => {
    if (asked === null) return;
    if (askedIsRight) setFilter('all');
    const frame = requestAnimationFrame(() => {
      const heading = document.getElementById(`questao-${asked}`);
      heading?.scrollIntoView({ block: 'start' });
      heading?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [asked, askedIsRight]);

  const shown = filter === 'wrong' ? wrong : ordered;
  return (
    <Page className={styles['page']}>
      <header className={styles['head']}>
        <div className={styles['back']}>
          <BackLink href={`/results/${attempt.id}`}>Resultado</BackLink>
        </div>
        <h1 className={styles['title']}>Rever respostas</h1>
        {answers.length === 0 && (
          <p>Este teste foi finalizado sem respostas. A correcção aparece quando há pelo menos uma.</p>
        )}
        <p className="muted">
          {withArticle(name, gender)} · {test.discipline}: {test.theme} · {plural(wrong.length, 'errada', 'erradas')}
        </p>
        {result.corrected && (
          <p>{correctionSentence(longDate(result.corrected.at), result.corrected.before, result.percentage)}</p>
        )}
        <Segmented
          label="Que questões mostrar"
          name="filter"
          value={filter}
          onChange={setFilter}
          options={[
            { value: 'wrong', label: `Erradas ${wrong.length}` },
            { value: 'all', label: `Todas ${ordered.length}` },
          ]}
        />
        <div className={styles['fio']}>
          <FioResult
            results={test.questions.map(({ id }) => isRight(id))}
            label={`${test.questions.length - wrong.length} de ${test.questions.length} respostas certas`}
            hrefFor={(index) => `/tests/${test.id}/review?attemptId=${attempt.id}&q=${index + 1}`}
          />
        </div>
      </header>
      {shown.length > 0 ? (
        <ol className={styles['list']}>
          {shown.map((question) => (
            <li key={question.id}>
              <ReviewedQuestion
                question={question}
                place={places.get(question.id) ?? 0}
                chosen={answerTo.get(question.id)?.selectedAnswer ?? null}
                name={name}
                gender={gender}
              />
            </li>
          ))}
        </ol>
      ) : (
        <Empty title="Nenhuma questão errada." text="Pode rever as respostas certas e as explicações.">
          <Button variant="secondary" onClick={() => setFilter('all')}>
            Ver todas
          </Button>
        </Empty>
      )}
    </Page>
  );
}
