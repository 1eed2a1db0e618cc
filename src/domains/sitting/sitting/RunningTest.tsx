import { useEffect, useReducer, useState } from 'react';
import { keptAt } from '../../../delivery/browser/kept.ts';
import type { Gender } from '../../../shared/words.ts';
import type { Refusal } from '../../../web/device/device-tables.ts';
import { isKeptHere } from '../../../web/device/kept-here.ts';
import { useNow } from '../../../web/device/now.ts';
import { firstName, plural, withArticle } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconClock } from '../../../web/ui/base/Icon.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { Notice } from '../../../web/ui/lists/Card.tsx';
import styles from './RunningTest.module.css';
import { type RunningTest, runningTest, timeOnOpening } from './sitting.rules.ts';
import type { Kept } from './sitting-clock.tsx';

interface RunningTestsProps {
  /** Null when the server could not be asked: the user is then the one whom the device knows. */
  userId: number | null;
  /** The family's children: needed for the article before a name, and to tell whose test it is. */
  people?: readonly { id: number; fullName: string; gender: Gender | null }[] | undefined;
  /** Shows only this child's test in progress. */
  only?: number | undefined;
  /** Tests in progress according to the server, which this device may not know. */
  told?: readonly RunningTest[] | undefined;
}

/** Milliseconds after which the remaining minutes are recomputed. */
const AGAIN_MS = 15_000;

/** Links to the tests in progress. They are read from this device first, so that they are shown without a network too. */
export default function RunningTests({ userId, ...known }: RunningTestsProps) {
  const { look, ...here } = useTestsHere(userId);
  return (
    <>
      {here.refused.map((one) => (
        <Refused key={one.lane} {...one} onRead={look} />
      ))}
      <RunningOrWaiting here={here} {...known} />
    </>
  );
}

/**
 * Renders the test in progress, and what waits on this device. While a test is in progress, only finished tests are said to wait: answers
 * of it usually do for a moment.
 */
function RunningOrWaiting({ here, people = [], told = [], only }: Omit<RunningTestsProps, 'userId'> & { here: Here }) {
  const now = useNow().getTime();
  // The server, or a copy of a page, does not know yet that a test was finished on this device.
  const known = told.filter(({ testId, childId }) => !here.over.includes(`${childId}:${testId}`));
  const all = [...here.running, ...known];
  const running = runningTest(only === undefined ? all : all.filter(({ childId }) => childId === only), now);
  if (!running) return <NoneRunning {...here} />;
  const { test, minutes } = running;
  const gender = people.find(({ id }) => id === test.childId)?.gender;
  return (
    <>
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
      {here.waiting.tests.length > 0 && <NoneRunning {...here} ready={0} />}
    </>
  );
}

interface Here {
  /** The user of the tests; undefined if nobody has used this device. */
  userId: number | undefined;
  running: RunningTest[];
  /** `${childId}:${testId}` of tests that were finished on this device. */
  over: string[];
  /** What waits to be sent, in words. */
  waiting: { tests: string[]; others: string[] };
  /** Number of prepared tests that have not begun. It is shown where the page is a saved copy and the device's tests are not listed. */
  ready: number;
  /** What the server did not accept. */
  refused: Refusal[];
}

const NOTHING: Here = {
  userId: undefined,
  running: [],
  over: [],
  waiting: { tests: [], others: [] },
  ready: 0,
  refused: [],
};

/** Returns the tests on this device; reads them again at intervals, at which the remaining minutes are recomputed too. */
function useTestsHere(userId: number | null): Here & { look: () => void } {
  const [here, setHere] = useState(NOTHING);
  const [looks, look] = useReducer((times: number) => times + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `looks` reads again
  useEffect(() => {
    let gone = false;
    readKept(userId)
      .then((found) => {
        if (!gone) setHere(found);
      })
      .catch(() => {});
    const timer = setTimeout(look, AGAIN_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [userId, looks]);
  return { ...here, look };
}

/** Says which answers were not accepted, and why, until a parent has read it. */
function Refused({ lane, words, answers, why, onRead }: Refusal & { onRead: () => void }) {
  const drop = async () => {
    const { dropRefusal } = await import('../../../web/device/waiting-store.ts');
    await dropRefusal(lane);
    onRead();
  };
  return (
    <div className={styles['running']}>
      <Notice
        action={
          <Button variant="secondary" onClick={() => void drop()}>
            Entendi<span className="sr">: {words}</span>
          </Button>
        }
      >
        <b>
          {answers === 'all'
            ? `O teste de ${words} não foi aceite.`
            : answers === 1
              ? `Uma resposta de ${words} não foi aceite.`
              : `${answers} respostas de ${words} não foram aceites.`}
        </b>{' '}
        {why}
      </Notice>
    </div>
  );
}

/** Says what waits for a network. For a phone that gets none for days, it can be carried to another phone of the family as a file. */
function Waiting({ what, userId }: { what: string; userId: number | undefined }) {
  const [busy, setBusy] = useState(false);
  const keepCopy = async () => {
    if (userId === undefined) return;
    setBusy(true);
    try {
      const { giveAway, sealWaiting } = await import('../../../web/device/sealed/parcel.ts');
      await giveAway(await sealWaiting(userId));
      toast({
        kind: 'success',
        title: 'Cópia guardada',
        text: 'Entregue-a noutro telemóvel da família com internet, em Definições.',
      });
    } catch {
      toast({
        kind: 'error',
        title: 'Erro',
        text: 'Este telemóvel não consegue guardar a cópia. O que espera continua nele.',
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles['running']}>
      <Notice
        icon={<IconClock size={22} />}
        action={
          <Button variant="secondary" busy={busy} onClick={() => void keepCopy()}>
            Guardar cópia
          </Button>
        }
      >
        <b>À espera de internet neste telemóvel:</b> {what}. Segue sozinho quando ela voltar.
      </Notice>
    </div>
  );
}

/** Says what waits for a network, and how many prepared tests can be taken. */
function NoneRunning({ waiting: { tests, others }, ready, userId }: Pick<Here, 'waiting' | 'ready' | 'userId'>) {
  const what = [
    tests.length > 0 && `${plural(tests.length, 'teste feito', 'testes feitos')} (${tests.join(', ')})`,
    ...others,
  ];
  const all = what.filter(Boolean);
  return (
    <>
      {all.length > 0 && <Waiting what={all.join('; ')} userId={userId} />}
      {ready > 0 && (
        <div className={styles['running']}>
          <Notice
            action={
              <Button variant="secondary" href="/tests">
                Ver
              </Button>
            }
          >
            <b>{plural(ready, 'teste pronto', 'testes prontos')}</b> neste telemóvel, para fazer sem internet.
          </Notice>
        </div>
      )}
    </>
  );
}

/** Reads the device's sittings. On a device without any it loads no code; in browsers that cannot tell, the database is opened. */
async function readKept(known: number | null): Promise<Here> {
  if (!(await isKeptHere('caderneta'))) return NOTHING;
  const [{ readPerson, readSittings, recoverJournal }, { readRefused, readWaiting }, { wordsOfWaiting }] =
    await Promise.all([
      import('../../../web/device/device-store.ts'),
      import('../../../web/device/waiting-store.ts'),
      import('../../../web/device/waiting.rules.ts'),
    ]);
  const userId = known ?? (await readPerson())?.id;
  if (userId === undefined) return NOTHING;
  await recoverJournal();
  const mine = ((await readSittings()) as Kept[]).filter((kept) => kept.userId === userId);
  const running = mine
    .filter(({ state }) => state === 'open')
    .map((kept) => ({
      testId: kept.sitting.testId,
      childId: kept.sitting.childId,
      name: kept.sitting.child.firstName,
      deadline: Date.now() + Date.parse(kept.sitting.deadline) - timeOnOpening(kept, Date.now()),
    }));
  const [waiting, refused] = await Promise.all([readWaiting(userId), readRefused(userId)]);
  const over = mine
    .filter(({ state }) => state !== 'open')
    .map(({ sitting: { childId, testId } }) => `${childId}:${testId}`);
  return {
    userId,
    running,
    over,
    waiting: wordsOfWaiting(waiting),
    refused,
    ready: keptAt() ? await countReady(userId) : 0,
  };
}

async function countReady(userId: number): Promise<number> {
  const { canBegin, readPrepared } = await import('../../../web/device/prepared-store.ts');
  return (await readPrepared(userId)).filter(canBegin).length;
}
