import type { ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import styles from './ChildBook.module.css';
import { ChildCover, type ChildCoverProps, coverClass } from './Cover.tsx';

export interface ChildBookProps extends ChildCoverProps {
  /** The page of the child itself, whose pages have edges of their own. */
  as?: 'article' | undefined;
  /** Controls such as "Mudar de criança", on the right of the cloth. */
  controls?: ReactNode;
  /** Arranges the pages; without it they stand below each other. */
  className?: string | undefined;
}

/** Renders a child's booklet: the cover is the frame, and the pages lie in it. */
export function ChildBook({ as, controls, className, children, ...cover }: ChildBookProps) {
  const Tag = as ?? ('div' as never);
  return (
    <Tag className={cx(styles.book, coverClass(cover.cover))}>
      <ChildCover {...cover}>{controls}</ChildCover>
      <div className={cx(styles.pages, !as && styles.plain, className)}>{children}</div>
    </Tag>
  );
}
