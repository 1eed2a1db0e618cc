import type { ComponentProps } from 'react';
import { Failed } from '../../web/parts/Failed.tsx';
import styles from './ChildHome.module.css';

/** Renders a failure, readable on the coloured cover. */
export const OnPaper = (props: ComponentProps<typeof Failed>) => (
  <div className={styles.paper}>
    <Failed {...props} />
  </div>
);
