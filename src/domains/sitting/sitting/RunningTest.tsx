import { useState } from 'react';
import { dayAndMonth } from '../../../shared/dates.ts';
import type { Gender } from '../../../shared/words.ts';
import { useNow } from '../../../web/device/now.ts';
import type { ArriveBy } from '../../../web/device/prepared-store.ts';
import { hereWords } from '../../../web/parts/here-words.ts';
import { plural, withArticle } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconClock } from '../../../web/ui/base/Icon.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { Notice } from '../../../web/ui/lists/Card.tsx';
import { addressOfBegun, type Begun, mergeBegun, wordsOfBegun } from './begun.rules.ts';
import { fromServer, type Here, type SaidRefusal, type Told, useTestsHere } from './begun-here.web.ts';
import styles from './RunningTest.module.css';

interface RunningTestsProps {
  /** Null when the server could not be asked: the user is then the one whom the device knows. */
  userId: number | null;
  /** The family's children: needed for the article before a name, and to tell whose test it is. */
  people?: readonly { id: number; fullName: string; gender: Gender | null }[] | undefined;
  /** Shows only this child's test in progress. */
  only?: number | undefined;
  /** What is begun according to the server, which this device may not know. */
  told?: readonly Told[] | undefined;
}

/** Links to the tests in progress. They are read from this device first, so that they are shown without a network too. */
export default function RunningTests({ userId, ...known }: RunningTestsProps) {
  const { look, ...here } = useTestsHere(userId);
  return (
    <>
      {here.refused.map((one) =>
        one.rows && here.userId !== undefined ? (
          <Kept key={one.lane} refusal={one} userId={here.userId} onRead={look} />
        ) : (
          <Refused key={one.lane} {...one} onRead={look} />
        ),
      )}
      {here.isClosed && <StillClosed />}
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
  // For each child only the test that ends first.
  const firsts = mergeBegun(here, told.map(fromServer), now).filter(
    ({ childId }, at, all) =>
      (only === undefined || childId === only) && at === all.findIndex((one) => one.childId === childId),
  );
  if (firsts.length === 0) return <NoneRunning {...here} />;
  return (
    <>
      {firsts.map((one) => (
        <Running
          key={one.childId}
          begun={one}
          minutes={Math.ceil((one.endsAt - now) / 60_000)}
          gender={people.find(({ id }) => id === one.childId)?.gender}
          arriveBy={one.kind === 'prepared' ? here.arriveBy : undefined}
        />
      ))}
      {here.waiting.tests.length > 0 && <NoneRunning {...here} ready={0} />}
    </>
  );
}

interface RunningProps {
  begun: Begun;
  /** Minutes until its time ends. */
  minutes: number;
  gender: Gender | null | undefined;
  arriveBy: ArriveBy | undefined;
}

/** Says what a child has begun, with the way back to it. */
const Running = ({ begun, minutes, gender, arriveBy }: RunningProps) => (
  <div className={styles['running']}>
    <Notice
      icon={<IconClock size={22} />}
      action={
        <Button href={addressOfBegun(begun)}>
          Continuar<span className="sr"> {wordsOfBegun(begun)[1]}</span>
        </Button>
      }
    >
      <b>
        {withArticle(begun.firstName, gender)} tem {wordsOfBegun(begun)[0]} a meio
      </b>{' '}
      — {minutes === 1 ? 'falta 1 min' : `faltam ${minutes} min`}
      {arriveBy && `. ${arriveWords(arriveBy)}`}
    </Notice>
  </div>
);

/** Says until when what was done without network is accepted: its reservation then ends. */
const arriveWords = ({ at, now }: ArriveBy): string =>
  now < at
    ? `O teste feito sem internet tem de chegar até ${dayAndMonth(new Date(at))}: depois já não conta.`
    : `O teste feito sem internet tinha de chegar até ${dayAndMonth(new Date(at))}: já não conta.`;

async function drop(lane: string): Promise<void> {
  const { dropRefusal } = await import('../../../web/device/waiting-store.ts');
  await dropRefusal(lane);
}

/** Says what was not accepted although it can be sent again, and why, until a parent sends or erases it. */
export function Kept({ refusal, userId, onRead }: { refusal: SaidRefusal; userId: number; onRead: () => void }) {
  const { words, said, why, lane, rows = [] } = refusal;
  const [sure, setSure] = useState(false);
  const again = async () => {
    const { answerQueue } = await import('../../../web/device/answer-queue.ts');
    await answerQueue.keepRows(...rows);
    await drop(lane);
    await answerQueue.start(userId);
    onRead();
  };
  return (
    <div className={styles['running']}>
      <Notice
        action={
          <>
            <Button variant="secondary" onClick={() => void again()}>
              Enviar de novo<span className="sr">: {words}</span>
            </Button>
            <Button variant="quiet" onClick={() => (sure ? void drop(lane).then(onRead) : setSure(true))}>
              {sure ? 'Apagar mesmo' : 'Apagar'}
              <span className="sr">: {words}</span>
            </Button>
          </>
        }
      >
        <b>{said}</b> {why} Continua guardado {hereWords()}.
      </Notice>
    </div>
  );
}

/** Says which answers were not accepted, and why, until a parent has read it. */
function Refused({ lane, words, said, why, onRead }: SaidRefusal & { onRead: () => void }) {
  return (
    <div className={styles['running']}>
      <Notice
        action={
          <Button variant="secondary" onClick={() => void drop(lane).then(onRead)}>
            Entendi<span className="sr">: {words}</span>
          </Button>
        }
      >
        <b>{said}</b> {why}
      </Notice>
    </div>
  );
}

/** Says that something on this phone could not be opened since a sibling gave it back: it is neither shown nor sent until then. */
const StillClosed = () => (
  <div className={styles['running']}>
    <Notice>
      <b>Há coisas fechadas {hereWords()}</b> desde que outra criança o teve. Para abrirem, é preciso internet e espaço
      livre: apague, por exemplo, fotografias ou vídeos. Até lá não se vêem nem são enviadas.
    </Notice>
  </div>
);

/** Says what waits for a network. For a phone that gets none for days, it can be carried to another phone of the family as a file. */
function Waiting({ what, userId, arriveBy }: { what: string } & Pick<Here, 'userId' | 'arriveBy'>) {
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
        text: 'Este telemóvel não consegue guardar a cópia. As respostas continuam nele.',
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
        <b>À espera de internet {hereWords()}:</b> {what}. Enviamos quando houver internet.
        {arriveBy && ` ${arriveWords(arriveBy)}`}
      </Notice>
    </div>
  );
}

/** Says what waits for a network, and how many prepared tests can be taken. */
export function NoneRunning({
  waiting: { tests, others },
  ready,
  userId,
  arriveBy,
}: Pick<Here, 'waiting' | 'ready' | 'userId' | 'arriveBy'>) {
  const what = [
    tests.length > 0 && `${plural(tests.length, 'teste feito', 'testes feitos')} (${tests.join(', ')})`,
    ...others,
  ];
  const all = what.filter(Boolean);
  return (
    <>
      {all.length > 0 && (
        <Waiting what={all.join('; ')} userId={userId} arriveBy={tests.length > 0 ? arriveBy : undefined} />
      )}
      {ready > 0 && (
        <div className={styles['running']}>
          <Notice
            action={
              <Button variant="secondary" href="/tests">
                Ver
              </Button>
            }
          >
            <b>{plural(ready, 'teste pronto', 'testes prontos')}</b> {hereWords()}, para fazer sem internet.
          </Notice>
        </div>
      )}
    </>
  );
}
