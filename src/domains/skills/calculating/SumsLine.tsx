import { daysBetween } from '../../../shared/days.ts';
import { MONTHS } from '../../../shared/months.ts';
import styles from './Calculating.module.css';
import type { ChildCalculations } from './calculating.contract.ts';

const WIDTH = 320;
const HEIGHT = 160;
const LEFT = 28;
const BOTTOM = 20;

/** The runs of the school year with sums of the child's class, each a dot, the last one larger. No other child, no aim. */
export function SumsLine({ data }: { data: ChildCalculations }) {
  const year = Number(data.today.slice(0, 4)) - (data.today.slice(5) < '09-01' ? 1 : 0);
  const start = `${year}-09-01`;
  const days = daysBetween(start, `${year + 1}-07-31`);
  const runs = data.calculations
    .filter(({ kind, schoolClass, day }) => kind === 'head' && schoolClass === data.sumClass && day >= start)
    .flatMap(({ perMinute, ...run }) => (perMinute === null ? [] : [{ ...run, perMinute }]))
    .reverse();
  const speeds = runs.map(({ perMinute }) => perMinute);
  const most = Math.max(10, Math.ceil(Math.max(0, ...speeds) / 10) * 10);
  const x = (day: string) => LEFT + (Math.min(days, Math.max(0, daysBetween(start, day))) / days) * (WIDTH - LEFT - 10);
  const y = (count: number) => HEIGHT - BOTTOM - (Math.min(most, Math.max(0, count)) / most) * (HEIGHT - BOTTOM - 18);
  const label =
    runs.length === 0
      ? 'A linha começa com as primeiras contas.'
      : `Contas certas por minuto neste ano lectivo: ${speeds.map(Math.round).join(', ')}.`;
  return (
    <>
      <svg className={styles['chart']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        {[0, most / 2, most].map((count) => (
          <g key={count}>
            <line className={styles['grid']} x1={LEFT} x2={WIDTH - 6} y1={y(count)} y2={y(count)} />
            <text x={LEFT - 4} y={y(count) + 4} textAnchor="end">
              {count}
            </text>
          </g>
        ))}
        {[9, 11, 1, 3, 5, 7].map((month) => (
          <text
            key={month}
            x={x(`${month >= 9 ? year : year + 1}-${String(month).padStart(2, '0')}-01`)}
            y={HEIGHT - 4}
          >
            {(MONTHS[month - 1] ?? '').slice(0, 3)}
          </text>
        ))}
        {runs.map(({ id, day, perMinute, provisional }, index) => (
          <g key={id}>
            <circle
              className={provisional ? styles['pencil'] : index === runs.length - 1 ? styles['last'] : styles['dot']}
              cx={x(day)}
              cy={y(perMinute)}
              r={index === runs.length - 1 ? 6 : 3.6}
            />
            {index === runs.length - 1 && (
              <text x={x(day)} y={y(perMinute) - 11} textAnchor="middle">
                {Math.round(perMinute)}
              </text>
            )}
          </g>
        ))}
      </svg>
      <p className="muted">
        {runs.length < 2 && (runs.length === 0 ? `${label} ` : 'A linha começa aqui. ')}
        Só comparamos {data.child.subject.replace(/^[AO] /, (article) => article.toLowerCase())} com{' '}
        {data.child.gender === 'feminino'
          ? 'ela própria'
          : data.child.gender === 'masculino'
            ? 'ele próprio'
            : 'o que já fez'}
        : os dedos e os telemóveis são diferentes em cada casa.
      </p>
    </>
  );
}
