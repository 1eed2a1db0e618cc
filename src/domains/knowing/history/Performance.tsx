import { useState } from 'react';
import { reader } from '../../../web/call/api.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import { firstName, plural } from '../../../web/parts/text.ts';
import { IconChevronDown } from '../../../web/ui/base/Icon.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { ScoreBar } from '../../../web/ui/lists/ScoreBar.tsx';
import { Initial } from '../../../web/ui/paper/Cover.tsx';
import type { ChildWithStats } from '../../people/children/family.contract.ts';
import type { Period } from '../progress/progress.rules.ts';
import styles from './History.module.css';
import type { historyContract } from './history.contract.ts';
import { PERIODS } from './history.rules.ts';

const useRead = reader<typeof historyContract>();

/** Renders the results of each child in each discipline over a period that the parent chooses. */
export function Performance({ family }: { family: readonly ChildWithStats[] }) {
  const [period, setPeriod] = useState<Period>('month');
  const found = useRead('GET /api/children/performance', { query: { period } });
  return (
    <div>
      <label className={styles['period']}>
        <span className="sr">Período</span>
        <select name="period" value={period} onChange={(event) => setPeriod(event.target.value as Period)}>
          {PERIODS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <IconChevronDown />
      </label>
      {found.data ? (
        <div className={styles['performances']}>
          {family.map((child) => {
            const disciplines = found.data.find(({ childId }) => childId === child.id)?.disciplines ?? [];
            return (
              <article key={child.id} className={styles['perChild']}>
                <h3>
                  <Initial name={child.fullName} cover={child.cover} size="m" />
                  <span>
                    {firstName(child.fullName)} <span>{child.schoolClass}</span>
                  </span>
                </h3>
                {disciplines.length > 0 ? (
                  <ul>
                    {disciplines.map(({ discipline, mean, tests }) => (
                      <li key={discipline}>
                        <b>{discipline}</b>
                        <span className="meta">{plural(tests, 'teste', 'testes')}</span>
                        <ScoreBar value={mean} withNumber className={styles['inRow']} />
                      </li>
                    ))}
                  </ul>
                ) : (
                  <p className="muted">Nenhum dado disponível para este período.</p>
                )}
              </article>
            );
          })}
        </div>
      ) : found.error ? (
        <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching} />
      ) : (
        <Skeleton lines={6} />
      )}
    </div>
  );
}
