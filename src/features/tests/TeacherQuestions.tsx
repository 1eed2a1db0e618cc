import { useState } from 'react';
import { starsFor } from '../../shared/words.ts';
import { reader } from '../../web/api.ts';
import { Empty } from '../../web/Empty.tsx';
import { Failed } from '../../web/Failed.tsx';
import { plural } from '../../web/text.ts';
import { Button } from '../../web/ui/Button.tsx';
import { type Column, DataTable } from '../../web/ui/DataTable.tsx';
import { Spinner } from '../../web/ui/Spinner.tsx';
import { Stars } from '../../web/ui/Stars.tsx';
import { QuestionDetails } from './QuestionDetails.tsx';
import styles from './Teacher.module.css';
import type { Question, testsContract } from './tests.contract.ts';

const useRead = reader<typeof testsContract>();

/** The questions of one test, with their key. Only for who may see it: the server decides. */
export function TeacherQuestions({ testId }: { testId: number }) {
  const tests = useRead('GET /api/teacher/tests', { query: {} });
  const found = useRead('GET /api/teacher/tests/:id/questions', { params: { id: String(testId) } });
  const [shown, setShown] = useState<Question | null>(null);
  const test = tests.data?.find(({ id }) => id === testId);

  if (found.error?.status === 404)
    return <Empty title="Este teste não existe." text="Escolha outro em Testes Padronizados." />;
  const error = found.error ?? tests.error;
  if (error)
    return (
      <Failed
        error={error}
        onRetry={() => Promise.all([found.refetch(), tests.refetch()])}
        busy={found.isFetching || tests.isFetching}
      />
    );
  if (!found.data || !tests.data) return <Spinner />;
  return (
    <>
      {test && (
        <header className={styles['chosen']}>
          <h2>
            {test.discipline} - {test.theme}
          </h2>
          <ul className={styles['facts']}>
            <li>{test.schoolClass}</li>
            <li>
              <Stars value={starsFor(test.difficultyLevel)} label={test.difficultyLevel} />
            </li>
            <li>{test.evaluationType}</li>
            <li>
              <b>{plural(found.data.length, 'questão', 'questões')}</b>
            </li>
          </ul>
          {test.description && <p className="muted">{test.description}</p>}
        </header>
      )}
      <DataTable
        dense
        caption="Questões do teste"
        columns={columns(setShown)}
        rows={found.data}
        rowKey={({ id }) => id}
        empty={<Empty title="Nenhuma Questão Cadastrada" text="Este teste ainda não tem questões." />}
      />
      <QuestionDetails question={shown} onClose={() => setShown(null)} />
    </>
  );
}

const columns = (show: (question: Question) => void): Column<Question>[] => [
  { key: 'id', header: 'ID', card: 'corner', cell: ({ id }) => <span className="num">{id}</span> },
  {
    key: 'statement',
    header: 'Enunciado',
    card: 'title',
    cell: ({ statement, statementHtml }) =>
      statementHtml === undefined ? statement : <span dangerouslySetInnerHTML={{ __html: statementHtml }} />,
  },
  { key: 'answer', header: 'Resposta', align: 'center', cell: ({ correctAnswer }) => <b>{correctAnswer}</b> },
  { key: 'category', header: 'Categoria', cell: ({ skillCategory }) => skillCategory ?? 'Não definida' },
  { key: 'weight', header: 'Peso', align: 'center', cell: ({ weight }) => <span className="num">{weight}</span> },
  {
    key: 'do',
    header: 'Ações',
    align: 'end',
    card: 'wide',
    cell: (question) => (
      <Button variant="quiet" size="s" onClick={() => show(question)} className={styles['details']}>
        Ver detalhes<span className="sr"> da questão {question.id}</span>
      </Button>
    ),
  },
];
