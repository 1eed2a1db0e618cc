import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { IconCheck } from '../base/Icon.tsx';
import styles from './ChoiceTile.module.css';

export interface ChoiceTileProps extends Omit<ComponentProps<'input'>, 'title' | 'className'> {
  type: 'radio' | 'checkbox';
  /** Shown before the text: a drawing, or a child's initial. */
  sign: ReactNode;
  title: string;
  text: string;
  /** Shown at the end, instead of the tick. */
  end?: ReactNode;
}

/** Renders a choice that needs a line of explanation; put the choices into a <fieldset> with a legend. */
export function ChoiceTile({ sign, title, text, end, ...input }: ChoiceTileProps) {
  return (
    <label className="tile">
      <input {...input} />
      <span className={cx('tile-face', styles.face)}>
        {sign}
        <span className={styles.words}>
          <b>{title}</b>
          <span>{text}</span>
        </span>
        {end ?? <IconCheck size={24} className="tile-mark" />}
      </span>
    </label>
  );
}

/** Renders the box of a checkbox, as the sign of a choice. */
export function ChoiceBox() {
  return (
    <span className={cx('tile-sign', styles.box)}>
      <IconCheck />
    </span>
  );
}

/** Renders a drawing in a frame, as the sign of a choice. */
export function ChoiceSign({ children }: { children: ReactNode }) {
  return <span className={cx('tile-sign', styles.sign)}>{children}</span>;
}
