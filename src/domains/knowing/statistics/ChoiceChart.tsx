import styles from './Statistics.module.css';
import type { TestStatistics } from './statistics.contract.ts';
import { percent } from './statistics-words.rules.ts';

const LEFT = 58;
const WIDTH = 220;
const BAR = 8;
const ROW = 38;

/**
 * Share of each third of the attempts that chose each alternative: best third filled, middle striped, last empty, so that colour
 * is not needed. Length and label are the same share. The table beside it gives screen readers the same data.
 */
export function ChoiceChart({
  question: { id, choices, correctAnswer, thirds },
}: {
  question: TestStatistics['questions'][number];
}) {
  const stripes = `stripes-${id}`;
  const share = (count: number, of: number) => (of === 0 ? 0 : count / of);
  return (
    <figure className={styles['chart']}>
      <svg viewBox={`0 0 ${LEFT + WIDTH + 44} ${choices.length * ROW}`} aria-hidden="true">
        <defs>
          <pattern id={stripes} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="2" height="5" className={styles['full']} />
          </pattern>
        </defs>
        {choices.map(({ letter, top, middle, bottom }, row) => (
          <g key={letter} transform={`translate(0 ${row * ROW})`}>
            <text x="0" y="20" className={styles['letter']}>
              {letter}
            </text>
            {letter === correctAnswer && <path d="M20 15l4 4l8 -9" className={styles['tick']} />}
            {(
              [
                [top, thirds.top, 'top'],
                [middle, thirds.middle, 'middle'],
                [bottom, thirds.bottom, 'bottom'],
              ] as const
            ).map(([count, of, third], bar) => (
              <g key={third} transform={`translate(${LEFT} ${2 + bar * (BAR + 2)})`}>
                <rect
                  width={share(count, of) * WIDTH}
                  height={BAR}
                  className={third === 'top' ? styles['full'] : styles['outline']}
                  {...(third === 'middle' ? { fill: `url(#${stripes})` } : {})}
                />
                <text x={share(count, of) * WIDTH + 5} y={BAR - 0.5} className={styles['count']}>
                  {percent(share(count, of))}
                </text>
              </g>
            ))}
          </g>
        ))}
      </svg>
      <figcaption className="meta">
        Cheio: o melhor terço. Riscado: o terço do meio. Vazio: o último terço. A alternativa certa tem um visto. Entre
        crianças com os mesmos pontos, cada uma conta em parte para os dois terços.
      </figcaption>
    </figure>
  );
}
