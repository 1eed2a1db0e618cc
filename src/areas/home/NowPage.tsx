import { markOf, NOTHING_YET, nowSentence, nowSource } from '../../domains/knowing/progress/child-now.rules.ts';
import type { ChildWithStats } from '../../domains/people/children/family.contract.ts';
import { useNow } from '../../web/device/now.ts';
import { firstName } from '../../web/parts/text.ts';
import { cx } from '../../web/ui/base/cx.ts';
import { IconCheck, IconChevronDown, IconRetry } from '../../web/ui/base/Icon.tsx';
import { IconMinus } from '../../web/ui/icons/ParentIcon.tsx';
import { Score } from '../../web/ui/lists/Score.tsx';
import styles from './ChildPage.module.css';

const MARKS = { ok: IconCheck, low: IconRetry, none: IconMinus } as const;

/** Renders the ruled page: how the child is doing, with the mark in the margin, and the tests that say so. */
export function NowPage({ child, heading: Heading }: { child: ChildWithStats; heading: 'h1' | 'h2' }) {
  const today = useNow();
  const now = child.stats.now ?? NOTHING_YET;
  const mark = markOf(now);
  const Mark = MARKS[mark];
  return (
    <div className={styles['say']}>
      <span className={cx(styles['mark'], styles[mark])} aria-hidden="true">
        <Mark size={16} />
      </span>
      <Heading>{nowSentence({ name: firstName(child.fullName), gender: child.gender }, now)}</Heading>
      {now.tests.length > 0 ? (
        <details className={styles['source']}>
          <summary>
            {nowSource(now, today)}
            <IconChevronDown size={18} />
          </summary>
          <ol>
            {now.tests.map(({ attemptId, theme, score }) => (
              <li key={attemptId}>
                <a href={`/results/${attemptId}`}>{theme}</a>
                <Score value={score} />
              </li>
            ))}
          </ol>
        </details>
      ) : (
        <p className={styles['source']}>O mapa começa com as primeiras respostas.</p>
      )}
    </div>
  );
}
