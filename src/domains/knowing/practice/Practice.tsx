import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { boot, brand } from '../../../delivery/browser/boot.ts';
import { isYoung } from '../../../shared/young.ts';
import { type CallError, failureOf } from '../../../web/call/call.ts';
import { inChildMode } from '../../../web/call/child-mode.ts';
import { usePage } from '../../../web/call/navigation.ts';
import { hasUnsentPractice } from '../../../web/device/kept-here.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import { readsItself } from '../../../web/parts/reads-itself.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconClose } from '../../../web/ui/base/Icon.tsx';
import { ActionBar } from '../../../web/ui/base/Layout.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { CoverBar } from '../../../web/ui/paper/Cover.tsx';
import { FioProgress, FioResult } from '../../../web/ui/paper/Fio.tsx';
import { Sheet } from '../../../web/ui/paper/Sheet.tsx';
import { mapOf } from '../knowledge/addresses.rules.ts';
import styles from './Practice.module.css';
import { bringWritten, PracticeCard } from './PracticeCard.tsx';
import type { Card } from './practice.contract.ts';
import {
  bringChosen,
  bringPack,
  dropPacksInPage,
  type KeptPack,
  keepPack,
  keepReview,
  packInPage,
  readPack,
  sendReviews,
} from './practice-device.web.ts';
import { type AskedCards, cardsOfToday, dayWords } from './session.rules.ts';

const PracticeEnd = lazy(() => import('./PracticeEnd.tsx'));
const Check = lazy(() => import('./Check.tsx'));

interface PracticeProps {
  childId: number;
  /** The cards to practise instead of those due today. If a theme or an error has no cards, or without network, those due today are practised. */
  asked: AskedCards;
  /** What follows the cards of the day. */
  next: ReactNode;
}

type Asked = Pick<PracticeProps, 'childId' | 'asked'>;

/** The cards of a session. */
interface Brought {
  pack: KeptPack;
  /** Whether the cards are those of a test, a theme or an error, not those due today. */
  chosen: boolean;
  home: string;
}

/** Returns the requested cards, or undefined if those due today are practised instead. */
function chosenOf({ childId, asked }: Asked, pack: KeptPack | undefined): Brought | undefined {
  if (!pack || !isChosen(asked)) return undefined;
  if ('attemptId' in asked) return { pack, chosen: true, home: homeOf(childId) };
  const [card] = pack.cards;
  return card && { pack, chosen: true, home: homeOf(childId, mapOf(childId, card.discipline)) };
}

const dueOf = ({ childId }: Asked, pack: KeptPack): Brought => ({ pack, chosen: false, home: homeOf(childId) });

const isChosen = (asked: AskedCards) => Object.keys(asked).length > 0;

/** Returns the cards embedded in the page. */
function inPage(props: Asked): Brought | undefined {
  const { childId, asked } = props;
  // The server does not know the unsent reviews and would ask for their cards again. A page that already shows its cards keeps them.
  if (boot.drawnAt === undefined && hasUnsentPractice()) return undefined;
  const pack = packInPage(childId, {});
  return chosenOf(props, packInPage(childId, asked)) ?? (pack && dueOf(props, pack));
}

async function bring(props: Asked): Promise<Brought> {
  const { childId, asked } = props;
  const pack = isChosen(asked)
    ? await bringChosen(childId, asked).catch((error: unknown) => {
        if ('attemptId' in asked) throw error;
        return undefined;
      })
    : undefined;
  return chosenOf(props, pack) ?? dueOf(props, await bringPack(childId));
}

/** A short practice session for a child: one card at a time, with the explanation right after the answer. */
export default function Practice(props: PracticeProps) {
  const { childId } = props;
  usePage('Treinar', brand.productName);
  const [brought, setBrought] = useState(() => inPage(props));
  const [error, setError] = useState<CallError>();
  usePackOfPage(childId, brought);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the component has a key of its address
  useEffect(() => {
    if (brought || error) return;
    bring(props).then(setBrought, (fault: unknown) => setError(failureOf(fault)));
  }, [brought, error]);

  if (brought) return <Session {...brought} after={brought.chosen ? null : props.next} />;
  return (
    <main className={styles['alone']}>
      <h1 className={error ? undefined : 'sr'}>Treinar</h1>
      {error ? (
        <Failed error={error} onRetry={() => setError(undefined)}>
          <a href={homeOf(childId)}>Voltar</a>
        </Failed>
      ) : (
        <Skeleton lines={8} />
      )}
    </main>
  );
}

/** Stores a pack that was embedded in the page, like one that was fetched. */
function usePackOfPage(childId: number, brought: Brought | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what the page came with
  useEffect(() => {
    dropPacksInPage(childId);
    if (!brought || brought.chosen) return;
    // Unsent reviews are sent first: the session then skips their cards, as soon as the pack on this device contains them.
    void (hasUnsentPractice() ? bringPack(childId) : keepPack(brought.pack)).catch(() => {});
  }, []);
}

/** Target of "Parar" and "Acabei": the child's home or, for the parent, the page where practice was chosen. */
const homeOf = (childId: number, chosenAt = `/children/${childId}/mistakes`) => (inChildMode() ? '/child' : chosenAt);

/** Sends reviews in the background; unsent ones stay on the device and are sent at the next visit. */
const sendQuietly = () => void sendReviews().catch(() => {});

function Session({ pack, chosen, home, after }: Brought & { after: ReactNode }) {
  const { child } = pack;
  const [checks, setChecks] = useState(!chosen && pack.check > 0);
  const { queue, place, tries, dots, more, answered, next, goOn } = useQueue(pack, chosen);
  const first = queue.filter(({ id }, index) => queue.findIndex((other) => other.id === id) === index);
  const card = queue[place];
  useEffect(() => {
    // While the child thinks about a card, what the next one needs arrives.
    void bringWritten(queue.slice(place, place + 2));
  }, [queue, place]);
  useSendingReviews(queue.length > 0 && place >= queue.length);

  const toCards = () => {
    sendQuietly();
    setChecks(false);
  };
  if (checks) return <BeforePractice pack={pack} home={home} onDone={toCards} />;
  if (queue.length === 0) return <NothingDue pack={pack} more={more} onMore={goOn} after={after} />;
  const practised = first.filter(({ id }) => tries[id]).length;
  if (!card)
    return (
      <Suspense fallback={null}>
        <PracticeEnd
          child={child}
          before={dots}
          cards={practised}
          home={home}
          more={more}
          onMore={goOn}
          after={after}
        />
      </Suspense>
    );
  const at = first.findIndex(({ id }) => id === card.id);
  const again = queue.findIndex(({ id }) => id === card.id) < place;
  return (
    <div className={styles['screen']}>
      <CoverBar cover={child.cover} name={child.firstName}>
        <a className={styles['stop']} href={home} onClick={sendQuietly}>
          <IconClose size={22} />
          Parar
        </a>
      </CoverBar>
      <main className={styles['main']}>
        <FioProgress states={first.map(({ id }) => progressOf(tries[id]))} current={at} />
        <p className={styles['where']} id="where">
          {`Pergunta ${at + 1} de ${first.length}${again ? ', outra vez' : ''}`}
        </p>
        <PracticeCard
          key={`${card.id} ${place}`}
          card={card}
          seed={Date.parse(pack.now) ^ Date.parse(pack.today) ^ Math.imul(place + 1, 40_503)}
          again={again}
          big={isYoung(child.schoolClass)}
          readItself={isYoung(child.schoolClass) && readsItself(pack.childId)}
          onAnswer={answered}
          onNext={() => void next()}
        />
      </main>
    </div>
  );
}

interface BeforePracticeProps {
  pack: KeptPack;
  home: string;
  onDone: () => void;
}

/** Offers the questions of a check before the cards, and asks them. */
function BeforePractice({ pack, home, onDone }: BeforePracticeProps) {
  const { child, check } = pack;
  const [begun, setBegun] = useState(false);
  return (
    <div className={styles['screen']}>
      <CoverBar cover={child.cover} name={child.firstName}>
        <a className={styles['stop']} href={home} onClick={sendQuietly}>
          <IconClose size={22} />
          Parar
        </a>
      </CoverBar>
      <main className={styles['main']}>
        {begun ? (
          <Suspense fallback={<Skeleton lines={8} />}>
            <Check pack={pack} onDone={onDone} />
          </Suspense>
        ) : (
          <>
            <Sheet as="section">
              <h1>{check === 1 ? '1 pergunta nova' : `${check} perguntas novas`}</h1>
              <p>
                {check === 1
                  ? 'Vem antes do treino. Não é um teste e não tem nota.'
                  : 'Vêm antes do treino. Não são um teste e não têm nota.'}{' '}
                Faz com calma.
              </p>
            </Sheet>
            <ActionBar>
              <Button size="l" full className={styles['child']} onClick={() => setBegun(true)}>
                Começar
              </Button>
              <Button size="l" full variant="quiet" onClick={onDone}>
                Agora não
              </Button>
            </ActionBar>
          </>
        )}
      </main>
    </div>
  );
}

/** Returns the cards that are due beyond those of a day, up to as many again, for a child that wants to practise more. */
const beyond = (pack: KeptPack) => cardsOfToday(pack.cards, pack.today, 0);

/** Holds the cards of a session, which of them is shown, and what the child answered. A card answered wrong comes again once. */
function useQueue(pack: KeptPack, chosen: boolean) {
  /** The cards of this session, followed by those to repeat. */
  const [queue, setQueue] = useState<Card[]>(() =>
    chosen ? pack.cards : cardsOfToday(pack.cards, pack.today, pack.doneToday),
  );
  const [place, setPlace] = useState(0);
  /** Results of the first and second tries of each card. */
  const [tries, setTries] = useState<Record<string, boolean[]>>({});
  /** Number of dots before these cards. */
  const [dots, setDots] = useState(pack.dots);
  /** Cards that are due too, beyond those of a day. */
  const [rest, setRest] = useState<Card[]>(() => (chosen || queue.length > 0 ? [] : beyond(pack)));
  const card = queue[place];
  const isOver = queue.length > 0 && !card;
  useEffect(() => {
    if (!isOver || chosen) return;
    void readPack(pack.childId)
      .then((kept) => setRest(kept ? beyond(kept) : []))
      .catch(() => {});
  }, [isOver, chosen, pack]);
  const goOn = () => {
    setDots(dots + Object.keys(tries).length);
    setTries({});
    setQueue(rest);
    setRest([]);
    setPlace(0);
  };
  const answered = useCallback(
    async ({ id }: Card, selectedAnswer: string, right: boolean) => {
      setTries((before) => ({ ...before, [id]: [...(before[id] ?? []), right] }));
      await keepReview(pack, { id, selectedAnswer, right });
    },
    [pack],
  );
  const next = async () => {
    let list = queue;
    if (card && tries[card.id]?.length === 1 && tries[card.id]?.[0] === false) list = [...queue, card];
    // Another tab may have practised some of the cards meanwhile.
    const kept = chosen ? undefined : await readPack(pack.childId).catch(() => undefined);
    const open = kept && new Set(cardsOfToday(kept.cards, kept.today, 0).map(({ id }) => id));
    const following = list.findIndex(
      ({ id }, index) => index > place && (!open || open.has(id) || tries[id] !== undefined),
    );
    setQueue(list);
    setPlace(following < 0 ? list.length : following);
    window.scrollTo(0, 0);
  };
  return { queue, place, tries, dots, more: rest.length, answered, next, goOn };
}

/** Sends the kept reviews when the session is over, when the child leaves the page, and when the network is back. */
function useSendingReviews(over: boolean): void {
  useEffect(() => {
    if (over) sendQuietly();
  }, [over]);
  useEffect(() => {
    addEventListener('pagehide', sendQuietly);
    addEventListener('online', sendQuietly);
    return () => {
      removeEventListener('pagehide', sendQuietly);
      removeEventListener('online', sendQuietly);
    };
  }, []);
}

/** Returns how the progress line shows a card with these results. */
const progressOf = (results: readonly boolean[] | undefined) =>
  !results ? 'todo' : results[0] || results.length > 1 ? 'done' : 'skipped';

interface NothingDueProps {
  pack: KeptPack;
  /** Number of cards beyond those of a day. */
  more: number;
  onMore: () => void;
  after: ReactNode;
}

function NothingDue({ pack: { child, childId, next, today }, more, onMore, after }: NothingDueProps) {
  return (
    <div className={styles['screen']}>
      <CoverBar cover={child.cover} name={child.firstName} />
      <main className={styles['end']}>
        <FioResult results={Array(6).fill(true)} scale={2.2} />
        <h1>Hoje está tudo treinado</h1>
        {more === 0 && next && <p>A próxima pergunta é {dayWords(next, today)}.</p>}
        {more > 0 && (
          <Button variant="secondary" size="l" full className={styles['child']} onClick={onMore}>
            Treinar mais {more}
          </Button>
        )}
        {after}
        <Button size="l" full className={styles['child']} href={homeOf(childId)}>
          Início
        </Button>
      </main>
    </div>
  );
}
