import { daysBetween } from '../../../../shared/days.ts';
import { MONTHS } from '../../../../shared/months.ts';
import styles from '../Reading.module.css';
import type { ChildReadings } from '../reading.contract.ts';
import { BAND_OF_ONE, BAND_OF_THREE, SECOND_CLASS } from '../references.rules.ts';

const WIDTH = 320;
const HEIGHT = 160;
const LEFT = 28;
const BOTTOM = 20;

/** The readings of the school year, each with its bar; the median of three joined by a line; one dashed aim. No other child. */
export function OwnLine({ data }: { data: ChildReadings }) {
  const year = Number(data.today.slice(0, 4)) - (data.today.slice(5) < '09-01' ? 1 : 0);
  const start = `${year}-09-01`;
  const days = daysBetween(start, `${year + 1}-07-31`);
  const readings = data.readings
    .filter(({ kind, day }) => kind === 'class' && day >= start)
    .flatMap(({ wordsPerMinute, ...one }) => (wordsPerMinute === null ? [] : [{ ...one, wordsPerMinute }]))
    .reverse();
  const aim = data.readingClass === 2 ? SECOND_CLASS.fluent : data.reference?.aim;
  const most = data.readingClass <= 2 ? 100 : 160;
  const x = (day: string) => LEFT + (Math.min(days, Math.max(0, daysBetween(start, day))) / days) * (WIDTH - LEFT - 6);
  const y = (words: number) => HEIGHT - BOTTOM - (Math.min(most, Math.max(0, words)) / most) * (HEIGHT - BOTTOM - 8);
  const label =
    readings.length === 0
      ? 'A primeira leitura fica aqui.'
      : `Leituras do ano lectivo: ${readings.map(({ wordsPerMinute }) => Math.round(wordsPerMinute)).join(', ')} palavras por minuto.`;
  return (
    <>
      <svg className={styles['chart']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        {[0, most / 2, most].map((words) => (
          <g key={words}>
            <line className={styles['grid']} x1={LEFT} x2={WIDTH - 6} y1={y(words)} y2={y(words)} />
            <text x={LEFT - 4} y={y(words) + 4} textAnchor="end">
              {words}
            </text>
          </g>
        ))}
        {aim != null && (
          <>
            <line className={styles['aim']} x1={LEFT} x2={WIDTH - 6} y1={y(aim)} y2={y(aim)} />
            <text x={WIDTH - 6} y={y(aim) - 4} textAnchor="end">
              {aim} {data.readingClass === 2 ? 'com fluência' : 'até Julho'}
            </text>
          </>
        )}
        {[9, 11, 1, 3, 5, 7].map((month) => (
          <text
            key={month}
            x={x(`${month >= 9 ? year : year + 1}-${String(month).padStart(2, '0')}-01`)}
            y={HEIGHT - 4}
          >
            {(MONTHS[month - 1] ?? '').slice(0, 3)}
          </text>
        ))}
        {readings.map(({ id, day, wordsPerMinute, provisional }) => (
          <g key={id}>
            {!provisional && (
              <line
                className={styles['bar']}
                x1={x(day)}
                x2={x(day)}
                y1={y(wordsPerMinute - BAND_OF_ONE)}
                y2={y(wordsPerMinute + BAND_OF_ONE)}
              />
            )}
            <circle
              className={provisional ? `${styles['one']} ${styles['pencil']}` : styles['one']}
              cx={x(day)}
              cy={y(wordsPerMinute)}
              r="3.5"
            />
          </g>
        ))}
        <polyline
          className={styles['line']}
          points={data.measures.map(({ day, wordsPerMinute }) => `${x(day)},${y(wordsPerMinute)}`).join(' ')}
        />
        {data.measures.map(({ day, wordsPerMinute }) => (
          <g key={day}>
            <line
              className={styles['bar']}
              x1={x(day)}
              x2={x(day)}
              y1={y(wordsPerMinute - BAND_OF_THREE)}
              y2={y(wordsPerMinute + BAND_OF_THREE)}
            />
            <circle className={styles['median']} cx={x(day)} cy={y(wordsPerMinute)} r="6" />
          </g>
        ))}
      </svg>
      {readings.length === 0 ? (
        <p className="muted">{label}</p>
      ) : (
        <p className={`muted ${styles['signs']}`}>
          <span>
            <Sign of={styles['one']} /> uma leitura
          </span>
          <span>
            <Sign of={styles['median']} /> o meio de três
          </span>
          <span>
            <Sign of={`${styles['one']} ${styles['pencil']}`} /> a lápis
          </span>
        </p>
      )}
    </>
  );
}

/** A dot as in the picture. */
const Sign = ({ of }: { of: string | undefined }) => (
  <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
    <circle className={of} cx="6" cy="6" r="4.5" />
  </svg>
);
