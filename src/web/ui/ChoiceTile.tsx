import type { ComponentProps, ReactNode } from 'react';
import styles from './ChoiceTile.module.css';
import { IconCheck } from './Icon.tsx';

export interface ChoiceTileProps extends Omit<ComponentProps<'input'>, 'title' | 'className'> {
  type: 'radio' | 'checkbox';
  /** In front: a drawing, or a child's initial. */
  sign: ReactNode;
  title: string;
  text: string;
  /** At the end, in place of the tick. */
  end?: ReactNode;
}

/** One of a few choices that need a line of explanation; they stand in a <fieldset> with its legend. */
export function ChoiceTile({ sign, title, text, end, ...input }: ChoiceTileProps) {
  return (
    <label className={styles.choice}>
      <input {...input} />
      <span className={styles.tile}>
        {sign}
        <span className={styles.words}>
          <b>{title}</b>
          <span>{text}</span>
        </span>
        {end ?? <IconCheck size={24} className={styles.mark} />}
      </span>
    </label>
  );
}

/** The box of a checkbox, as the sign of one choice of several. */
export function ChoiceBox() {
  return (
    <span className={styles.box}>
      <IconCheck />
    </span>
  );
}

/** A drawing in a frame, as the sign of a choice. */
export function ChoiceSign({ children }: { children: ReactNode }) {
  return <span className={styles.sign}>{children}</span>;
}
