import type { ReactNode } from 'react';
import { mirrorCurve } from '../../shared/fio.ts';
import { cx } from '../../web/ui/base/cx.ts';
import { Cover } from '../../web/ui/paper/Cover.tsx';
import styles from './OpeningCover.module.css';

interface OpeningCoverProps {
  /** Columns and rows of dots of the fio that is drawn on the cover. */
  fio: readonly [columns: number, rows: number];
  eyebrow: string;
  title: string;
  lead: string;
  /** The landing page's size: larger, with room for the sheet that overlaps it. */
  large?: boolean;
  /** Content below the text. */
  children?: ReactNode;
}

/** Renders the cover at the top of a public page: its title and summary on a drawn fio. */
export function OpeningCover({ fio: [columns, rows], eyebrow, title, lead, large, children }: OpeningCoverProps) {
  const { lines, dots, width, height } = mirrorCurve(columns, rows);
  return (
    <Cover className={cx(styles['opening'], large && styles['large'])}>
      <svg className={styles['emboss']} viewBox={`-3 -3 ${width + 6} ${height + 6}`} aria-hidden="true">
        <path d={lines.join('')} />
        <path d={dots.map(([x, y]) => `M${x} ${y}h.01`).join('')} />
      </svg>
      <div className={styles['words']}>
        <p className={styles['eyebrow']}>{eyebrow}</p>
        <h1>{title}</h1>
        <p className={styles['lead']}>{lead}</p>
        {children}
      </div>
    </Cover>
  );
}
