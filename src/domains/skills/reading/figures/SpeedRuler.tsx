import { plural } from '../../../../shared/text.ts';
import styles from '../Reading.module.css';
import { type Aim, type Band, SECOND_CLASS } from '../references.rules.ts';

const LENGTH = 320;

interface SpeedRulerProps {
  perMinute: number;
  band: Band;
  readingClass: number;
  aim: Aim | null;
  isPencil: boolean;
}

/** A speed with its band on a ruler from 0 to 100 words (1.ª and 2.ª classe) or 160; the 2.ª has its zones, the others what they aim at. */
export function SpeedRuler({ perMinute, band, readingClass, aim, isPencil }: SpeedRulerProps) {
  const most = readingClass <= 2 ? 100 : 160;
  const x = (words: number) => 10 + (Math.min(most, words) / most) * (LENGTH - 20);
  const ticks = readingClass === 2 ? [SECOND_CLASS.training, SECOND_CLASS.fluent] : aim ? [aim.words] : [];
  const speed = Math.round(perMinute);
  const label = `${plural(speed, 'palavra', 'palavras')} por minuto, entre ${band.from} e ${band.to}${
    ticks.length > 0 ? `; referência ${ticks.join(' e ')}` : ''
  }`;
  return (
    <svg className={styles['chart']} viewBox={`0 0 ${LENGTH} 66`} role="img" aria-label={label}>
      <line
        className={styles['bar']}
        x1={x(band.from)}
        x2={x(band.to)}
        y1="14"
        y2="14"
        strokeWidth="3"
        strokeDasharray={isPencil ? '3 3' : undefined}
      />
      <circle
        className={isPencil ? `${styles['one']} ${styles['pencil']}` : styles['median']}
        cx={x(perMinute)}
        cy="14"
        r="8"
      />
      <rect x="10" y="28" width={LENGTH - 20} height="16" rx="3" fill="var(--brass-soft)" stroke="var(--line-strong)" />
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={x(tick)} x2={x(tick)} y1="26" y2="46" stroke="var(--ink)" strokeWidth="2" />
          <text x={x(tick)} y="60" textAnchor="middle">
            {tick}
          </text>
        </g>
      ))}
      <text x="10" y="60">
        0
      </text>
      <text x={LENGTH - 10} y="60" textAnchor="end">
        {speed > most ? `${speed} →` : most}
      </text>
    </svg>
  );
}
