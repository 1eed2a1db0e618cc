import { type ReactNode, useEffect, useState } from 'react';
import { isYoung } from '../../../shared/young.ts';
import { reader } from '../../../web/call/api.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconCheck, IconChevronLeft, IconChevronRight, IconClose } from '../../../web/ui/base/Icon.tsx';
import { ActionBar } from '../../../web/ui/base/Layout.tsx';
import { Spinner } from '../../../web/ui/base/Spinner.tsx';
import { IconEye } from '../../../web/ui/icons/StaffIcon.tsx';
import { Notice } from '../../../web/ui/lists/Card.tsx';
import { EmptyState } from '../../../web/ui/lists/EmptyState.tsx';
import { CoverBar } from '../../../web/ui/paper/Cover.tsx';
import { FioProgress } from '../../../web/ui/paper/Fio.tsx';
import { bringWriting, writingHere } from '../../bank/answering/writing.tsx';
import { languagesOf } from '../../bank/test-bank/presented.rules.ts';
import { Question, useQuestionHeading } from '../../bank/test-bank/Question.tsx';
import type { PresentedQuestion, testsContract } from '../../bank/test-bank/tests.contract.ts';
import screen from './TakeTest.module.css';
import styles from './TestPreview.module.css';

const useRead = reader<typeof testsContract>();

/** Shows a test exactly as a child gets it, question by question. No attempt is created and nothing is stored. */
export default function TestPreview({ testId }: { testId: string }) {
  const found = useRead('GET /api/tests/:id', { params: { id: testId } });
  const [current, setCurrent] = useState(0);
  const [choices, setChoices] = useState<Record<number, string>>({});
  const heading = useQuestionHeading(current);

  const isReady = useWriting(found.data?.questions);

  // Fetched again, because recent changes apply to the next child.
  const refetch = found.refetch;
  useEffect(() => void refetch(), [refetch]);

  const back = `/teacher/questions?testId=${testId}`;
  if (!found.data)
    return (
      <Alone>
        {found.error ? (
          <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching}>
            <a href="/teacher/tests">Voltar aos Testes Padronizados</a>
          </Failed>
        ) : (
          <Spinner />
        )}
      </Alone>
    );
  const { questions, ...test } = found.data;
  const question = questions[current];
  if (!question)
    return (
      <Alone>
        <EmptyState title="Nenhuma Questão Cadastrada" text="Este teste ainda não tem questões para mostrar.">
          <Close href={back} />
        </EmptyState>
      </Alone>
    );
  return (
    <div className={screen['screen']}>
      <CoverBar cover={1} name="Aluno">
        <Close href={back} />
      </CoverBar>
      <main className={screen['main']}>
        <FioProgress
          states={questions.map(({ id }, index) => (choices[id] ? 'done' : index < current ? 'skipped' : 'todo'))}
          current={current}
        />
        <div className={screen['meta']}>
          <span id="where" className={screen['where']}>
            Questão {current + 1} de {questions.length}
          </span>
        </div>
        {/* Below the progress, as the notices of a running test: a wide screen draws it over the first line. */}
        <div className={styles['notice']}>
          <Notice icon={<IconEye />} title="Pré-visualização">
            É assim que o aluno vê este teste. Nada do que escolher aqui fica guardado.
          </Notice>
        </div>
        <Question
          key={String(isReady)}
          question={question}
          chosen={choices[question.id]}
          onChoose={(letter) => setChoices({ ...choices, [question.id]: letter })}
          schoolClass={test.schoolClass}
          big={isYoung(test.schoolClass)}
          languages={languagesOf(test, question.alternatives)}
          heading={heading}
        />
      </main>
      <Moves current={current} of={questions.length} back={back} onMove={setCurrent} />
    </div>
  );
}

/** Loads the code for answers that are written, if a question needs it, and returns whether it is loaded. */
function useWriting(questions: readonly PresentedQuestion[] | undefined): boolean {
  const [isReady, setReady] = useState(() => writingHere() !== undefined);
  useEffect(() => {
    void bringWriting(questions ?? [])?.then(() => setReady(true));
  }, [questions]);
  return isReady;
}

function Alone({ children }: { children: ReactNode }) {
  return (
    <main className={screen['alone']}>
      <h1 className="sr">Pré-visualização</h1>
      {children}
    </main>
  );
}

function Close({ href }: { href: string }) {
  return (
    <Button variant="secondary" size="s" icon={<IconClose size={18} />} href={href}>
      Fechar
    </Button>
  );
}

interface MovesProps {
  current: number;
  /** How many questions there are. */
  of: number;
  back: string;
  onMove: (index: number) => void;
}

function Moves({ current, of, back, onMove }: MovesProps) {
  return (
    <ActionBar>
      <Button
        size="l"
        variant="secondary"
        icon={<IconChevronLeft size={22} />}
        disabled={current === 0}
        onClick={() => onMove(current - 1)}
      >
        Anterior
      </Button>
      {current === of - 1 ? (
        <Button size="l" iconEnd={<IconCheck size={22} />} href={back}>
          Finalizar
        </Button>
      ) : (
        <Button size="l" iconEnd={<IconChevronRight size={22} />} onClick={() => onMove(current + 1)}>
          Próxima
        </Button>
      )}
    </ActionBar>
  );
}
