import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { boot, brand } from '../../delivery/browser/boot.ts';
import { whenIdle } from '../../delivery/browser/when-idle.ts';
import type { childModeContract } from '../../domains/people/child-mode/child-mode.contract.ts';
import { takeJustFinished } from '../../domains/sitting/sitting/just-finished.web.ts';
import { CallError, caller, failureOf } from '../../web/call/call.ts';
import { usePage } from '../../web/call/navigation.ts';
import { readHandedTo, storeHandedTo } from '../../web/device/handed-to.ts';
import { bringQueue } from '../../web/device/kept-here.ts';
import { Button } from '../../web/ui/base/Button.tsx';
import { IconLock } from '../../web/ui/base/Icon.tsx';
import { Skeleton } from '../../web/ui/base/Skeleton.tsx';
import { Cover, Initial, NameLabel } from '../../web/ui/paper/Cover.tsx';
import { Aloud } from './Aloud.tsx';
import { AtHome } from './AtHome.tsx';
import styles from './ChildHome.module.css';
import { Thread } from './ChildPictures.tsx';
import { OnPaper } from './OnPaper.tsx';

const call = caller<typeof childModeContract>();
// Loaded only when needed: on a first visit there is nothing finished or stored.
const Finished = lazy(() =>
  import('../../domains/sitting/sitting/Finished.tsx').then((it) => ({ default: it.Finished })),
);
const Leave = lazy(() => import('../../domains/people/child-mode/Leave.tsx'));

type Mode = Awaited<ReturnType<typeof call<'GET /api/child-mode'>>>;
type Child = Mode['children'][number];

const MODE = '/api/child-mode';

interface ChildHomeProps {
  /** `quem` says which of several children it is, `ver` and `disciplina` what is shown, `attempt` what was just finished. */
  search: string;
  /** Says that today's practice is done, which a later feature knows. */
  practised: ComponentType<{ childId: number; className?: string | undefined }>;
}

/** Renders the home of child mode: what the child can do, and the parent's exit. It has little text. */
export default function ChildHome({ search, practised: Practised }: ChildHomeProps) {
  usePage('Modo criança', brand.productName);
  const query = new URLSearchParams(search);
  const { mode, error, retry } = useMode();
  const [next, setNext] = useState<string>();
  const attempt = Number(query.get('attempt'));
  const [done, setDone] = useState(() => (attempt ? takeJustFinished(attempt) : null));
  const out = next !== undefined && <WayOut mode={mode} next={next} onClose={() => setNext(undefined)} />;
  const leave = () => setNext('/dashboard');
  if (done)
    return (
      <>
        <Suspense fallback={null}>
          <Finished
            {...done}
            handBack={{ onHome: () => setDone(null), onShow: () => setNext(`/results/${attempt}`) }}
          />
        </Suspense>
        {out}
      </>
    );
  const people = mode?.children ?? [];
  const child = people.length === 1 ? people[0] : people.find(({ id }) => id === Number(query.get('quem')));
  if (mode && !child)
    return (
      <>
        <Who people={people} onLeave={leave} />
        {out}
      </>
    );
  return (
    <Cover cover={child?.cover} className={styles.home}>
      <header className={styles.head}>
        {child ? <NameLabel name={child.firstName} heading="h1" /> : <h1>Modo criança</h1>}
        <button type="button" className={styles.out} onClick={leave}>
          <IconLock size={24} />
          Sair
        </button>
      </header>
      <main>
        {child ? (
          <AtHome
            key={child.id}
            child={child}
            userId={mode?.userId ?? null}
            several={people.length > 1}
            practised={<Practised childId={child.id} className={styles.none} />}
            shows={query.get('ver')}
            discipline={query.get('disciplina')}
          />
        ) : error ? (
          <OnPaper error={error} onRetry={retry} />
        ) : (
          <Skeleton lines={6} />
        )}
      </main>
      {out}
    </Cover>
  );
}

/** Reads which children have the telephone, from the page, the server or the device, and keeps it on the device. */
function useMode() {
  const [mode, setMode] = useState(boot.cache[MODE] as Mode | undefined);
  const [error, setError] = useState<CallError>();
  useEffect(() => {
    if (mode || error) return;
    call('GET /api/child-mode').then(setMode, (fault) => {
      // Without network the device's copy is used: the server checks everything again when it is sent.
      const kept = readHandedTo() as Mode | undefined;
      if (fault instanceof CallError && fault.status === 0 && kept) setMode(kept);
      else setError(failureOf(fault));
    });
  }, [mode, error]);
  const userId = mode?.userId;
  useEffect(() => {
    if (userId === undefined || !mode) return;
    boot.cache[MODE] = mode;
    storeHandedTo(mode);
    return whenIdle(() => void sendWhatWaits(userId).catch(() => {}));
  }, [mode, userId]);
  return { mode, error, retry: () => setError(undefined) };
}

interface WayOutProps {
  mode: Mode | undefined;
  /** The page to open afterwards. */
  next: string;
  onClose: () => void;
}

/** Renders the dialog that ends child mode. */
function WayOut({ mode, next, onClose }: WayOutProps) {
  return (
    <Suspense fallback={null}>
      <Leave
        next={next}
        byPassword={mode !== undefined && (!mode.hasPin || mode.pinLocked)}
        hasPasskey={mode?.hasPasskey === true}
        onClose={onClose}
      />
    </Suspense>
  );
}

/** Several children share the telephone: each finds its own cover. */
function Who({ people, onLeave }: { people: readonly Child[]; onLeave: () => void }) {
  return (
    <main className={styles.who}>
      <div className={styles.head}>
        <h1>Quem és tu?</h1>
        <Aloud inline pieces={[{ text: 'Quem és tu?', language: 'pt' }]} />
      </div>
      <ul>
        {people.map(({ id, firstName, cover }) => (
          <li key={id}>
            <a href={`/child?quem=${id}`}>
              <Cover cover={cover} className={styles.book}>
                <span className={styles.label}>
                  <Initial name={firstName} cover={cover} />
                  {firstName}
                </span>
                <Thread />
              </Cover>
            </a>
          </li>
        ))}
      </ul>
      <Button variant="quiet" icon={<IconLock />} onClick={onLeave}>
        Sair
      </Button>
    </main>
  );
}

/** What was done without network goes out from here too. Nothing is fetched for it where nothing was ever kept. */
async function sendWhatWaits(userId: number): Promise<void> {
  void (await bringQueue())?.start(userId);
}
