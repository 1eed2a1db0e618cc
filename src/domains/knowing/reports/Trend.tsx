import { useState } from 'react';
import { dayAndMonth } from '../../../shared/dates.ts';
import { GOAL } from '../../../shared/goal.ts';
import { Segmented } from '../../../web/ui/forms/Segmented.tsx';
import { PERIODS } from '../history/history.rules.ts';
import { NOW_TESTS } from '../progress/child-now.rules.ts';
import type { Period } from '../progress/progress.rules.ts';
import styles from './Report.module.css';
import type { ChildReport } from './report.contract.ts';
import { FEWEST_FOR_TREND, meansIn, monthMarks, testsIn } from './report.rules.ts';

type Tests = readonly ChildReport['trend'][number][];

interface TrendProps {
  report: Pick<ChildReport, 'trend' | 'now' | 'since'>;
  /** The child's figure in words. */
  sentence: string;
}

/**
 * Renders the last tests of a period as dots on a scale from 0 to 100, joined by a line from three on, with the goal at 70 and the means that
 * the sentence compares.
 */
export function Trend({ report: { trend, now, since }, sentence }: TrendProps) {
  const [chosen, setChosen] = useState<Period | null>(null);
  const { tests, period } = testsIn(trend, since, chosen);
  const means = meansIn(tests.length, now);
  return (
    <>
      <Segmented
        label="Período"
        name="trend-period"
        options={PERIODS}
        value={period ?? ('' as Period)}
        onChange={setChosen}
      />
      {tests.length === 0 ? (
        <p className={styles['noTests']} role="status">
          Nenhum teste neste período.
        </p>
      ) : (
        <Figure tests={tests} means={means} sentence={sentence} />
      )}
    </>
  );
}

interface FigureProps {
  tests: Tests;
  means: ReturnType<typeof meansIn>;
  sentence: string;
}

function Figure({ tests, means, sentence }: FigureProps) {
  const before = means.find(({ which }) => which === 'before');
  const last = means.find(({ which }) => which === 'now');
  return (
    <>
      <figure className={styles['trend']}>
        <Chart tests={tests} means={means} sentence={sentence} />
        <span className={styles['y100']} aria-hidden="true">
          100
        </span>
        <span className={styles['y70']} aria-hidden="true">
          Meta
          <br />
          70%
        </span>
        <span className={styles['y0']} aria-hidden="true">
          0
        </span>
      </figure>
      <p className={styles['dots']}>
        <span>
          <i className={styles['dotReached']} />
          70% ou mais
        </span>
        <span>
          <i className={styles['dotBelow']} />
          abaixo de 70%
        </span>
        {last && (
          <span>
            <i className={styles['meanKey']} />
            {before ? 'médias de 3 testes' : 'média de 3 testes'}
          </span>
        )}
      </p>
      <details className={styles['figures']}>
        <summary>Ver em tabela</summary>
        <TrendTable tests={tests} />
      </details>
    </>
  );
}

function Chart({ tests, means, sentence }: FigureProps) {
  const marks = monthMarks(tests.map(({ date }) => date));
  // One width for each test: what matters is the order, and days in a row must not lie on each other.
  const place = (index: number) => (tests.length === 1 ? 50 : 4 + (92 * index) / (tests.length - 1));
  const across = (index: number) => `${place(index)}%`;
  const firstOfNow = Math.max(0, place(tests.length - NOW_TESTS - 0.5));
  const joined = tests.length >= FEWEST_FOR_TREND;
  return (
    <svg role="img" aria-label={sentence}>
      {joined && (
        <rect className={styles['now']} x={`${firstOfNow}%`} y="0" width={`${100 - firstOfNow}%`} height="100%" />
      )}
      <line className={styles['axis']} x1="0" y1="100%" x2="100%" y2="100%" />
      <line className={styles['goal']} x1="0" y1={`${100 - GOAL}%`} x2="100%" y2={`${100 - GOAL}%`} />
      {means.map(({ from, to, percentage, which }) => (
        <line
          key={which}
          className={styles['mean']}
          x1={across(from)}
          y1={`${100 - percentage}%`}
          x2={across(to)}
          y2={`${100 - percentage}%`}
        />
      ))}
      {joined &&
        tests
          .slice(1)
          .map(({ attemptId, score }, index) => (
            <line
              key={attemptId}
              className={styles['line']}
              x1={across(index)}
              y1={`${100 - (tests[index]?.score ?? 0)}%`}
              x2={across(index + 1)}
              y2={`${100 - score}%`}
            />
          ))}
      {tests.map(({ attemptId, score }, index) => (
        <Dot key={attemptId} x={across(index)} score={score} before={tests[index - 1]?.score} month={marks[index]} />
      ))}
    </svg>
  );
}

interface DotProps {
  x: string;
  score: number;
  /** The mark of the test before. */
  before: number | undefined;
  /** Where another month begins. */
  month: string | null | undefined;
}

function Dot({ x, score, before, month }: DotProps) {
  const y = `${100 - score}%`;
  const good = score >= GOAL;
  return (
    <g>
      <circle className={styles[good ? 'reached' : 'below']} cx={x} cy={y} r={good ? 6 : 5.4} />
      {/* A mark like the one before is not written again: the numbers would touch. */}
      {score !== before && (
        <text
          className={styles[good ? 'ok' : 'low']}
          x={x}
          y={y}
          dy={good || score < 15 ? -13 : 23}
          textAnchor="middle"
        >
          {score}
        </text>
      )}
      {month && (
        <text className={styles['month']} x={x} y="100%" dy="25" textAnchor="middle">
          {month}
        </text>
      )}
    </g>
  );
}

function TrendTable({ tests }: { tests: Tests }) {
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">Data</th>
          <th scope="col">Teste</th>
          <th scope="col">Pontuação</th>
        </tr>
      </thead>
      <tbody>
        {tests.map(({ attemptId, date, discipline, theme, score, onPaper }) => (
          <tr key={attemptId}>
            <td>
              <time dateTime={date}>{dayAndMonth(date)}</time>
            </td>
            <th scope="row">
              <a href={`/results/${attemptId}`}>
                {discipline}: {theme}
              </a>
              {onPaper && ' · em papel'}
            </th>
            <td className="num">{score}%</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
