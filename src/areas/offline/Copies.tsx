import { COPIES } from 'virtual:copies';
import { useEffect, useState } from 'react';
import { dayAndTime } from '../../shared/day-and-time.ts';
import { firstName } from '../../web/parts/text.ts';
import { readCopiesHere } from './copies-here.ts';
import styles from './OnThisDevice.module.css';

interface Copy {
  address: string;
  /** "Resultado: Frações". */
  title: string;
  /** First name of the child whose page it is; absent if it is about the whole family. */
  whose?: string | undefined;
  /** ISO 8601. */
  keptAt: string;
}

/** Replies from which the child and the test of a copy are taken. */
interface Replies {
  '/api/children'?: { id: number; fullName: string }[];
  [attempt: `/api/attempts/${string}`]: { child: { fullName: string }; test: { theme: string } } | undefined;
}

/** Returns the cached pages that can be opened without network, the most recent first. */
const readCopies = async (): Promise<Copy[]> =>
  (await readCopiesHere()).flatMap(({ pathname, search, keptAt, replies }) => {
    const title = COPIES.find(([pattern]) => pattern.test(pathname))?.[1];
    return title
      ? [{ address: pathname + search, keptAt, ...aboutWhat(pathname, search, title, replies as Replies) }]
      : [];
  });

function aboutWhat(path: string, search: string, title: string, replies: Replies): Pick<Copy, 'title' | 'whose'> {
  const query = new URLSearchParams(search);
  const attempt = replies[`/api/attempts/${/^\/results\/(\d+)/.exec(path)?.[1] ?? query.get('attemptId')}`];
  const childId = /^\/children\/(\d+)/.exec(path)?.[1] ?? query.get('childId');
  const child = attempt?.child ?? replies['/api/children']?.find(({ id }) => String(id) === childId);
  return {
    title: attempt ? `${title}: ${attempt.test.theme}` : title,
    whose: child && firstName(child.fullName),
  };
}

/** Lists the saved copies of pages that can be read offline, each with its child, title and time. */
export function Copies() {
  const [copies, setCopies] = useState<Copy[]>([]);
  useEffect(() => {
    readCopies()
      .then(setCopies)
      .catch(() => {});
  }, []);
  if (copies.length === 0) return null;
  const now = new Date();
  return (
    <section aria-labelledby="copies">
      <h2 id="copies" className={styles['title']}>
        O que abriu por último
      </h2>
      <ul className={styles['copies']}>
        {copies.map(({ address, title, whose, keptAt }) => (
          <li key={address}>
            {/* With a target the app does not follow the link itself: only the service worker has the copy, and the browser may report a network
                that does not work. */}
            <a href={address} target="_self">
              {title}
            </a>
            <span className="muted">
              {whose && `${whose} · `}
              {dayAndTime(keptAt, now)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
