import { lazy, Suspense, useState } from 'react';
import { useSearch } from 'wouter/use-browser-location';
import { testName } from '../../../shared/questions/test-names.ts';
import { reader } from '../../../web/call/api.ts';
import { decimal } from '../../../web/parts/decimal.ts';
import { Empty } from '../../../web/parts/Empty.tsx';
import { Failed } from '../../../web/parts/Failed.tsx';
import { BANK_ADDRESS, type Panel } from '../../../web/parts/statistics-address.ts';
import { plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconChevronLeft } from '../../../web/ui/base/Icon.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { Accordion } from '../../../web/ui/lists/Accordion.tsx';
import { Badge } from '../../../web/ui/lists/Badge.tsx';
import { Card } from '../../../web/ui/lists/Card.tsx';
import { type Column, DataTable } from '../../../web/ui/lists/DataTable.tsx';
import { shownNumber } from '../../bank/answering/written-number.rules.ts';
import { ChoiceChart } from './ChoiceChart.tsx';
import { TestErrors } from './Errors.tsx';
import styles from './Statistics.module.css';
import { AsTable, Figure, flaggedColumn, Statement, WorksBadge } from './StatisticsParts.tsx';
import type { statisticsContract, TestStatistics } from './statistics.contract.ts';
import {
  errorInWords,
  missingForQuestions,
  missingForTest,
  percent,
  reliabilityInWords,
  worstFirst,
} from './statistics-words.rules.ts';

// Dialogs are loaded when opened.
const RegradeDialog = lazy(() => import('./RegradeDialog.tsx'));
const useRead = reader<typeof statisticsContract>();
type QuestionFigures = TestStatistics['questions'][number];

/** 'Estatísticas' of the test in the address, with the questions to review first. */
export default function Statistics({ panel }: { panel: Panel }) {
  const testId = new URLSearchParams(useSearch()).get('testId') ?? '';
  const found = useRead('GET /api/teacher/tests/:id/statistics', { params: { id: testId } });
  return (
    <>
      <div className={styles['top']}>
        <h2>
          Estatísticas do teste
          {found.data && `: ${testName(found.data.test)}`}
        </h2>
        {found.data && <AsTable href={`/api/teacher/tests/${testId}/statistics/file`} />}
        {panel === 'admin' ? (
          <Button variant="quiet" icon={<IconChevronLeft />} href={BANK_ADDRESS.admin}>
            Testes
          </Button>
        ) : (
          <Button variant="quiet" icon={<IconChevronLeft />} href={`/teacher/questions?testId=${testId}`}>
            Questões do teste
          </Button>
        )}
      </div>
      {found.data ? (
        <Shown statistics={found.data} editable={panel === 'teacher'} />
      ) : found.error?.status === 404 ? (
        <Empty title="Este teste não existe." text="Escolha outro em Testes Padronizados." />
      ) : found.error ? (
        <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching} />
      ) : (
        <Skeleton lines={12} />
      )}
    </>
  );
}

/** Renders what more attempts will tell of the test, and of its questions, which may have more attempts than the test. */
function Missing({ statistics }: { statistics: TestStatistics }) {
  const said = [missingForTest(statistics), missingForQuestions(statistics.questions)];
  return said.map(
    (sentence) =>
      sentence && (
        <p key={sentence} className={styles['say']}>
          {sentence}
        </p>
      ),
  );
}

interface OneQuestionProps {
  question: QuestionFigures;
  /** Whether it begins opened. */
  open: boolean;
  /** Corrects its key; absent for those who can only read. */
  onRegrade: (() => void) | undefined;
}

/** Who chose which alternative of a question. */
function OneQuestion({ question, open, onRegrade }: OneQuestionProps) {
  return (
    <Accordion
      open={open}
      title={
        <>
          Questão {question.position}: <Statement question={question} />
        </>
      }
    >
      <Choices question={question} />
      {onRegrade && (
        <Button variant="secondary" onClick={onRegrade}>
          Mudar a resposta certa<span className="sr"> da questão {question.position}</span>
        </Button>
      )}
    </Accordion>
  );
}

/** @param editable teachers can correct a key; administrators can only read. */
function Shown({ statistics, editable }: { statistics: TestStatistics; editable: boolean }) {
  const { attempts, attemptsBefore } = statistics;
  const asked = Number(new URLSearchParams(useSearch()).get('regrade'));
  const [regraded, setRegraded] = useState<QuestionFigures | null>(
    statistics.questions.find(({ id }) => id === asked) ?? null,
  );
  const reliability = reliabilityInWords(statistics);
  const before =
    attemptsBefore > 0 &&
    `${plural(attemptsBefore, 'tentativa', 'tentativas')} com outra questão, chave ou peso ${attemptsBefore === 1 ? 'conta' : 'contam'} só nas questões cujo texto não mudou.`;
  const dialog = editable && regraded && (
    <Suspense fallback={null}>
      <RegradeDialog testId={statistics.testId} question={regraded} onClose={() => setRegraded(null)} />
    </Suspense>
  );
  if (statistics.questions.every((question) => question.attempts === 0))
    return (
      <Empty
        title="Ainda não há tentativas válidas."
        text="Conta a primeira vez que cada criança acaba o teste, no tempo normal. As primeiras percentagens aparecem com 10 tentativas."
      >
        {before && <p>{before}</p>}
        {dialog}
      </Empty>
    );
  const questions = worstFirst(statistics.questions);
  return (
    <>
      <p className={styles['lead']}>
        {attempts === 0 ? (
          'O teste, como está agora, ainda não tem tentativas válidas.'
        ) : (
          <>
            Com base em <b>{plural(attempts, 'tentativa válida', 'tentativas válidas')}</b>: a primeira de cada criança,
            acabada no tempo normal.
          </>
        )}{' '}
        {before}
      </p>
      <Missing statistics={statistics} />
      {reliability && <p className={styles['say']}>{reliability}</p>}
      <dl className={styles['figures']}>
        <Figure label="Tentativas válidas" value={String(attempts)} />
        <Figure label="Média" value={statistics.mean === null ? '–' : percent(statistics.mean / 100)} />
        <Figure label="Questões a verificar" value={String(questions.filter(({ flags }) => flags.length > 0).length)} />
      </dl>
      <DataTable
        dense
        caption="Questões, as que precisam de atenção primeiro"
        columns={COLUMNS}
        rows={questions}
        rowKey={({ id }) => id}
        rowTone={({ flags }) => (flags.length > 0 ? 'flagged' : undefined)}
      />
      <TestErrors errors={statistics.errors} />
      <h3 className={styles['each']}>Quem escolheu o quê</h3>
      {questions.map((question, index) => (
        <OneQuestion
          key={question.id}
          question={question}
          open={index === 0 && question.flags.length > 0}
          onRegrade={editable ? () => setRegraded(question) : undefined}
        />
      ))}
      <Accordion title="Detalhes" quiet>
        <Details statistics={statistics} />
      </Accordion>
      {dialog}
    </>
  );
}

const COLUMNS: Column<QuestionFigures>[] = [
  { key: 'position', header: 'N.º', card: 'corner', cell: ({ position }) => <span className="num">{position}</span> },
  flaggedColumn(),
  {
    key: 'facility',
    header: 'Acertam',
    cell: ({ facility, interval, attempts, tests }) =>
      facility === null || interval === null ? (
        '–'
      ) : (
        <span className={styles['pair']}>
          <b className="num">{percent(facility)}</b>
          <span className="num meta">
            de {percent(interval[0])} a {percent(interval[1])}
          </span>
          {tests > 1 && (
            <span className="num meta">
              {plural(attempts, 'tentativa', 'tentativas')}, de {tests} testes
            </span>
          )}
        </span>
      ),
  },
  {
    key: 'difficulty',
    header: 'Dificuldade',
    cell: ({ calibrated: { difficulty, fits, answers } }) => (
      <span className={styles['pair']}>
        <span>{difficulty}</span>
        {fits === false ? (
          <Badge tone="flag">não encaixa</Badge>
        ) : (
          answers > 0 && (
            <span className="num meta">
              {plural(answers, 'resposta', 'respostas')}
              {fits === true && ', encaixa'}
            </span>
          )
        )}
      </span>
    ),
  },
  {
    key: 'discrimination',
    header: 'Funcionamento',
    cell: ({ discrimination, flags }) => <WorksBadge discrimination={discrimination} flags={flags} />,
  },
  {
    key: 'seconds',
    header: 'Tempo médio',
    align: 'end',
    cell: ({ meanSeconds }) => (meanSeconds === null ? '–' : <span className="num">{decimal(meanSeconds, 0)} s</span>),
  },
  { key: 'omitted', header: 'Em branco', align: 'end', cell: ({ omitted }) => <span className="num">{omitted}</span> },
];

function Choices({ question }: { question: QuestionFigures }) {
  const { thirds } = question;
  const whole = (count: number) => decimal(count, Number.isInteger(count) ? 0 : 1);
  return (
    <>
      <ChoiceChart question={question} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className={styles['scroll']} tabIndex={0} aria-label={`Escolhas na questão ${question.position}`}>
        <table className={styles['choices']}>
          <caption className="sr">Escolhas na questão {question.position}</caption>
          <thead>
            <tr>
              <th scope="col">Alternativa</th>
              <th scope="col">Melhor terço ({thirds.top})</th>
              <th scope="col">Terço do meio ({thirds.middle})</th>
              <th scope="col">Último terço ({thirds.bottom})</th>
              <th scope="col">Todos</th>
            </tr>
          </thead>
          <tbody>
            {question.choices.map(({ letter, text, error, top, middle, bottom, count }) => (
              <tr key={letter}>
                <th scope="row">
                  {text}
                  {letter === question.correctAnswer && ' (certa)'}
                  {error && <span className={styles['shows']}>{errorInWords(error)}</span>}
                </th>
                <td className="num">{whole(top)}</td>
                <td className="num">{whole(middle)}</td>
                <td className="num">{whole(bottom)}</td>
                <td className="num">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {question.written && question.written.length > 0 && (
        <section>
          <h4>O que escreveram mais</h4>
          <ol className={styles['details']}>
            {question.written.map(({ text, count, right }) => (
              <li key={text}>
                <span className="num">{shownNumber(text)}</span>
                {right && ' (certa)'}: {plural(count, 'vez', 'vezes')}
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

function Details({ statistics: { alpha, error, spread, mean, questions } }: { statistics: TestStatistics }) {
  const shown = (value: number | null, digits: number) => (value === null ? 'sem valor' : decimal(value, digits));
  return (
    <Card as="div">
      <ul className={styles['details']}>
        <li>Alfa de Cronbach: {shown(alpha, 2)}</li>
        <li>Erro-padrão de medida: {shown(error, 1)} pontos em 100</li>
        <li>Média: {shown(mean, 1)}%</li>
        <li>Desvio-padrão: {shown(spread, 1)} pontos em 100</li>
        {questions.map(({ id, position, discrimination }) => (
          <li key={id}>
            Questão {position}: correlação com as outras questões {shown(discrimination, 2)}
          </li>
        ))}
      </ul>
    </Card>
  );
}
