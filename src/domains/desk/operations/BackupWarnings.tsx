import styles from './Admin.module.css';
import { warningInWords } from './backups.rules.ts';
import type { BackupWarning } from './database.contract.ts';

interface BackupWarningsProps {
  warnings: readonly BackupWarning[];
  lastAt: string | null;
  rehearsedAt: string | null;
  /** Address of the page where backups are made; absent if the warning is shown on that page itself. */
  href?: string;
}

/** Shows the warnings about backups; renders nothing if there are none. */
export function BackupWarnings({ warnings, lastAt, rehearsedAt, href }: BackupWarningsProps) {
  if (warnings.length === 0) return null;
  const now = new Date();
  return (
    <section className={styles['flags']} aria-label="Avisos sobre as cópias de segurança">
      {warnings.map((warning) => {
        const { title, text } = warningInWords(warning, { lastAt, rehearsedAt, now });
        return (
          <div key={warning} className={styles['warning']}>
            <h2>{title}</h2>
            <p>{text}</p>
          </div>
        );
      })}
      {href && <a href={href}>Ver as cópias de segurança</a>}
    </section>
  );
}
