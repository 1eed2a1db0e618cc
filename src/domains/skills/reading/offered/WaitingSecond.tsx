import { useEffect, useState } from 'react';
import { dateInLuanda } from '../../../../shared/calendar.ts';
import { dayAndMonth } from '../../../../shared/dates.ts';
import { Button } from '../../../../web/ui/base/Button.tsx';
import styles from '../Reading.module.css';
import { readWaitingForSecond, type WaitingForSecond } from '../reading-device.web.ts';

/** The recordings on this phone that wait for a second listener; nothing if there are none. */
export default function WaitingSecond({ childId }: { childId: number }) {
  const [waiting, setWaiting] = useState<WaitingForSecond[]>([]);
  useEffect(() => {
    readWaitingForSecond(childId).then(setWaiting, () => {});
  }, [childId]);
  if (waiting.length === 0) return null;
  return (
    <section className={styles['card']}>
      <h2>À espera do segundo ouvinte</h2>
      <p>Outra pessoa ouve e marca, sem ver as suas marcas.</p>
      <ul className={styles['list']}>
        {waiting.map(({ id, startedAt, eraseAt }) => (
          <li key={id}>
            <Button variant="secondary" full href={`/reading/${childId}?second=${encodeURIComponent(id)}`}>
              Ouvir a leitura de {dayAndMonth(dateInLuanda(new Date(startedAt)))}
            </Button>
            <small>Apaga-se a {dayAndMonth(dateInLuanda(new Date(eraseAt)))}.</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
