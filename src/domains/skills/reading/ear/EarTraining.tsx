import { useEffect, useState } from 'react';
import { brand } from '../../../../delivery/browser/boot.ts';
import { type CallError, failureOf } from '../../../../web/call/call.ts';
import { usePage } from '../../../../web/call/navigation.ts';
import { uuid } from '../../../../web/device/uuid.ts';
import { Failed } from '../../../../web/parts/Failed.tsx';
import { Button } from '../../../../web/ui/base/Button.tsx';
import { IconCheck } from '../../../../web/ui/base/Icon.tsx';
import { Skeleton } from '../../../../web/ui/base/Skeleton.tsx';
import { BackLink } from '../../../../web/ui/lists/Card.tsx';
import { emptyGrid, type Grid, marked, undo } from '../../grid/grid.rules.ts';
import { MarkGrid } from '../../grid/MarkGrid.tsx';
import { checkEar, EAR_PASSES, EAR_RECORDINGS } from '../ear.rules.ts';
import { Player } from '../Player.tsx';
import styles from '../Reading.module.css';
import { bringReader, bringReadingPack, type Reader, sendTraining } from '../reading-device.web.ts';
import { EarHeard } from './EarHeard.tsx';
import { bringSound, type EarRecording, type EarSound, hasSound, type SoundState } from './ear-sounds.web.ts';

const TITLE = 'Treino do ouvido';

async function bring(childId: number): Promise<{ reader: Reader; recordings: EarRecording[] }> {
  const reader = await bringReader(childId);
  const { ear } = await bringReadingPack(reader.readingClass);
  // A phone keeps what earlier versions did not have.
  return { reader: { ...reader, ear: reader.ear ?? [] }, recordings: ear.filter(({ id }) => hasSound(id)) };
}

/** The parent marks recordings with known errors and sees what escaped, so that later recorded readings count. Works without network. */
export default function EarTraining({ childId }: { childId: number }) {
  usePage(TITLE, brand.productName);
  const [brought, setBrought] = useState<Awaited<ReturnType<typeof bring>>>();
  const [error, setError] = useState<CallError>();
  useEffect(() => {
    if (brought || error) return;
    bring(childId).then(setBrought, (fault: unknown) => setError(failureOf(fault)));
  }, [brought, error, childId]);
  const back = <BackLink href={`/children/${childId}/reading`}>Ler</BackLink>;
  return (
    <main className={styles['flow']}>
      {back}
      {brought && brought.recordings.length > 0 ? (
        <Recordings {...brought} />
      ) : (
        <>
          <h1 className={error || brought ? undefined : 'sr'}>{TITLE}</h1>
          {error && <Failed error={error} onRetry={() => setError(undefined)} />}
          {brought && <p>Ainda não há gravações para treinar.</p>}
          {!error && !brought && <Skeleton lines={8} />}
        </>
      )}
    </main>
  );
}

/** Whether the last marking of a recording passes. */
const passes = ({ ear }: Reader, { id }: EarRecording) =>
  ear.some(({ recordingId, passes: isPassed }) => recordingId === id && isPassed);

/** The recording to hear after one: the next that does not pass, else the next. */
function nextRecording(all: readonly EarRecording[], reader: Reader, after: number): number {
  const order = all.map((_, step) => (after + 1 + step) % all.length);
  return order.find((index) => !passes(reader, all[index] as EarRecording)) ?? (order[0] as number);
}

function Recordings({ reader: first, recordings }: { reader: Reader; recordings: EarRecording[] }) {
  const [reader, setReader] = useState(first);
  const [at, setAt] = useState(() => nextRecording(recordings, first, -1));
  const [round, setRound] = useState(0);
  const [heard, setHeard] = useState<Grid>();
  const recording = recordings[at] as EarRecording;
  const next = nextRecording(recordings, reader, at);
  const done = (grid: Grid) => {
    const wrong = marked(grid, 'wrong');
    const result = checkEar(recording.words.length, recording.read, wrong);
    const body = { clientId: uuid(), recordingId: recording.id, wrong, selfCorrected: marked(grid, 'selfCorrected') };
    void sendTraining(reader, body, result).then(setReader);
    setHeard(grid);
    scrollTo(0, 0);
  };
  const goOn = (to: number) => {
    setAt(to);
    setRound(round + 1);
    setHeard(undefined);
    scrollTo(0, 0);
  };
  const sound = useSound(recording.id);
  const flags = <Flags {...{ recordings, reader, at }} />;
  const props = { recording, sound, flags, number: at + 1, count: recordings.length };
  if (!heard) return <Marks key={round} {...props} onDone={done} />;
  return (
    <EarHeard {...props} grid={heard} isTrained={reader.earTrained}>
      <div className={styles['actions']}>
        {reader.earTrained && (
          <Button size="l" full href={`/children/${reader.child.id}/reading`}>
            Voltar a Ler
          </Button>
        )}
        <Button size="l" full variant={reader.earTrained ? 'secondary' : 'primary'} onClick={() => goOn(next)}>
          Ouvir a leitura {next + 1}
        </Button>
        {next !== at && (
          <Button full variant="quiet" onClick={() => goOn(at)}>
            Marcar esta outra vez
          </Button>
        )}
      </div>
    </EarHeard>
  );
}

function useSound(recordingId: string): SoundState {
  const [state, setState] = useState<{ id: string; brought?: EarSound; error?: CallError }>({ id: recordingId });
  const current = state.id === recordingId ? state : { id: recordingId };
  const isWanted = !current.brought && !current.error;
  useEffect(() => {
    if (!isWanted) return;
    let gone = false;
    bringSound(recordingId).then(
      (brought) => !gone && setState({ id: recordingId, brought }),
      (fault: unknown) => !gone && setState({ id: recordingId, error: failureOf(fault) }),
    );
    return () => {
      gone = true;
    };
  }, [recordingId, isWanted]);
  return { brought: current.brought, error: current.error, again: () => setState({ id: recordingId }) };
}

interface MarksProps {
  recording: EarRecording;
  sound: SoundState;
  flags: React.ReactNode;
  number: number;
  count: number;
  onDone: (grid: Grid) => void;
}

/** Hear and mark one recording. */
function Marks({ recording: { words, paragraphs, title }, sound, flags, number, count, onDone }: MarksProps) {
  const [grid, setGrid] = useState(() => emptyGrid(words.length));
  const { brought, error, again } = sound;
  return (
    <>
      <p className={styles['note']}>
        {TITLE} · leitura {number} de {count}
      </p>
      <h1>{title}</h1>
      <p>Ouça a gravação e toque nas palavras que a voz lê mal. Depois vê o que lhe escapou.</p>
      {flags}
      <ul className={styles['legend']}>
        <li>
          <b>1 toque:</b> errada. Trocou, saltou, ou calou-se mais de 3 segundos.
        </li>
        <li>
          <b>2 toques:</b> corrigiu-se. Conta como certa.
        </li>
      </ul>
      <MarkGrid
        label={title}
        items={words}
        layout={{ kind: 'text', paragraphs }}
        grid={grid}
        tool="mark"
        // Every word of the recording is read: there is no last one to set.
        onTap={({ grid: next }) => next.lastItem === null && setGrid(next)}
      />
      <section className={styles['card']}>
        <Button size="l" full disabled={!brought} onClick={() => onDone(grid)}>
          Ver o que escapou
        </Button>
      </section>
      <div className={`${styles['bottom']} ${styles['player']}`}>
        {brought && (
          <Player
            sound={brought.sound}
            from={0}
            seconds={brought.seconds}
            onUndo={grid.undone.length > 0 ? () => setGrid(undo(grid)) : undefined}
          />
        )}
        {error && (
          <>
            <p role="alert">Sem internet não se ouve esta gravação. Ligue os dados ou o Wi-Fi e tente de novo.</p>
            <Button variant="secondary" onClick={again}>
              Tentar de novo
            </Button>
          </>
        )}
        {!brought && !error && <p role="status">A carregar a gravação…</p>}
      </div>
    </>
  );
}

/** How each recording went. */
function Flags({ recordings, reader, at }: { recordings: EarRecording[]; reader: Reader; at: number }) {
  return (
    <ol className={styles['flags']}>
      {recordings.map((one, index) => {
        const said = reader.ear.find(({ recordingId }) => recordingId === one.id);
        const isPassed = passes(reader, one);
        return (
          <li key={one.id} aria-current={index === at ? 'step' : undefined}>
            <span className={isPassed ? styles['flagPassed'] : undefined}>
              <span className={isPassed ? 'sr' : undefined}>{index + 1}</span>
              {isPassed && <IconCheck size={20} />}
            </span>
            <small>{said ? `${percent(said.agreement)}%` : 'falta'}</small>
          </li>
        );
      })}
      <li>
        <small>
          Precisa de {EAR_RECORDINGS === 2 ? 'duas' : EAR_RECORDINGS} leituras com {percent(EAR_PASSES)}% ou mais. Em
          cada uma, encontre dois em cada três erros.
        </small>
      </li>
    </ol>
  );
}

/** A share as whole percent, never more than it is. */
const percent = (share: number): number => Math.floor(share * 100 + 1e-9);
