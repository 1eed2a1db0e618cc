import { plural } from '../../../web/parts/text.ts';
import { cx } from '../../../web/ui/base/cx.ts';
import styles from './Report.module.css';
import type { ChildReport } from './report.contract.ts';

/** Renders a table of disciplines and themes with the mean mark of each; the map shows what the child knows. */
export function ThemeGrid({ groups, childId }: { groups: ChildReport['themes']; childId: number }) {
  return groups.map(({ discipline, themes }) => (
    <section key={discipline} className={styles['byTheme']}>
      <h3>{discipline}</h3>
      <ul className={styles['tiles']}>
        {themes.map(({ theme, mean, tests, foundIn }) => {
          const look = cx(styles['tile'], mean === null && styles['waits']);
          const words = (
            <span>
              <b>{theme}</b>
              <span>{mean === null ? 'sem testes' : `${mean}% · ${plural(tests, 'teste', 'testes')}`}</span>
            </span>
          );
          return (
            <li key={theme}>
              {foundIn === null ? (
                <span className={look}>{words}</span>
              ) : (
                <a
                  className={look}
                  href={`/tests?${new URLSearchParams({ childId: String(childId), discipline, class: foundIn, theme })}`}
                >
                  {words}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  ));
}
