import type { ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { IconCheck, IconClock, IconClose } from '../base/Icon.tsx';
import styles from './OptionTile.module.css';

interface Content {
  /** The letter in the chip: 'A', 'B'… The content must not repeat it. Omitted where it could be taken for the answer. */
  letter?: string | undefined;
  /** The content as text… */
  children?: ReactNode;
  /** …or as HTML that the server has made safe (MathML). */
  html?: string | undefined;
  /** Larger text, for the 1st and 2nd class. */
  big?: boolean | undefined;
}

export interface OptionTileProps extends Content {
  name: string;
  value: string;
  checked: boolean;
  onChange: (value: string) => void;
  disabled?: boolean | undefined;
}

function Inside({ letter, html, children }: Content) {
  return (
    <>
      {letter !== undefined && <span className={cx('tile-sign', styles.letter)}>{letter}</span>}
      {html === undefined ? (
        <span className={styles.text}>{children}</span>
      ) : (
        <span className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />
      )}
    </>
  );
}

/** Renders an alternative: a real radio button over the whole tile. Put the tiles of a question into <OptionGroup>. */
export function OptionTile({ name, value, checked, onChange, disabled, big, ...content }: OptionTileProps) {
  return (
    <label className="tile">
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={() => onChange(value)}
      />
      <span className={cx('tile-face', styles.face, big && styles.bigger)}>
        <Inside {...content} />
        <IconCheck size={26} className="tile-mark" />
      </span>
    </label>
  );
}

export interface ReviewTileProps extends Content {
  state: 'right' | 'wrong' | 'rest';
  /** The word beside the mark: "certa", "resposta da Maria". Required for right and wrong, because colour alone must not carry meaning. */
  note?: string | undefined;
}

/** Renders the same tile in a review, where it cannot be chosen. The note is in Portuguese, also where the option is in English. */
export function ReviewTile({ state, note, big, ...content }: ReviewTileProps) {
  return (
    <div className={cx('tile-face', styles.face, styles[state], big && styles.bigger)}>
      <Inside {...content} />
      {note !== undefined && (
        <span className={styles.note} lang="pt">
          {state === 'wrong' ? <IconClose /> : state === 'right' ? <IconCheck /> : <IconClock />}
          {note}
        </span>
      )}
    </div>
  );
}

/** Renders the fieldset of a question. `legend` is the sheet with its statement, which screen readers therefore read before the options. */
export function OptionGroup({ legend, children }: { legend: ReactNode; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}
