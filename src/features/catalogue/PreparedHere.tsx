import { useEffect, useState } from 'react';
import { dayAndMonth } from '../../shared/dates.ts';
import type { KeptPrepared } from '../../web/device-tables.ts';
import { Button } from '../../web/ui/Button.tsx';
import { IconClock } from '../../web/ui/Icon.tsx';
import type { SealedSitting } from '../prepared/prepared.contract.ts';
import styles from './PreparedHere.module.css';

/** What is prepared on this device for a person, or (null) for who was here last; nothing is fetched where nothing was ever kept. */
export async function readPreparedHere(known: number | null): Promise<KeptPrepared<SealedSitting>[]> {
  const stores = await indexedDB.databases?.();
  if (stores && !stores.some(({ name }) => name === 'caderneta')) return [];
  const [{ readPerson }, { readPrepared }] = await Promise.all([
    import('../../web/device-store.ts'),
    import('../../web/prepared-store.ts'),
  ]);
  const userId = known ?? (await readPerson())?.id;
  return userId === undefined ? [] : readPrepared<SealedSitting>(userId);
}

/** Until when a prepared test serves, and whether that is soon: "Serve até 27 de Novembro", "Acaba amanhã". */
export function servesUntil(expiresAt: string, now: number): { text: string; soon: boolean; over: boolean } {
  const left = Date.parse(expiresAt) - now;
  if (left <= 0)
    return { text: `Acabou a ${dayAndMonth(expiresAt)}. Com rede, prepare-o outra vez.`, soon: false, over: true };
  const today = dayAndMonth(new Date(now)) === dayAndMonth(expiresAt);
  if (today) return { text: 'Acaba hoje', soon: true, over: false };
  const tomorrow = dayAndMonth(new Date(now + 86_400_000)) === dayAndMonth(expiresAt);
  return tomorrow
    ? { text: 'Acaba amanhã', soon: true, over: false }
    : { text: `Serve até ${dayAndMonth(expiresAt)}`, soon: false, over: false };
}

/** Prepared tests of this device, the first to expire first: what can be done without network. */
export default function PreparedHere({ userId, childId }: { userId: number | null; childId?: number }) {
  const [tests, setTests] = useState<KeptPrepared<SealedSitting>[]>();
  useEffect(() => {
    let gone = false;
    readPreparedHere(userId)
      .then((found) => !gone && setTests(found))
      .catch(() => !gone && setTests([]));
    return () => {
      gone = true;
    };
  }, [userId]);
  const shown = tests?.filter(({ sealed }) => childId === undefined || sealed.childId === childId) ?? [];
  const now = Date.now();
  if (shown.length === 0) return null;
  return (
    <section className={styles['here']} aria-labelledby="prepared">
      <h2 id="prepared">{shown.length === 1 ? '1 teste pronto' : `${shown.length} testes prontos`} neste telemóvel</h2>
      <ul>
        {shown.map(({ attemptId, clockOffset, sealed: { child, test, testId, expiresAt } }) => {
          const { text, soon, over } = servesUntil(expiresAt, now + clockOffset);
          return (
            <li key={attemptId} className={over ? styles['over'] : undefined}>
              <p className="muted">
                {child.firstName} · {test.discipline}
              </p>
              <h3>{test.theme}</h3>
              <p className={soon ? styles['soon'] : 'muted'}>
                <IconClock size={18} />
                {text}
              </p>
              {!over && (
                <Button full href={`/tests/${testId}?childId=${child.id}`}>
                  Começar a prova {test.form}
                  <span className="sr">
                    {' '}
                    {test.discipline}: {test.theme}, {child.firstName}
                  </span>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
