import { lazy, type ReactNode, Suspense, useEffect, useReducer, useState } from 'react';
import { boot } from '../../delivery/browser/boot.ts';
import type { begunContract } from '../../domains/knowing/begun/begun.contract.ts';
import type { ChildHome, childHomeContract } from '../../domains/knowing/child-home/child-home.contract.ts';
import { addressOfBegun, titleOfBegun } from '../../domains/sitting/sitting/begun.rules.ts';
import { type Told, useBegun } from '../../domains/sitting/sitting/begun-here.web.ts';
import { addressOf, type CallError, caller, failureOf } from '../../web/call/call.ts';
import { useKeptHere } from '../../web/device/kept-here.ts';
import { IconChevronLeft } from '../../web/ui/base/Icon.tsx';
import { Skeleton } from '../../web/ui/base/Skeleton.tsx';
import { DisciplineSign } from '../../web/ui/paper/DisciplineSign.tsx';
import { Sona } from '../../web/ui/paper/Sona.tsx';
import { Aloud } from './Aloud.tsx';
import styles from './ChildHome.module.css';
import { PictureOfChoice, PictureOfPractice, PictureOfTest } from './ChildPictures.tsx';
import { homeAddress, homeQuery, threadWords } from './home-screens.rules.ts';
import { OnPaper } from './OnPaper.tsx';

const call = caller<typeof childHomeContract & typeof begunContract>();
const PreparedTiles = lazy(() => import('./PreparedTiles.tsx'));
const Chooser = lazy(() => import('./Chooser.tsx'));

interface AtHomeProps {
  child: { id: number };
  userId: number | null;
  /** Others may use the telephone as well. */
  several: boolean;
  practised: ReactNode;
  /** `testes` shows the tests, `simulados` the rehearsals of the exam; null the first screen. */
  shows: string | null;
  discipline: string | null;
}

/** Renders what a child can do: its drawing and the next test; or what it can choose from. */
export function AtHome({ child, userId, several, practised, shows, discipline }: AtHomeProps) {
  const request = { params: { id: String(child.id) }, query: homeQuery(discipline) };
  const { data, error, retry } = useFresh(addressOf('GET /api/children/:id/home', request), () =>
    call('GET /api/children/:id/home', request),
  );
  const here = useKeptHere('caderneta') && (
    <Suspense fallback={null}>
      <PreparedTiles userId={userId} childId={child.id} />
    </Suspense>
  );
  if (shows === null)
    return (
      <>
        <FirstScreen child={child} userId={userId} home={data} />
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
  if (data)
    return (
      <Suspense fallback={<Skeleton lines={6} />}>
        <Chooser child={child} home={data} shows={shows} discipline={homeQuery(discipline).discipline} />
      </Suspense>
    );
  return (
    <>
      <a className={styles.back} href={homeAddress(child.id)}>
        <IconChevronLeft size={24} />
        Voltar
      </a>
      {here}
      {error ? <OnPaper error={error} onRetry={retry} /> : <Skeleton lines={6} />}
    </>
  );
}

/**
 * Reads something for this screen. The server has put it into the page. That copy is used only once: when the child comes back from a test,
 * it is out of date.
 */
function useFresh<T>(address: string, read: () => Promise<T>) {
  const [data, setData] = useState(boot.cache[address] as T | undefined);
  const [error, setError] = useState<CallError>();
  const [tries, ask] = useReducer((count: number) => count + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is the call of `address`, and `tries` asks again
  useEffect(() => {
    delete boot.cache[address];
    if (data) return;
    read().then(setData, (fault) => setError(failureOf(fault)));
  }, [address, data, tries]);
  // The first screen shows no error that may pass: it repeats the call at intervals, unless the server has refused it.
  const isAway = !data && error !== undefined && (error.status === 0 || error.status >= 500);
  useEffect(() => {
    if (!isAway) return;
    const timer = setInterval(ask, AGAIN_MS);
    addEventListener('online', ask);
    return () => {
      clearInterval(timer);
      removeEventListener('online', ask);
    };
  }, [isAway]);
  const retry = () => {
    setError(undefined);
    ask();
  };
  return { data, error, retry };
}

/** Milliseconds between two tries. */
const AGAIN_MS = 15_000;

interface FirstScreenProps {
  child: { id: number };
  userId: number | null;
  /** Undefined while it is read, and without network. */
  home: ChildHome | undefined;
}

/** Renders the child's drawing, what it has begun or the test that comes next, and what else it can do. */
function FirstScreen({ child, userId, home }: FirstScreenProps) {
  const { data: told } = useFresh('/api/begun', () => call('GET /api/begun', {}) as Promise<Told[]>);
  const begun = useBegun(userId, told, child.id);
  const [suggested] = home?.suggested ?? [];
  const nothing = home?.disciplines.length === 0 && home.rehearsals.length === 0;
  const choose = homeAddress(child.id, 'tests');
  return (
    <div className={styles.screen}>
      {home?.drawing && <OwnDrawing {...home.drawing} />}
      <div className={styles.todo}>
        {begun.length > 0 ? (
          begun.map((one) => (
            <Tile
              key={`${one.testId} ${one.discipline}`}
              gold
              picture={<DisciplineSign of={one.discipline} size={72} />}
              title="Continuar"
              detail={titleOfBegun(one)}
              href={addressOfBegun(one)}
            />
          ))
        ) : suggested ? (
          <Tile
            gold
            picture={<DisciplineSign of={suggested.discipline} size={72} />}
            title={suggested.theme}
            detail={suggested.discipline}
            href={`/tests/${suggested.testId}?childId=${child.id}`}
          />
        ) : (
          <Tile
            picture={<PictureOfTest />}
            title={nothing ? 'Hoje não há testes' : 'Fazer um teste'}
            href={nothing ? undefined : choose}
          />
        )}
        <div className={styles.small}>
          <Tile picture={<PictureOfPractice />} title="Treinar" href={`/practice/${child.id}`} />
          {(begun.length > 0 || suggested) && !nothing && (
            <Tile picture={<PictureOfChoice />} title="Escolher" href={choose} />
          )}
        </div>
      </div>
    </div>
  );
}

/** Renders the child's own drawing, which grows with what it knows. */
function OwnDrawing({ states, next }: NonNullable<ChildHome['drawing']>) {
  const words = threadWords(states);
  return (
    <section className={styles.thread}>
      <Sona states={states} cell={46} next={next ?? undefined} />
      <div>
        <h2>O teu fio</h2>
        <p>{words}</p>
        <Aloud inline pieces={[{ text: `O teu fio ${words}`, language: 'pt' }]} />
      </div>
    </section>
  );
}

interface TileProps {
  picture: ReactNode;
  title: string;
  detail?: string;
  /** Whether it is what comes next. */
  gold?: boolean;
  /** Undefined where there is nothing to do today, which the title then says. */
  href: string | undefined;
}

/** Renders one thing to do: a picture, a word, and the word read aloud. */
function Tile({ picture, title, detail, gold, href }: TileProps) {
  const Inside = href ? 'a' : 'p';
  return (
    <div className={gold ? `${styles.tile} ${styles.gold}` : styles.tile}>
      <Inside href={href}>
        <span className={styles.picture}>{picture}</span>
        <b>
          {title}
          {detail && <small>{detail}</small>}
        </b>
      </Inside>
      <Aloud pieces={[{ text: detail ? `${title}. ${detail}` : title, language: 'pt' }]} />
    </div>
  );
}
