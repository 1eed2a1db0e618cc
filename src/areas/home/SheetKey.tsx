import { FormSheet, WORDS } from './FormSheets.tsx';
import styles from './Themes.module.css';

const LOOKS = Object.keys(WORDS) as (keyof typeof WORDS)[];

/** Renders what the looks of the sheets mean, once above a list. Hidden from screen readers, to which each row says it. */
export function SheetKey() {
  return (
    <span className={styles['key']} aria-hidden="true">
      {LOOKS.map((look, place) => (
        <span key={look}>
          <FormSheet letter={'ABC'.charAt(place)} look={look} />
          {WORDS[look]}
        </span>
      ))}
    </span>
  );
}
