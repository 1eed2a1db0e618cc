import { useEffect, useState } from 'react';
import { readPreparedHere, servesUntil } from '../../domains/sitting/catalogue/prepared-here.web.ts';
import { ReadAloud } from '../../web/parts/ReadAloud.tsx';
import { IconPhone } from '../../web/ui/base/Icon.tsx';
import { DisciplineSign } from '../../web/ui/paper/DisciplineSign.tsx';
import styles from './ChildHome.module.css';

interface Ready {
  testId: number;
  theme: string;
  discipline: string;
}

/** What a child can do on this phone without network. */
export default function PreparedTiles({ userId, childId }: { userId: number | null; childId: number }) {
  const [tests, setTests] = useState<Ready[]>([]);
  useEffect(() => {
    let gone = false;
    readPreparedHere(userId)
      .then((found) => {
        const mine = found.filter(
          ({ sealed, clockOffset }) =>
            sealed.childId === childId && !servesUntil(sealed, Date.now() + clockOffset).over,
        );
        if (!gone) setTests(mine.map(({ sealed: { testId, test } }) => ({ testId, ...test })));
      })
      .catch(() => {});
    return () => {
      gone = true;
    };
  }, [userId, childId]);
  if (tests.length === 0) return null;
  return (
    <section aria-labelledby="ready">
      <h2 id="ready">
        <IconPhone size={22} /> Já no telemóvel
      </h2>
      <ul className={styles.tests}>
        {tests.map(({ testId, theme, discipline }) => (
          <li key={testId} className={styles.label}>
            <a href={`/tests/${testId}?childId=${childId}`}>
              <DisciplineSign of={discipline} size={28} />
              {theme}
            </a>
            <ReadAloud pieces={[{ text: `${discipline}: ${theme}`, language: 'pt' }]} />
          </li>
        ))}
      </ul>
    </section>
  );
}
