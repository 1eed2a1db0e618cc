import { lazy, Suspense, useEffect, useState } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import { type CallError, failureOf } from '../../../web/call/call.ts';
import { inChildMode } from '../../../web/call/child-mode.ts';
import { usePage, useSearch } from '../../../web/call/navigation.ts';
import { dropReading } from '../../../web/device/reading-store.ts';
import { uuid } from '../../../web/device/uuid.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { BackLink } from '../../../web/ui/lists/Card.tsx';
import type { Recorded } from '../recording/recorder.web.ts';
import { Before } from './Before.tsx';
import { ChildReads } from './ChildReads.tsx';
import type { StoredReading, Told } from './child-readings.rules.ts';
import type { FormKind } from './forms.rules.ts';
import { firstKind } from './ladder.rules.ts';
import styles from './Reading.module.css';
import type { ReadingPack } from './reading.contract.ts';
import {
  bringReader,
  bringReadingPack,
  keepForSecond,
  keepLook,
  keepStep,
  type Look,
  type Reader,
  readStep,
  sendReading,
  type Work,
} from './reading-device.web.ts';
import {
  aWork,
  bodiesOf,
  type Form,
  formNamed,
  formOf,
  proposedLast,
  questionsOf,
  type Stage,
  type StepState,
  toldOf,
} from './step.web.ts';

const AfterReading = lazy(() => import('./AfterReading.tsx'));

interface Brought {
  reader: Reader;
  pack: ReadingPack;
  /** A step that was left unfinished. */
  left?: { id: string; work: Work; sound: Blob | undefined; form: Form } | undefined;
}

async function bring(childId: number, forSecond: string | undefined): Promise<Brought> {
  const reader = await bringReader(childId);
  const pack = await bringReadingPack(reader.readingClass);
  const left = inChildMode() ? undefined : await readStep(childId, forSecond).catch(() => undefined);
  const form = left && formNamed(pack, left.work);
  return { reader, pack, left: left && form && { ...left, form } };
}

/** A child reads aloud, a grown-up marks: one step after the other, up or down the ladder. Everything works without network. */
export default function Reading({ childId }: { childId: number }) {
  usePage('Ler', brand.productName);
  const [brought, setBrought] = useState<Brought>();
  const [error, setError] = useState<CallError>();
  const forSecond = new URLSearchParams(useSearch()).get('second') ?? undefined;
  useEffect(() => {
    if (brought || error) return;
    bring(childId, forSecond).then(setBrought, (fault: unknown) => setError(failureOf(fault)));
  }, [brought, error, childId, forSecond]);
  if (brought && forSecond !== undefined && !brought.left?.sound)
    return (
      <main className={styles['flow']}>
        <BackLink href={homeOf(childId)}>{brought.reader.child.firstName}</BackLink>
        <h1>A gravação já não está neste telemóvel</h1>
        <p>Fica no máximo sete dias. As marcas do primeiro ouvinte contam.</p>
      </main>
    );
  if (brought) return <Ladder {...brought} isOnlySecond={forSecond !== undefined} />;
  return (
    <main className={styles['flow']}>
      <h1 className={error ? undefined : 'sr'}>Ler</h1>
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

const homeOf = (childId: number) => (inChildMode() ? '/child' : `/children/${childId}/reading`);

function Ladder({ reader: first, pack, left, isOnlySecond }: Brought & { isOnlySecond: boolean }) {
  const [reader, setReader] = useState(first);
  const [form, setForm] = useState(() => left?.form ?? formOf(pack, firstKind(first.read), first));
  const [id, setId] = useState(() => left?.id ?? uuid());
  const [earlier, setEarlier] = useState<readonly StoredReading[]>([]);
  const setLook = (look: Look) => {
    const next = { ...reader, look };
    setReader(next);
    void keepLook(next);
  };
  const step = (kind: FormKind) => {
    setForm(formOf(pack, kind, reader));
    setId(uuid());
    scrollTo(0, 0);
  };
  const back = <BackLink href={homeOf(reader.child.id)}>{inChildMode() ? 'Início' : reader.child.firstName}</BackLink>;
  if (!form)
    return (
      <main className={styles['flow']}>
        {back}
        <h1>Ainda não há textos desta classe</h1>
      </main>
    );
  if (!left && isUsedUp(reader, form))
    return (
      <main className={styles['flow']}>
        {back}
        <h1>A leitura deste trimestre está feita</h1>
        {!inChildMode() && (
          <>
            <p>Com um plano pago, a criança lê quando quiser.</p>
            <Button href="/subscription">Ver planos</Button>
          </>
        )}
      </main>
    );
  return (
    <Step
      key={id}
      {...{ reader, form, id, earlier, back, isOnlySecond, setLook }}
      left={left?.id === id ? left : undefined}
      onDone={(told) => {
        const { reading, day, stoppedEarly } = told;
        if (isOnlySecond) return;
        const read = { formId: reading.formId, kind: reading.kind, day, stoppedEarly };
        setReader({ ...reader, read: [...reader.read, read] });
        setEarlier([...earlier, reading]);
      }}
      onNext={step}
    />
  );
}

/** Whether the free plan's text of this trimester has been read; the first text may still lead to one. */
const isUsedUp = ({ limit }: Reader, { kind }: Form) => limit?.nextDay != null && kind === 'class';

interface StepProps {
  reader: Reader;
  form: Form;
  id: string;
  /** What was read before this step. */
  earlier: readonly StoredReading[];
  left: { work: Work; sound: Blob | undefined } | undefined;
  back: React.ReactNode;
  isOnlySecond: boolean;
  setLook: (look: Look) => void;
  onDone: (told: Told) => void;
  onNext: (kind: FormKind) => void;
}

/** Holds where a step is and its marks, and stores both on the device. */
function useStep({ reader, form, id, earlier, left, isOnlySecond, onDone }: StepProps): StepState {
  const childId = reader.child.id;
  const [stage, setStage] = useState<Stage>(() =>
    left ? { at: isOnlySecond ? 'second' : 'marking' } : form.kind === 'listening' ? { at: 'story' } : { at: 'before' },
  );
  const [work, setWork] = useState<Work>(() => left?.work ?? aWork(form, 'recorded'));
  const [sound, setSound] = useState(left?.sound);
  const go = (next: Stage) => {
    setStage(next);
    scrollTo(0, 0);
  };
  const keep = (next: Work) => {
    setWork(next);
    void keepStep(childId, id, next).catch(() => {});
  };
  const recorded = async (heard: Recorded) => {
    if (!heard.isHeard) return go({ at: 'before', problem: 'Não ouvimos nada. Quer ler de novo?' });
    const next = workOf(form, heard);
    setWork(next);
    setSound(heard.sound);
    const isKept = await keepStep(childId, id, next, heard.sound).catch(() => false);
    // In child mode the parent marks later, so the recording must be on the device.
    go(isKept || !inChildMode() ? { at: 'thanks', isKept } : { at: 'before', problem: FULL });
  };
  const finish = (done: Work) => {
    const told = toldOf(form, done, reader, earlier);
    const { day, stoppedEarly } = told;
    const step = { formId: form.id, kind: form.kind, day, stoppedEarly };
    const bodies = bodiesOf(childId, form, done, id);
    if (isOnlySecond) void sendReading(reader, bodies.slice(1), null);
    else void sendReading(reader, bodies, step);
    const waits = done.waits && !done.second;
    void (waits ? keepForSecond(childId, id, done) : dropReading(id)).catch(() => {});
    setSound(undefined);
    onDone(told);
    go({ at: 'result', told });
  };
  const afterMarks = (done: Work) => {
    keep(done);
    if (questionsOf(form, done).length > 0) go({ at: 'questions' });
    else finish(done);
  };
  const begin = () => {
    setWork(aWork(form, 'live'));
    go({ at: 'live' });
  };
  const again = () => void dropReading(id).then(() => go({ at: 'before' }));
  return { stage, work, setWork, sound, isOnlySecond, go, keep, recorded, finish, afterMarks, begin, again };
}

/** The work of a step that was recorded, with the last item proposed. */
const workOf = (form: Form, { end, seconds, from }: Recorded): Work => ({
  ...aWork(form, 'recorded'),
  startedAt: new Date(Date.now() - seconds * 1000).toISOString(),
  seconds,
  from,
  lastItem: proposedLast(form.items.length, seconds),
  brokenOff: end === 'taken' || end === 'hidden',
});

function Step(props: StepProps) {
  const { reader, form, back, setLook, onNext } = props;
  const step = useStep(props);
  const { stage, work, go, recorded, begin, again } = step;
  if (stage.at === 'reading')
    return <ChildReads {...{ reader, form }} stream={stage.stream} onEnd={(heard) => void recorded(heard)} />;
  if (stage.at === 'thanks')
    return (
      <Thanks
        firstName={reader.child.firstName}
        work={work}
        isKept={stage.isKept}
        onMark={() => go({ at: 'marking' })}
        onAgain={again}
      />
    );
  return (
    <main className={styles['flow']}>
      {back}
      {stage.at === 'before' ? (
        <Before
          {...{ reader, form, setLook }}
          problem={stage.problem}
          isChildMode={inChildMode()}
          onRecord={(stream) => go({ at: 'reading', stream })}
          onLive={begin}
        />
      ) : (
        <Suspense fallback={<Skeleton lines={8} />}>
          <AfterReading {...{ reader, form, step, onNext }} />
        </Suspense>
      )}
    </main>
  );
}

interface ThanksProps {
  firstName: string;
  work: Work;
  isKept: boolean;
  onMark: () => void;
  onAgain: () => void;
}

/** What the child sees at the end; the parent takes the phone back and marks. In child mode the recording waits for the parent. */
function Thanks({ firstName, work: { brokenOff, seconds }, isKept, onMark, onAgain }: ThanksProps) {
  return (
    <main className={styles['thanks']}>
      <h1>Obrigado, {firstName}!</h1>
      <p>Entrega o telemóvel.</p>
      {inChildMode() ? (
        <Button size="l" href="/child">
          Início
        </Button>
      ) : (
        <>
          {brokenOff && (
            <p className={styles['problem']}>
              A gravação parou ao fim de {Math.floor(seconds)} {Math.floor(seconds) === 1 ? 'segundo' : 'segundos'}.
            </p>
          )}
          {!isKept && <p className={styles['problem']}>{NOT_KEPT}</p>}
          <Button size="l" onClick={onMark}>
            {brokenOff ? 'Marcar o que ficou' : 'Já tenho o telemóvel: marcar'}
          </Button>
          <Button variant="quiet" onClick={onAgain}>
            Ler de novo
          </Button>
        </>
      )}
    </main>
  );
}

const NOT_KEPT = 'Falta espaço no telemóvel. Marque já, sem fechar esta página.';
const FULL = 'Falta espaço no telemóvel. Apague alguma coisa ou leia em papel.';
