import type { CatalogueTest } from '../../domains/sitting/catalogue/catalogue.contract.ts';
import { cx } from '../../web/ui/base/cx.ts';
import styles from './Themes.module.css';

export const WORDS = { done: 'feito', next: 'a seguir', todo: 'por fazer' } as const;

/** Returns whether a form has been taken, is the one to take now, or waits. */
function lookOf({ form, forChild }: CatalogueTest, letter: string): keyof typeof WORDS {
  const allowed = forChild?.allowed !== false || forChild.open;
  if (letter === form && allowed && !forChild?.takenForms.includes(letter)) return 'next';
  return forChild?.takenForms.includes(letter) ? 'done' : 'todo';
}

/** Renders the forms of a theme as small sheets of paper: filled when done, heavy when next, dashed when waiting. */
export function FormSheets({ tests }: { tests: readonly CatalogueTest[] }) {
  const forms = tests.flatMap((test) =>
    test.forms.map((letter) => ({ key: `${test.id}${letter}`, letter, look: lookOf(test, letter) })),
  );
  if (forms.length === 0) return <span />;
  return (
    <span
      className={styles['sheets']}
      role="img"
      aria-label={forms.map(({ letter, look }) => `teste ${letter} ${WORDS[look]}`).join(', ')}
    >
      {forms.map(({ key, letter, look }) => (
        <FormSheet key={key} letter={letter} look={look} />
      ))}
    </span>
  );
}

/** Renders one form as a sheet of paper. It is decoration: words beside it say the same. */
export function FormSheet({ letter, look }: { letter: string; look: keyof typeof WORDS }) {
  return (
    <svg className={cx(styles['sheet'], styles[look])} width="20" height="26" viewBox="0 0 20 26" aria-hidden="true">
      <path d="M2 1.5h10.5L18.5 7.5V24.5H2z" />
      <path className={styles['corner']} d="M12.5 1.5V7.5H18.5" />
      <text x="10" y="20.6" textAnchor="middle">
        {letter}
      </text>
    </svg>
  );
}
