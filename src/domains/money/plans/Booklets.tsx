import { coverClass } from '../../../web/ui/paper/Cover.tsx';
import styles from './Booklets.module.css';
import type { Plan } from './plans.rules.ts';

/** Returns which children a plan is for: "até 3 crianças". */
export const whoInWords = ({ coveredChildren }: Plan): string =>
  coveredChildren === 0 ? 'todas as crianças' : coveredChildren === 1 ? '1 criança' : `até ${coveredChildren} crianças`;

/** Renders this number of booklets in the cover colours; with dashed outlines if the plan does not cover particular children. */
export function Booklets({ count }: { count: number }) {
  const width = count === 0 ? 26 : 13 + 13 * count;
  return (
    <svg width={width} height="32" viewBox={`0 0 ${width} 32`} aria-hidden="true">
      {count === 0 && (
        <path
          className={styles['outline']}
          d="M5 1.5h14a3.5 3.5 0 0 1 3.5 3.5v22a3.5 3.5 0 0 1-3.5 3.5h-14a3.5 3.5 0 0 1-3.5-3.5v-22a3.5 3.5 0 0 1 3.5-3.5z"
        />
      )}
      {Array.from({ length: count }, (_, index) => (
        <g key={coverClass(index + 1)} className={coverClass(index + 1)} transform={`translate(${13 * index})`}>
          <rect className={styles['cloth']} x="1" y="1" width="22" height="30" rx="3.5" />
          <path className={styles['stitch']} d="M6.5 4v24" />
          <path className={styles['label']} d="M10 8h9v6h-9z" />
        </g>
      ))}
    </svg>
  );
}
