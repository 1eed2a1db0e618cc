import { dayAndMonth } from '../../../shared/dates.ts';
import { GOAL } from '../../../shared/goal.ts';
import { NOW_TESTS } from '../progress/child-now.rules.ts';
import styles from './Report.module.css';
import type { ChildReport } from './report.contract.ts';
import { FEWEST_FOR_TREND, monthMarks } from './report.rules.ts';

type Tests = ChildReport['trend'];

/** Renders the last tests as dots on a scale from 0 to 100, joined by a line from three on, with the goal at 70. */
export function Trend({ tests, sentence }: { tests: Tests; sentence: string }) {
  return (
    <>
      <figure className={styles['trend']}>
        <Chart tests={tests} sentence={sentence} />
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
        <span className={styles['dotReached']} />
        70% ou mais
        <span className={styles['dotBelow']} />
        abaixo de 70%
      </p>
      <details className={styles['figures']}>
        <summary>Ver em tabela</summary>
        <TrendTable tests={tests} />
      </details>
    </>
  );
}

function Chart({ tests, sentence }: { tests: Tests; sentence: string }) {
  const marks = monthMarks(tests.map(({ date }) => date));
  // One width for each test: what matters is the order, and days in a row must not lie on each other.
  const across = (index: number) => `${tests.length === 1 ? 50 : 4 + (92 * index) / (tests.length - 1)}%`;
  const joined = tests.length >= FEWEST_FOR_TREND;
  return (
    <svg role="img" aria-label={sentence}>
      {joined && (
        <rect className={styles['now']} x={across(tests.length - NOW_TESTS - 0.5)} y="0" width="100%" height="100%" />
      )}
      <line className={styles['axis']} x1="0" y1="100%" x2="100%" y2="100%" />
      <line className={styles['goal']} x1="0" y1={`${100 - GOAL}%`} x2="100%" y2={`${100 - GOAL}%`} />
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
