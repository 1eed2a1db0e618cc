import { cx } from '../../web/ui/cx.ts';
import styles from './Report.module.css';
import type { ChildReport } from './report.contract.ts';

type Mastery = ChildReport['themes'][number]['themes'][number]['mastery'];

const WORDS: Readonly<Record<Mastery, [word: string, rule: string]>> = {
  mastered: ['domina', '85% ou mais, em 2 testes'],
  consolidating: ['a consolidar', '70% ou mais'],
  practising: ['a praticar', 'abaixo de 70%'],
  unknown: ['sem dados', ''],
};

/** Disciplines × themes: four shapes with their words, so that nothing depends on colour. */
export function ThemeGrid({ groups, childId }: { groups: ChildReport['themes']; childId: number }) {
  return (
    <>
      <ul className={styles['legend']}>
        {(Object.keys(WORDS) as Mastery[]).map((mastery) => {
          const [word, rule] = WORDS[mastery];
          return (
            <li key={mastery}>
              <Shape mastery={mastery} />
              {rule ? `${word}: ${rule}` : word}
            </li>
          );
        })}
      </ul>
      {groups.map(({ discipline, themes }) => (
        <section key={discipline} className={styles['mastery']}>
          <h3>{discipline}</h3>
          <ul className={styles['tiles']}>
            {themes.map(({ theme, mean, mastery }) => (
              <li key={theme}>
                <a
                  className={cx(styles['tile'], mastery === 'unknown' && styles['waits'])}
                  href={`/tests?${new URLSearchParams({ childId: String(childId), discipline, theme })}`}
                >
                  <Shape mastery={mastery} />
                  <span>
                    <b>{theme}</b>
                    <span>
                      {WORDS[mastery][0]}
                      {mean !== null && ` · ${mean}%`}
                    </span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** Full square, empty square, dashed circle, point. */
function Shape({ mastery }: { mastery: Mastery }) {
  return (
    <svg className={cx(styles['shape'], styles[mastery])} width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      {mastery === 'mastered' || mastery === 'consolidating' ? (
        <rect x="3" y="3" width="14" height="14" rx="1.8" />
      ) : (
        <circle cx="10" cy="10" r={mastery === 'practising' ? 7.2 : 2.6} />
      )}
    </svg>
  );
}
