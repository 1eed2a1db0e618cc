import { useEffect, useRef, useState } from 'react';
import { plural, toWhom } from '../../../shared/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { ActionDialog } from '../../../web/ui/forms/ActionDialog.tsx';
import { Checkbox } from '../../../web/ui/forms/Field.tsx';
import { Segmented } from '../../../web/ui/forms/Segmented.tsx';
import { attemptedOf, type Grid, marked, stopsEarly, type Tapped, TIMED_SECONDS, undo } from '../grid/grid.rules.ts';
import { MarkGrid } from '../grid/MarkGrid.tsx';
import { stepOf } from './forms.rules.ts';
import { EARLY_STOP } from './ladder.rules.ts';
import { clock, Player, useSoundAddress } from './Player.tsx';
import styles from './Reading.module.css';
import type { Reader, Work } from './reading-device.web.ts';
import { type Form, gridOfWork, markedOf, withGrid } from './step.web.ts';

interface MarkingProps {
  form: Form;
  work: Work;
  sound: Blob | undefined;
  child: Reader['child'];
  onChange: (work: Work) => void;
  onDone: (work: Work) => void;
  /** Hands the recording to a second listener. */
  onSecond?: (work: Work) => void;
  /** Whether a second listener marks. */
  isSecond?: boolean;
  /** Whether the result follows at once. */
  isLast?: boolean;
}

const layoutOf = ({ kind, paragraphs }: Form) =>
  kind === 'letters' || kind === 'words' ? { kind } : { kind: 'text' as const, paragraphs };
const nounOf = ({ kind }: Form) => (kind === 'letters' ? 'letra' : 'palavra');

/** Marks a recording: the text with every word to tap, and the sound below it. */
export function Marking({
  form,
  work,
  sound,
  child,
  onChange,
  onDone,
  onSecond,
  isSecond = false,
  isLast = form.questions.length === 0,
}: MarkingProps) {
  const { grid, refused, apply, tool, setTool, back } = useGrid(form, work, onChange);
  const current = withGrid(work, grid);
  const { lastItem } = markedOf(form, current);
  // The child has stopped long ago when a second listener marks.
  const early = !isSecond && isEarlyStop(form, grid);
  const noun = nounOf(form);
  // A recording that broke off does not say where: the last item must be set.
  const isOpenEnded = work.brokenOff && lastItem === null && grid.lastItem === null;
  return (
    <>
      {isSecond && <p className={styles['note']}>Segundo ouvinte · as primeiras marcas estão escondidas</p>}
      <h1>Toque nas {noun}s erradas</h1>
      <ul className={styles['legend']}>
        <li>
          <b>1 toque:</b> errada
        </li>
        <li>
          <b>2 toques:</b> corrigiu-se
        </li>
      </ul>
      <div className={styles['switch']}>
        <Segmented
          label="O que marcar"
          name="tool"
          options={[
            { value: 'mark', label: 'Erros' },
            { value: 'last', label: noun === 'letra' ? 'Última letra' : 'Última palavra' },
          ]}
          value={tool}
          onChange={setTool}
        />
      </div>
      <MarkGrid label={form.title} items={form.items} layout={layoutOf(form)} grid={grid} tool={tool} onTap={apply} />
      <p role="status" className={styles['note']}>
        {refused}
      </p>
      <section className={styles['card']}>
        <Counts form={form} grid={grid} seconds={work.seconds} />
        <Button size="l" full disabled={isOpenEnded} onClick={() => onDone(current)}>
          {isLast ? 'Ver resultado' : 'Seguir para as perguntas'}
        </Button>
        <p className={styles['note']}>
          {!sound
            ? 'Sem gravação.'
            : current.waits
              ? 'A gravação fica sete dias à espera do segundo ouvinte.'
              : 'A gravação apaga-se a seguir.'}
          {isOpenEnded && ` Marque primeiro a última ${noun} lida.`}
          {!isOpenEnded &&
            lastItem === null &&
            work.seconds > TIMED_SECONDS &&
            ' Marque a última palavra ao fim de um minuto.'}
        </p>
        {onSecond && sound && (
          <SecondOffer
            work={current}
            disabled={isOpenEnded}
            onSecond={() => onSecond(current)}
            onWait={(waits) => onChange({ ...current, waits })}
          />
        )}
        {sound && !isSecond && <SaveSound sound={sound} name={`leitura-${current.startedAt.slice(0, 10)}`} />}
      </section>
      <div className={`${styles['bottom']} ${styles['player']}`}>
        {sound ? (
          <Player
            sound={sound}
            from={work.from}
            seconds={work.seconds}
            onUndo={grid.undone.length > 0 ? back : undefined}
          />
        ) : (
          <p>A gravação já não está neste telemóvel. As marcas ficaram.</p>
        )}
      </div>
      <EarlyStop {...{ early, child, form }} onStop={() => onDone(current)} onMistake={back} />
    </>
  );
}

interface SecondOfferProps {
  work: Work;
  disabled: boolean;
  onSecond: () => void;
  onWait: (waits: boolean) => void;
}

/** Offers the recording to a second listener, before it is erased. */
function SecondOffer({ work, disabled, onSecond, onWait }: SecondOfferProps) {
  if (work.second) return <p className={styles['note']}>O segundo ouvinte já marcou.</p>;
  return (
    <>
      <p>Outra pessoa também pode ouvir e marcar. As suas marcas ficam escondidas.</p>
      <Button variant="secondary" full disabled={disabled} onClick={onSecond}>
        Passar a um segundo ouvinte
      </Button>
      <Checkbox
        name="waits"
        label="Fica para outro dia: guardar a gravação sete dias"
        checked={work.waits === true}
        onChange={({ target }) => onWait(target.checked)}
      />
    </>
  );
}

/** Saves the recording as a file, when the grown-up wants to keep it; nothing else keeps it. */
function SaveSound({ sound, name }: { sound: Blob; name: string }) {
  const address = useSoundAddress(sound);
  return (
    <Button variant="quiet" full href={address} download={`${name}.${extensionOf(sound)}`}>
      Guardar no telemóvel
    </Button>
  );
}

const extensionOf = ({ type }: Blob) => (type.includes('mp4') ? 'm4a' : type.includes('ogg') ? 'ogg' : 'webm');

/** Marks while the child reads from paper: taps and a clock, which only the grown-up sees. */
export function MarkLive({ form, work, child, onChange, onDone }: Omit<MarkingProps, 'sound'>) {
  const [startedAt, setStartedAt] = useState<number>();
  const [seconds, setSeconds] = useState(0);
  const [isOver, setIsOver] = useState(false);
  const { grid, refused, apply, tool, setTool, back } = useGrid(form, work, onChange);
  const early = isEarlyStop(form, grid);
  const signalled = useRef(false);
  useEffect(() => {
    if (startedAt === undefined || isOver) return;
    const timer = setInterval(() => {
      const passed = (performance.now() - startedAt) / 1000;
      setSeconds(passed);
      if (passed >= TIMED_SECONDS && !signalled.current) {
        signalled.current = true;
        navigator.vibrate?.(80);
      }
      if (passed >= 180) setIsOver(true);
    }, 200);
    return () => clearInterval(timer);
  }, [startedAt, isOver]);
  const timed: Work = { ...withGrid(work, grid), seconds: Math.max(1, Math.round(seconds * 10) / 10) };
  const stop = () => {
    setIsOver(true);
    setTool('last');
  };
  const noun = nounOf(form);
  return (
    <>
      <h1>{isOver ? `Qual foi a última ${noun}?` : 'Toque enquanto ouve'}</h1>
      <p className={styles['note']}>
        {isOver
          ? 'Toque na última lida ao fim de um minuto. Se a criança leu tudo, deixe assim.'
          : 'A criança lê da folha. Aqui só se mede a velocidade.'}
      </p>
      <MarkGrid label={form.title} items={form.items} layout={layoutOf(form)} grid={grid} tool={tool} onTap={apply} />
      <p role="status" className={styles['note']}>
        {refused}
      </p>
      {isOver && (
        <section className={styles['card']}>
          <Counts form={form} grid={grid} seconds={timed.seconds} />
          <Button size="l" full onClick={() => onDone(timed)}>
            {form.questions.length > 0 ? 'Seguir para as perguntas' : 'Ver resultado'}
          </Button>
        </section>
      )}
      <div className={styles['bottom']}>
        <span className="num" role="timer">
          {clock(seconds)}
        </span>
        <Button variant="secondary" disabled={grid.undone.length === 0} onClick={back}>
          Desfazer
        </Button>
        {!isOver && (
          <Button
            size="l"
            full
            className={styles['big']}
            onClick={() => (startedAt === undefined ? setStartedAt(performance.now()) : stop())}
          >
            {startedAt === undefined ? 'Começou' : 'Acabou de ler'}
          </Button>
        )}
      </div>
      <EarlyStop {...{ early, child, form }} onStop={() => onDone(timed)} onMistake={back} />
    </>
  );
}

/** Holds the grid of a step, and stores each change on the device. */
function useGrid(form: Form, work: Work, onChange: (work: Work) => void) {
  const [grid, setGrid] = useState(() => gridOfWork(form.items.length, work));
  const [refused, setRefused] = useState<string>();
  const [tool, setTool] = useState<'mark' | 'last'>('mark');
  const change = (next: Grid) => {
    setGrid(next);
    onChange(withGrid(work, next));
  };
  const apply = (tapped: Tapped) => {
    setRefused(tapped.refused);
    if (tapped.refused === undefined) change(tapped.grid);
  };
  return { grid, refused, apply, tool, setTool, back: () => change(undo(grid)) };
}

/** Returns whether the first items are all wrong. */
function isEarlyStop(form: Form, grid: Grid) {
  const count = EARLY_STOP[stepOf(form.kind)];
  return count !== null && stopsEarly(marked(grid, 'wrong'), count);
}

interface EarlyStopProps {
  early: boolean;
  child: Reader['child'];
  form: Form;
  onStop: () => void;
  onMistake: () => void;
}

function EarlyStop({ early, child, form, onStop, onMistake }: EarlyStopProps) {
  if (!early) return null;
  const next =
    form.kind === 'words' ? 'Passar às letras' : form.kind === 'letters' ? 'Acabar aqui' : 'Passar às palavras';
  return (
    <ActionDialog
      open
      title="Pode parar aqui"
      action={next}
      cancel="Foi engano meu"
      onAction={onStop}
      onClose={onMistake}
    >
      <p>
        Diga {toWhom(child.firstName, child.gender)}: <b>«Gostei de ler contigo.»</b>
      </p>
      <p>As outras não contam. A seguir é mais fácil.</p>
    </ActionDialog>
  );
}

function Counts({ form, grid, seconds }: { form: Form; grid: Grid; seconds: number }) {
  const finished = grid.lastItem === null;
  return (
    <dl className={styles['counts']}>
      <div>
        <dt>Erradas</dt>
        <dd>{marked(grid, 'wrong').length}</dd>
      </div>
      <div>
        <dt>Corrigiu-se</dt>
        <dd>{marked(grid, 'selfCorrected').length}</dd>
      </div>
      <div>
        <dt>{finished ? 'Leu tudo' : seconds < TIMED_SECONDS ? 'Até onde leu' : 'Num minuto'}</dt>
        <dd>{plural(attemptedOf(form.items.length, { finished, lastItem: grid.lastItem }), 'lida', 'lidas')}</dd>
      </div>
    </dl>
  );
}
