import { useEffect, useState } from 'react';
import { reader } from '../../web/api.ts';
import { Failed } from '../../web/Failed.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { Notice } from '../../web/ui/Card.tsx';
import { CoverBar } from '../../web/ui/Cover.tsx';
import { EmptyState } from '../../web/ui/EmptyState.tsx';
import { FioProgress } from '../../web/ui/Fio.tsx';
import { IconCheck, IconChevronLeft, IconChevronRight, IconClose } from '../../web/ui/Icon.tsx';
import { ActionBar } from '../../web/ui/Layout.tsx';
import { Spinner } from '../../web/ui/Spinner.tsx';
import { IconEye } from '../../web/ui/StaffIcon.tsx';
import styles from '../authoring/Authoring.module.css';
import { Question, useQuestionHeading } from '../tests/Question.tsx';
import type { testsContract } from '../tests/tests.contract.ts';
import { languagesOf } from '../tests/tests.rules.ts';
import { isYoung } from '../tests/young.rules.ts';
import screen from './TakeTest.module.css';

const useRead = reader<typeof testsContract>();

/** Shows a test exactly as a child gets it, question by question. No attempt is created and nothing is stored. */
export default function TestPreview({ testId }: { testId: string }) {
  const found = useRead('GET /api/tests/:id', { params: { id: testId } });
  const [current, setCurrent] = useState(0);
  const [choices, setChoices] = useState<Record<number, string>>({});
  const heading = useQuestionHeading(current);

  // Fetched again, because recent changes apply to the next child.
  const refetch = found.refetch;
  useEffect(() => void refetch(), [refetch]);

  const back = `/teacher/questions?testId=${testId}`;
  const close = (
    <Button variant="secondary" size="s" icon={<IconClose size={18} />} href={back}>
      Fechar
    </Button>
  );
  if (!found.data)
    return (
      <main className={screen['alone']}>
        <h1 className="sr">Pré-visualização</h1>
        {found.error ? (
          <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching}>
            <a href="/teacher/tests">Voltar aos Testes Padronizados</a>
          </Failed>
        ) : (
          <Spinner />
        )}
      </main>
    );
  const { questions, ...test } = found.data;
  const question = questions[current];
  if (!question)
    return (
      <main className={screen['alone']}>
        <h1 className="sr">Pré-visualização</h1>
        <EmptyState title="Nenhuma Questão Cadastrada" text="Este teste ainda não tem questões para mostrar.">
          {close}
        </EmptyState>
      </main>
    );
  const isLast = current === questions.length - 1;
  return (
    <div className={screen['screen']}>
      <CoverBar cover={1} name="Aluno">
        {close}
      </CoverBar>
      <main className={screen['main']}>
        <div className={styles['previewNotice']}>
          <Notice icon={<IconEye />} title="Pré-visualização">
            É assim que o aluno vê este teste. Nada do que escolher aqui fica guardado.
          </Notice>
        </div>
        <FioProgress
          states={questions.map(({ id }, index) => (choices[id] ? 'done' : index < current ? 'skipped' : 'todo'))}
          current={current}
        />
        <div className={screen['meta']}>
          <span id="where" className={screen['where']}>
            Questão {current + 1} de {questions.length}
          </span>
        </div>
        <Question
          question={question}
          chosen={choices[question.id]}
          onChoose={(letter) => setChoices({ ...choices, [question.id]: letter })}
          big={isYoung(test.schoolClass)}
          languages={languagesOf(test)}
          heading={heading}
        />
      </main>
      <ActionBar>
        <Button
          size="l"
          variant="secondary"
          icon={<IconChevronLeft size={22} />}
          disabled={current === 0}
          onClick={() => setCurrent(current - 1)}
        >
          Anterior
        </Button>
        {isLast ? (
          <Button size="l" iconEnd={<IconCheck size={22} />} href={back}>
            Finalizar
          </Button>
        ) : (
          <Button size="l" iconEnd={<IconChevronRight size={22} />} onClick={() => setCurrent(current + 1)}>
            Próxima
          </Button>
        )}
      </ActionBar>
    </div>
  );
}
