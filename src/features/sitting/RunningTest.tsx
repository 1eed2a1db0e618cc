import { useEffect, useReducer, useState } from 'react';
import type { Gender } from '../../shared/words.ts';
import { useNow } from '../../web/now.ts';
import { firstName, withArticle } from '../../web/text.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Notice } from '../../web/ui/Card.tsx';
import { IconClock } from '../../web/ui/Icon.tsx';
import styles from './RunningTest.module.css';
import { type RunningTest, runningTest } from './sitting.rules.ts';
import type { Kept } from './sitting-clock.tsx';

interface RunningTestsProps {
  /** Null when the server could not be asked: the device then knows who was here last. */
  userId: number | null;
  /** For the article before a child's name, and whose test it is. */
  people?: readonly { id: number; fullName: string; gender: Gender | null }[] | undefined;
  /** What the server says is under way, for a device that does not know it. */
  told?: readonly RunningTest[] | undefined;
}

/** How often the minutes are counted anew. */
const AGAIN = 15_000;

/** The way back to a test that is being taken, read from this device first, so that it is there without a network too. */
export default function RunningTests({ userId, people = [], told = [] }: RunningTestsProps) {
  const [kept, setKept] = useState<readonly RunningTest[]>([]);
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  const now = useNow().getTime();
  const [, countAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    let gone = false;
    const look = () =>
      readKept(userId)
        .then((found) => {
          if (gone) return;
          setKept(found.running);
          setWaiting(found.waiting);
        })
        .catch(() => {});
    void look();
    const timer = setInterval(() => {
      countAgain();
      void look();
    }, AGAIN);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, [userId]);
  const running = runningTest([...kept, ...told], now);
  const toSend = waiting.length > 0 && (
    <div className={styles['running']}>
      <Notice icon={<IconClock size={22} />}>
        <b>{waiting.length === 1 ? '1 teste feito' : `${waiting.length} testes feitos`}</b> neste telemóvel, à espera de
        rede: {waiting.join(', ')}. Segue sozinho quando ela voltar.
      </Notice>
    </div>
  );
  if (!running) return toSend || null;
  const { test, minutes } = running;
  const gender = people.find(({ id }) => id === test.childId)?.gender;
  return (
    <div className={styles['running']}>
      <Notice
        icon={<IconClock size={22} />}
        action={
          <Button href={`/tests/${test.testId}?childId=${test.childId}`}>
            Continuar<span className="sr"> o teste</span>
          </Button>
        }
      >
        <b>{withArticle(firstName(test.name), gender)} tem um teste a meio</b> —{' '}
        {minutes === 1 ? 'falta 1 min' : `faltam ${minutes} min`}
      </Notice>
    </div>
  );
}

/** Nothing is fetched for it on a device where no test was ever taken; browsers that cannot tell are asked to look. */
async function readKept(known: number | null): Promise<{ running: RunningTest[]; waiting: string[] }> {
  const stores = await indexedDB.databases?.();
  if (stores && !stores.some(({ name }) => name === 'caderneta')) return NOTHING;
  const { readPerson, readSittings } = await import('../../web/device-store.ts');
  const userId = known ?? (await readPerson())?.id;
  if (userId === undefined) return NOTHING;
  const mine = ((await readSittings()) as Kept[]).filter((kept) => kept.userId === userId);
  const running = mine
    .filter(({ state }) => state === 'open')
    .map(({ sitting, clockOffset }) => ({
      testId: sitting.testId,
      childId: sitting.childId,
      name: sitting.child.firstName,
      deadline: Date.parse(sitting.deadline) - clockOffset,
    }));
  const waiting = mine
    .filter(({ state }) => state === 'finishing')
    .map(({ sitting: { child, test } }) => `${test.theme} (${child.firstName})`);
  return { running, waiting };
}

const NOTHING = { running: [], waiting: [] };
