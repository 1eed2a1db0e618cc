import { reader } from '../../../web/call/api.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { cx } from '../../../web/ui/base/cx.ts';
import { IconCheck, IconChevronDown } from '../../../web/ui/base/Icon.tsx';
import styles from './ChildErrors.module.css';
import type { ChildErrorRow, childErrorsContract } from './child-errors.contract.ts';
import { errorsTitle } from './error-words.rules.ts';

const useRead = reader<typeof childErrorsContract>();

interface ChildErrorsProps {
  childId: number;
  /** Shows only these errors that the child has, and none that it has overcome; all if absent. */
  only?: 'named';
}

/**
 * The errors that a child makes over and over, what helps, and the practice of exactly this. It asks for itself, and shows nothing if there
 * are none or they cannot be read, because every page that has it lives without it.
 */
export default function ChildErrors({ childId, only }: ChildErrorsProps) {
  const { data = [] } = useRead('GET /api/children/:id/errors', { params: { id: String(childId) } });
  const shown = only ? data.filter(({ state }) => state === only) : data;
  if (shown.length === 0) return null;
  return (
    <section className={styles['errors']} aria-labelledby="enganos">
      <h2 id="enganos">{errorsTitle(shown)}</h2>
      {shown.map((error) =>
        error.state === 'named' ? (
          <Named key={error.id} error={error} childId={childId} />
        ) : (
          <p key={error.id} className={cx(styles['sentence'], styles['overcome'])}>
            <IconCheck size={20} />
            <span>{error.sentence}</span>
          </p>
        ),
      )}
    </section>
  );
}

function Named({ error: { id, sentence, example, helps }, childId }: { error: ChildErrorRow; childId: number }) {
  return (
    <div className={styles['named']}>
      <p className={styles['sentence']}>{sentence}</p>
      <details>
        <summary>
          O que ajuda
          <IconChevronDown size={18} />
        </summary>
        <p>
          <span className="muted">Por exemplo:</span> {example}
        </p>
        <p>{helps}</p>
      </details>
      <Button variant="secondary" href={`/practice/${childId}?misconception=${id}`}>
        Treinar isto<span className="sr">: {sentence}</span>
      </Button>
    </div>
  );
}
