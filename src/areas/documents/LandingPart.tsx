import type { ReactNode } from 'react';
import styles from './LandingPart.module.css';

/** Renders a part of the landing page below its opening. `id` is its anchor, which the footer of every public page leads to. */
export function LandingPart({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className={styles['part']}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
