import type { ComponentProps, ReactNode } from 'react';
import styles from './ChoiceTile.module.css';
import { IconCheck } from './Icon.tsx';

export interface ChoiceTileProps extends Omit<ComponentProps<'input'>, 'title' | 'className'> {
  type: 'radio' | 'checkbox';
  /** In front: a drawing, or a child's initial. */
  sign: ReactNode;
  title: string;
  text: string;
}

/** One of a few choices that need a line of explanation; they stand in a <fieldset> with its legend. */
export function ChoiceTile({ sign, title, text, ...input }: ChoiceTileProps) {
  return (
    <label className={styles.choice}>
      <input {...input} />
      <span className={styles.tile}>
        {sign}
        <span className={styles.words}>
          <b>{title}</b>
          <span>{text}</span>
        </span>
        <IconCheck size={24} className={styles.mark} />
      </span>
    </label>
  );
}

/** A drawing in a frame, as the sign of a choice. */
export function ChoiceSign({ children }: { children: ReactNode }) {
  return <span className={styles.sign}>{children}</span>;
}
