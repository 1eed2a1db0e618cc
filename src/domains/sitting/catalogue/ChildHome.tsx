import {
  type ComponentProps,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { boot, brand } from '../../../delivery/browser/boot.ts';
import { whenIdle } from '../../../delivery/browser/when-idle.ts';
import { addressOf, CallError, caller, failureOf } from '../../../web/call/call.ts';
import { usePage } from '../../../web/call/navigation.ts';
import { readHandedTo, storeHandedTo } from '../../../web/device/handed-to.ts';
import { bringQueue, useKeptHere } from '../../../web/device/kept-here.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import { helpful } from '../../../web/parts/lazily.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconChevronLeft, IconLock } from '../../../web/ui/base/Icon.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { Cover, Initial, NameLabel } from '../../../web/ui/paper/Cover.tsx';
import type { childModeContract } from '../../people/child-mode/child-mode.contract.ts';
import { takeJustFinished } from '../sitting/just-finished.web.ts';
import styles from './ChildHome.module.css';
import { PictureOfPractice, PictureOfTest, Thread } from './ChildPictures.tsx';
import type { CatalogueTest, catalogueContract } from './catalogue.contract.ts';
import { isOffered, testsAtHome } from './offered.rules.ts';

const call = caller<typeof childModeContract & typeof catalogueContract>();
// Loaded only when needed: on a first visit there is nothing finished or stored.
const Finished = lazy(() => import('../sitting/Finished.tsx').then((it) => ({ default: it.Finished })));
const PreparedTiles = lazy(() => import('./PreparedTiles.tsx'));
const Leave = lazy(() => import('../../people/child-mode/Leave.tsx'));
const ReadAloud = helpful(async () => ({ default: (await import('../../bank/test-bank/ReadAloud.tsx')).ReadAloud }));

const voices = typeof window === 'undefined' ? undefined : window.speechSynthesis;
const onVoices = (changed: () => void) => {
  voices?.addEventListener?.('voiceschanged', changed);
  return () => voices?.removeEventListener?.('voiceschanged', changed);
};
const hasVoice = () => (voices?.getVoices() ?? []).length > 0;

/** "Ouvir", whose code only a telephone with a voice fetches. Its place is kept free. */
const Aloud = (props: ComponentProps<typeof ReadAloud>) =>
  useSyncExternalStore(onVoices, hasVoice, () => false) && <ReadAloud {...props} />;

type Mode = Awaited<ReturnType<typeof call<'GET /api/child-mode'>>>;
type Child = Mode['children'][number];

const MODE = '/api/child-mode';

interface ChildHomeProps {
  /** `quem` says which of several children it is, `ver=testes` shows the tests, `attempt` what was just finished. */
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
            shows={query.get('ver') === 'testes' ? 'tests' : 'tiles'}
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

/** Renders a failure, readable on the coloured cover. */
const OnPaper = (props: ComponentProps<typeof Failed>) => (
  <div className={styles.paper}>
    <Failed {...props} />
  </div>
);

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

interface AtHomeProps {
  child: Child;
  userId: number | null;
  /** Others may use the telephone as well. */
  several: boolean;
  practised: ReactNode;
  shows: 'tiles' | 'tests';
}

/** Renders a child's two big tiles and what is on the telephone; or the tests of its usual class, by discipline. */
function AtHome({ child, userId, several, practised, shows }: AtHomeProps) {
  const address = addressOf('GET /api/tests', { query: testsAtHome(child.id, shows) });
  const [tests, setTests] = useState(boot.cache[address] as CatalogueTest[] | undefined);
  const [error, setError] = useState<CallError>();
  useEffect(() => {
    // The server has put the list of tests into the page. It is used only once: when the child comes back from a test, it is out of date.
    delete boot.cache[address];
    if (tests || error) return;
    call('GET /api/tests', { query: testsAtHome(child.id, shows) }).then(setTests, (fault) =>
      setError(failureOf(fault)),
    );
  }, [address, child.id, shows, tests, error]);

  const open = tests?.filter(({ forChild }) => forChild && isOffered(forChild));
  const noTests = open?.length === 0;
  const keeps = useKeptHere('caderneta');
  const here = keeps && (
    <Suspense fallback={null}>
      <PreparedTiles userId={userId} childId={child.id} />
    </Suspense>
  );
  const home = several ? `/child?quem=${child.id}` : '/child';
  if (shows === 'tiles')
    return (
      <>
        <div className={styles.tests}>
          <Tile
            picture={<PictureOfTest />}
            title={noTests ? 'Hoje não há testes' : 'Fazer um teste'}
            href={noTests ? undefined : `/child?quem=${child.id}&ver=testes`}
          />
          <Tile picture={<PictureOfPractice />} title="Treinar" href={`/practice/${child.id}`} />
        </div>
        {practised}
        {here}
        {several && (
          <a className={styles.back} href="/child">
            <IconChevronLeft size={24} />
            Quem és tu?
          </a>
        )}
      </>
    );
  return (
    <>
      <a className={styles.back} href={home}>
        <IconChevronLeft size={24} />
        Voltar
      </a>
      {here}
      {error ? (
        <OnPaper error={error} onRetry={() => setError(undefined)} />
      ) : open ? (
        <>
          <h2>{noTests ? 'Hoje não há mais testes.' : 'Fazer um teste'}</h2>
          <TestsByDiscipline tests={open} child={child} />
        </>
      ) : (
        <Skeleton lines={6} />
      )}
    </>
  );
}

/** Renders the tests in one group for each discipline. The groups are closed at first, unless there is only one. */
function TestsByDiscipline({ tests, child }: { tests: readonly CatalogueTest[]; child: Child }) {
  const disciplines = [...new Set(tests.map(({ discipline }) => discipline))];
  return disciplines.map((discipline) => (
    <div key={discipline} className={styles.discipline}>
      <details open={disciplines.length === 1}>
        <summary className={styles.paper}>{discipline}</summary>
        <ul className={styles.tests}>
          {tests.map((test) => test.discipline === discipline && <TestItem key={test.id} test={test} child={child} />)}
        </ul>
      </details>
      <Aloud pieces={[{ text: discipline, language: 'pt' }]} />
    </div>
  ));
}

/** Renders a test to take, and a button that reads its theme aloud. */
function TestItem({ test, child }: { test: CatalogueTest; child: Child }) {
  return (
    <li className={styles.paper}>
      <div>
        <b>
          {test.theme}
          {test.schoolClass !== child.schoolClass && ` · ${test.schoolClass}`}
        </b>
        <Aloud pieces={[{ text: test.theme, language: 'pt' }]} />
      </div>
      <Button size="l" full href={`/tests/${test.id}?childId=${child.id}`}>
        {test.forChild?.open ? 'Continuar' : 'Começar'}
        <span className="sr"> {test.theme}</span>
      </Button>
    </li>
  );
}

interface TileProps {
  picture: ReactNode;
  title: string;
  /** Undefined where there is nothing to do today, which the title then says. */
  href: string | undefined;
}

/** Renders one thing to do: a picture, a word, and the word read aloud. */
function Tile({ picture, title, href }: TileProps) {
  const Inside = href ? 'a' : 'p';
  return (
    <div className={styles.tile}>
      <Inside href={href}>
        {picture}
        <b>{title}</b>
      </Inside>
      <Aloud pieces={[{ text: title, language: 'pt' }]} />
    </div>
  );
}
