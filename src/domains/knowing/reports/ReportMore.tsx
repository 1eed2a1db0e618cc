import { relativeTime } from '../../../shared/dates.ts';
import { GOAL } from '../../../shared/goal.ts';
import { reader } from '../../../web/call/api.ts';
import { useNow } from '../../../web/device/now.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import { FirstRows } from '../../../web/parts/FirstRows.tsx';
import { firstName, inSentence, plural } from '../../../web/parts/text.ts';
import { cx } from '../../../web/ui/base/cx.ts';
import { IconCheck, IconChevronRight, IconRetry } from '../../../web/ui/base/Icon.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { Accordion } from '../../../web/ui/lists/Accordion.tsx';
import { Card, FoldCard } from '../../../web/ui/lists/Card.tsx';
import { CompareBar } from '../../../web/ui/lists/CompareBar.tsx';
import { Score } from '../../../web/ui/lists/Score.tsx';
import { ScoreBadge, ScoreBar } from '../../../web/ui/lists/ScoreBar.tsx';
import { BeyondPlan } from '../family-files/BeyondPlan.tsx';
import type { historyContract } from '../history/history.contract.ts';
import { REPORT_ROWS } from '../history/history.rules.ts';
import { besideMarks, onBar, sourceSentence } from '../norms/comparison-sentences.rules.ts';
import { skillInWords } from '../results/skill-words.rules.ts';
import styles from './Report.module.css';
import type { ChildReport as Report, YearOfTrimesters } from './report.contract.ts';
import { schoolYearInWords } from './report.rules.ts';
import {
  disciplinesSentence,
  figuresSentence,
  repeatedSentence,
  skillsSentence,
  trimestersSentence,
} from './report-sentences.rules.ts';

const useRead = reader<typeof historyContract>();

/** Renders the lower parts of a child's report: disciplines, trimesters, skill categories, and the last tests. */
export default function ReportMore({ report }: { report: Report }) {
  const { child, skills, trimesters } = report;
  const repeated = repeatedSentence(report);
  return (
    <>
      <Disciplines report={report} />
      <div className={styles['column']}>
        <FoldCard title="Por trimestre">
          <p className={styles['sentence']}>{trimestersSentence(trimesters.schoolYear, trimesters.all)}</p>
          {repeated && <p className="meta">{repeated}</p>}
          {trimesters.disciplines.length > 0 && (
            <Accordion quiet title="Cada disciplina">
              <Trimesters year={trimesters} months={report.months} />
            </Accordion>
          )}
          {report.earlier.map((year) => (
            <Accordion key={year.schoolYear} quiet title={`Ano lectivo ${schoolYearInWords(year.schoolYear)}`}>
              <p className={styles['sentence']}>{trimestersSentence(year.schoolYear, year.all)}</p>
              <Trimesters year={year} months={report.months} />
            </Accordion>
          ))}
          {skills.length > 0 && (
            <Accordion quiet title="Como responde">
              <p className={styles['sentence']}>{skillsSentence(skills)}</p>
              <ul className={styles['skills']}>
                {skills.map(({ skillCategory, correct, total, share }) => (
                  <li key={skillCategory}>
                    <span>
                      {skillInWords(skillCategory)}{' '}
                      <span className="meta nowrap">{plural(total, 'pergunta', 'perguntas')}</span>
                    </span>
                    <ScoreBadge value={share}>{`${correct} de ${total}`}</ScoreBadge>
                    <ScoreBar value={share} className={styles['whole']} />
                  </li>
                ))}
              </ul>
            </Accordion>
          )}
        </FoldCard>
        <LastTests childId={child.id} />
      </div>
    </>
  );
}

/** Renders the tests that the child did last; the history has all of them. */
function LastTests({ childId }: { childId: number }) {
  const now = useNow();
  const found = useRead('GET /api/recent-tests', { query: { childId: String(childId), limit: String(REPORT_ROWS) } });
  return (
    <Card title="Resultados">
      {found.data ? (
        <ol className={styles['last']}>
          {found.data.map(({ attempt, test, score, lowEffort }) => (
            <li key={attempt.id}>
              <a href={`/results/${attempt.id}`}>
                <span>
                  <b>{test.theme}</b>
                  <span>
                    {test.discipline} · {relativeTime(attempt.attemptDate, now)}
                  </span>
                </span>
                {lowEffort ? <span className="muted">a lápis</span> : <Score value={score?.percentage ?? null} />}
                <IconChevronRight size={18} />
              </a>
            </li>
          ))}
        </ol>
      ) : found.error ? (
        <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching} />
      ) : (
        <Skeleton lines={5} />
      )}
      <a className={styles['all']} href={`/tests/history?childId=${childId}`}>
        Ver todos
      </a>
    </Card>
  );
}

const NUMERALS = ['I', 'II', 'III'] as const;

interface TrimestersProps {
  year: YearOfTrimesters;
  /** The months of the three trimesters, in order. */
  months: readonly string[];
}

function Trimesters({ year: { disciplines, all }, months }: TrimestersProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: with enlarged text it scrolls sideways, also by the keyboard
    <section className={styles['sideways']} tabIndex={0} aria-label="Médias por trimestre">
      <table className={cx(styles['trimesters'], 'num')}>
        <caption className="sr">Média por disciplina e trimestre</caption>
        <thead>
          <tr>
            <th scope="col">Disciplina</th>
            {NUMERALS.map((numeral, index) => (
              <th scope="col" key={numeral}>
                {numeral}
                <span>{months[index]}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {disciplines.map((row) => (
            <tr key={row.discipline}>
              <th scope="row">{row.discipline}</th>
              <Means of={row.trimesters} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Todas</th>
            <Means of={all} />
          </tr>
          <tr>
            <th scope="row">Testes</th>
            {all.map(({ tests }, index) => (
              <td key={NUMERALS[index]}>{tests}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function Means({ of }: { of: Report['trimesters']['all'] }) {
  return of.map(({ mean }, index) => {
    const key = NUMERALS[index];
    if (mean === null) {
      return (
        <td key={key} className="muted">
          <span aria-hidden="true">–</span>
          <span className="sr">sem dados</span>
        </td>
      );
    }
    const good = mean >= GOAL;
    return (
      <td key={key} className={styles[good ? 'ok' : 'low']}>
        {good ? <IconCheck size={14} /> : <IconRetry size={14} />} {mean}%
      </td>
    );
  });
}

/** Number of disciplines that are shown before the others are asked for. */
const SHOWN = 2;

type DisciplineRow = Report['disciplines'][number];

/** Bars beside the averages of other children, or beside reference values, which are labelled as such; the weakest discipline first. */
function Disciplines({ report: { child, disciplines, figures, compared } }: { report: Report }) {
  const anyReal = disciplines.some(({ marks }) => marks.some(({ real }) => real));
  return (
    <Card title="Por disciplina" className={styles['disciplines']}>
      <p className={styles['sentence']}>{disciplinesSentence(disciplines)}</p>
      <FirstRows rows={disciplines} shown={SHOWN} words={['disciplina', 'disciplinas']}>
        {(row) => <DisciplineBar key={row.discipline} row={row} named={anyReal} />}
      </FirstRows>
      {!anyReal && <p className="meta">Escola e país: valores de comparação.</p>}
      {figures.length > 0 && (
        <Accordion quiet title="Respostas e tempo">
          <ul>
            {figures.map((figure) => (
              <li key={figure.discipline}>
                <b>{figure.discipline}</b>
                <p className="meta">{figuresSentence(figure)}</p>
              </li>
            ))}
          </ul>
        </Accordion>
      )}
      {!compared && (
        <p className={styles['plan']}>
          <BeyondPlan what="comparison" child={inSentence(firstName(child.fullName), child.gender)} />
        </p>
      )}
    </Card>
  );
}

/** @param props.named whether the row names the source of its marks. */
function DisciplineBar({ row: { discipline, tests, mean, marks }, named }: { row: DisciplineRow; named: boolean }) {
  return (
    <li>
      <div className={styles['head']}>
        <h3>{discipline}</h3>
        <span className="meta">{plural(tests, 'teste', 'testes')}</span>
        <ScoreBadge value={mean}>{`${mean}%`}</ScoreBadge>
      </div>
      <CompareBar name={discipline} value={mean} marks={onBar(marks)} bare />
      <p className={styles['beside']}>{besideMarks(mean, marks)}</p>
      {named && <p className="meta">{sourceSentence(marks)}</p>}
    </li>
  );
}
