import styles from './Admin.module.css';
import { warningInWords } from './backups.rules.ts';
import type { BackupWarning } from './database.contract.ts';

interface BackupWarningsProps {
  warnings: readonly BackupWarning[];
  lastAt: string | null;
  rehearsedAt: string | null;
  /** Where backups are made; without it the warning stands there already. */
  href?: string;
}

/** What is wrong with the backups; nothing while they are sound. */
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
