import { useEffect, useState } from 'react';
import { IconPhone } from '../../web/ui/RareIcon.tsx';
import { ReadAloud } from '../tests/ReadAloud.tsx';
import styles from './ChildHome.module.css';
import { readPreparedHere, servesUntil } from './PreparedHere.tsx';

interface Ready {
  testId: number;
  theme: string;
  discipline: string;
}

/** Signs by which a child who does not read knows a discipline. */
const SIGNS: Record<string, string> = {
  Matemática: '123',
  Português: 'Aa',
  Inglês: 'Hi',
  Ciências: '✿',
  História: '⌛',
  Geografia: '◍',
};

/** What a child can do on this telephone without network. */
export default function PreparedTiles({ userId, childId }: { userId: number | null; childId: number }) {
  const [tests, setTests] = useState<Ready[]>([]);
  useEffect(() => {
    let gone = false;
    readPreparedHere(userId)
      .then((found) => {
        const mine = found.filter(
          ({ sealed, clockOffset }) =>
            sealed.childId === childId && !servesUntil(sealed.expiresAt, Date.now() + clockOffset).over,
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
      <ul className={styles.covers}>
        {tests.map(({ testId, theme, discipline }) => (
          <li key={testId} className={styles.label}>
            <a href={`/tests/${testId}?childId=${childId}`}>
              <span aria-hidden="true">{SIGNS[discipline] ?? discipline[0]}</span>
              {theme}
            </a>
            <ReadAloud pieces={[{ text: `${discipline}: ${theme}`, language: 'pt' }]} />
          </li>
        ))}
      </ul>
    </section>
  );
}
