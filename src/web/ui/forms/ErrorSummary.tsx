import { type MouseEvent, useEffect, useRef } from 'react';
import { IconAlert } from '../base/Icon.tsx';
import styles from './ErrorSummary.module.css';

export interface FormError {
  /** Id of the field's control (by default its `name`). */
  id: string;
  /** The same message as beside the field. */
  message: string;
}

const PREFIX = 'Erro: ';

function goTo(id: string) {
  const control = document.getElementById(id);
  // Scrolls to the label first: focus alone would leave the label hidden above the edge of a small screen. In a dialog nothing covers the
  // edges, so a field that is in view stays where it is.
  const block = control?.closest('dialog') ? 'nearest' : 'start';
  (control?.closest('fieldset, div') ?? control)?.scrollIntoView({ block });
  control?.focus({ preventScroll: true });
}

/**
 * Renders the list of a form's errors. Pass a new array at each failed submit: two or more errors are listed and the list gets the focus;
 * for a single error its field gets the focus. The page's title begins with "Erro: " while there are errors.
 */
export function ErrorSummary({ errors }: { errors: readonly FormError[] }) {
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const first = errors[0];
    if (!first) return;
    if (errors.length > 1) box.current?.focus();
    else goTo(first.id);
    if (!document.title.startsWith(PREFIX)) document.title = PREFIX + document.title;
    return () => {
      if (document.title.startsWith(PREFIX)) document.title = document.title.slice(PREFIX.length);
    };
  }, [errors]);

  if (errors.length < 2) return null;
  const follow = (id: string) => (event: MouseEvent) => {
    event.preventDefault();
    goTo(id);
  };
  return (
    <div className={styles.summary} ref={box} role="alert" tabIndex={-1} aria-labelledby="error-summary-title">
      <h2 id="error-summary-title">
        <IconAlert size={24} />
        Corrija estes campos
      </h2>
      <ul>
        {errors.map((error) => (
          <li key={error.id}>
            <a href={`#${error.id}`} onClick={follow(error.id)}>
              {error.message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
