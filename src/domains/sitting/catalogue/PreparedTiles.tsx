import { useEffect, useState } from 'react';
import { IconPhone } from '../../../web/ui/base/Icon.tsx';
import { ReadAloud } from '../../bank/test-bank/ReadAloud.tsx';
import styles from './ChildHome.module.css';
import { readPreparedHere, servesUntil } from './prepared-here.web.ts';

interface Ready {
  testId: number;
  theme: string;
  discipline: string;
}

/** Signs by which a child who cannot read recognises a discipline. */
const SIGNS: Record<string, string> = { Matemática: '123', Português: 'Aa', Inglês: 'Hi' };
/** Drawings of a seedling, an hourglass and a globe. */
const DRAWN: Record<string, string> = {
  Ciências:
    'M14 9.5V7a4 4 0 0 1 4-4h2v2a4 4 0 0 1-4 4 4 4 0 0 0-4 4c0 2 1 3 1 5a5 5 0 0 1-1 3M4 9a5 5 0 0 1 8 4 5 5 0 0 1-8-4M5 21h14',
  História: 'M6 3h12M6 21h12M8 3v4l8 10v4M16 3v4L8 17v4',
  Geografia: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c-5 5-5 13 0 18 5-5 5-13 0-18',
};

function Sign({ of: discipline }: { of: string }) {
  const drawn = DRAWN[discipline];
  return (
    <span aria-hidden="true">
      {drawn ? (
        <svg width="28" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
          <path d={drawn} />
        </svg>
      ) : (
        (SIGNS[discipline] ?? discipline[0])
      )}
    </span>
  );
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
              <Sign of={discipline} />
              {theme}
            </a>
            <ReadAloud pieces={[{ text: `${discipline}: ${theme}`, language: 'pt' }]} />
          </li>
        ))}
      </ul>
    </section>
  );
}
