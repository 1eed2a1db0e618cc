import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import { longDate } from '../../../shared/dates.ts';
import { CallError, caller } from '../../../web/call/call.ts';
import { fileCaller, saveFile } from '../../../web/call/files.ts';
import { usePage } from '../../../web/call/navigation.ts';
import { dropPhoto, keepPhoto, keptPhotos } from '../../../web/device/kept-photo.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { cx } from '../../../web/ui/base/cx.ts';
import { IconCheck } from '../../../web/ui/base/Icon.tsx';
import { Page } from '../../../web/ui/base/Layout.tsx';
import { Spinner } from '../../../web/ui/base/Spinner.tsx';
import { IconFile } from '../../../web/ui/icons/ParentIcon.tsx';
import { Card } from '../../../web/ui/lists/Card.tsx';
import { ChildCover } from '../../../web/ui/paper/Cover.tsx';
import { Sheet, SheetBlock } from '../../../web/ui/paper/Sheet.tsx';
import type { User } from '../../people/accounts/accounts.contract.ts';
import { IconCamera, IconFrame, IconImage, IconSun } from './icons.tsx';
import { type NamedSheet, useNamedSheet } from './named-sheet.web.ts';
import styles from './Paper.module.css';
import type { PrintedSheet, paperContract, Scan } from './paper.contract.ts';
import { type Problem, photoProblem, waitingProblem } from './paper.rules.ts';
import { makeSmall, mayBeSentAgain, sendPhoto } from './photo.web.ts';
import { Viewfinder } from './Viewfinder.tsx';

// Parts that the first two steps do not need.
const ByHand = lazy(() => import('./ByHand.tsx'));
const Confirm = lazy(() => import('./Confirm.tsx'));

const call = caller<typeof paperContract>();
const fetchFile = fileCaller<typeof paperContract>();

const STEPS = ['Imprimir', 'Fotografar', 'Conferir'] as const;
type Step = 0 | 1 | 2;

/**
 * Renders the three steps of a test on paper: printing the sheet, photographing it, and confirming the letters, which can also be typed by
 * hand. An address with a child and a test opens the first step; one with an attempt, such as that in a sheet's code, opens the second.
 */
export default function Paper({ user }: { user: User }) {
  const wanted = new URLSearchParams(location.search);
  const [childId, testId] = [Number(wanted.get('childId')), Number(wanted.get('testId'))];
  const attemptId = Number(wanted.get('attemptId'));
  const [step, setStep] = useState<Step>(childId && testId ? 0 : 1);
  const [printed, setPrinted] = useState<PrintedSheet>();
  const [read, setRead] = useState<ReadSheet>();
  const scan = read?.scan;
  usePage('Em papel', brand.productName);
  const addressed = useNamedSheet({ attemptId, childId, testId });
  const named: NamedSheet | undefined = scan ?? printed ?? addressed;
  const [isByHand, setByHand] = useState(false);
  const confirm = (next: ReadSheet) => {
    setByHand(false);
    setRead(next);
    setStep(2);
  };
  const dropRead = async () => {
    if (read?.at !== undefined) await dropPhoto(read.at);
  };
  return (
    <Page width="form" className={styles['page']}>
      {named && (
        <ChildCover
          cover={named.child.cover}
          name={named.child.firstName}
          detail={`${named.test.theme}, teste ${named.test.form}, em papel`}
        />
      )}
      <Steps step={step} />
      {step === 0 && (
        <Print childId={childId} testId={testId} printed={printed} onPrinted={setPrinted} onNext={() => setStep(1)} />
      )}
      {step === 1 && isByHand && (
        <Suspense fallback={<Spinner />}>
          <ByHand
            printed={printed}
            wanted={{ attemptId, childId, testId }}
            onOpen={(typed) => confirm({ scan: typed })}
            onBack={() => setByHand(false)}
          />
        </Suspense>
      )}
      {step === 1 && !isByHand && <Photograph userId={user.id} onRead={confirm} onByHand={() => setByHand(true)} />}
      {step === 2 && scan && (
        <Suspense fallback={<Spinner />}>
          <Confirm
            scan={scan}
            onConfirmed={dropRead}
            onAgain={() => {
              void dropRead();
              setRead(undefined);
              setStep(1);
            }}
          />
        </Suspense>
      )}
    </Page>
  );
}

/** Lists the steps, and shows which of them are done. */
function Steps({ step }: { step: Step }) {
  return (
    <ol className={styles['steps']} aria-label="Passos">
      {STEPS.map((name, index) => (
        <li
          key={name}
          className={cx(index < step && styles['done'], index === step && styles['on'])}
          {...(index === step ? { 'aria-current': 'step' as const } : {})}
        >
          <i>{index < step && <IconCheck size={14} />}</i>
          {name}
        </li>
      ))}
    </ol>
  );
}

interface PrintProps {
  childId: number;
  testId: number;
  printed: PrintedSheet | undefined;
  onPrinted: (sheet: PrintedSheet) => void;
  onNext: () => void;
}

function Print({ childId, testId, printed, onPrinted, onNext }: PrintProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<CallError>();
  const print = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const sheet = await call('POST /api/paper', { body: { childId, testId } });
      onPrinted(sheet);
      saveFile(
        await fetchFile('GET /api/paper/:attemptId/sheet', { params: { attemptId: String(sheet.attemptId) } }),
        'folha.pdf',
      );
    } catch (caught) {
      setError(caught instanceof CallError ? caught : undefined);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Sheet as="section">
        <h1>{printed ? 'A folha está pronta' : 'Imprima a folha'}</h1>
        <p>
          {printed
            ? `Vale até ${longDate(printed.expiresAt)}. Imprima-a em tamanho real, numa folha A4.`
            : 'As perguntas e as bolinhas cabem em papel A4, a preto. A criança responde sem telemóvel e sem pressa.'}
        </p>
      </Sheet>
      <Card className={styles['card']}>
        {error && (
          <p role="alert" className="refused">
            {error.said} {error.status === 402 && <a href="/subscription">Ver planos</a>}
          </p>
        )}
        <Button
          size="l"
          full
          icon={<IconFile size={22} />}
          busy={busy}
          busyText="A preparar…"
          onClick={print}
          variant={printed ? 'secondary' : 'primary'}
        >
          {printed ? 'Guardar outra vez' : 'Guardar a folha em PDF'}
        </Button>
        <Button full variant={printed ? 'primary' : 'secondary'} onClick={onNext}>
          Já está preenchida: fotografar
        </Button>
        <p className={styles['small']}>
          No plano Essencial, esta folha é o teste grátis do mês. É para uma criança, uma vez, durante 60 dias.
        </p>
      </Card>
    </>
  );
}

const TIPS = [
  [IconFile, 'A folha direita, em cima da mesa', 'Sem dobras na parte das respostas.'],
  [IconSun, 'Com luz do dia', 'Sem a sombra da mão nem do telemóvel.'],
  [IconFrame, 'De cima, os quatro cantos', 'Um pouco de mesa à volta ajuda.'],
] as const;

/** 'small' while the photograph is being reduced, otherwise the share of it that has been sent, 0 to 1. */
type SendingState = 'small' | number;

function Sending({ state }: { state: SendingState }) {
  return (
    <Sheet as="section">
      <h1 aria-live="polite">
        {state === 'small' ? 'A preparar a fotografia…' : state < 1 ? 'A enviar a fotografia…' : 'A ler a folha…'}
      </h1>
      {typeof state === 'number' && state < 1 ? (
        <div className={styles['sending']}>
          <progress aria-label="Enviado" value={state} max={1} />
          <span aria-hidden="true">{Math.floor(state * 100)}%</span>
        </div>
      ) : (
        <Spinner />
      )}
    </Sheet>
  );
}

function Tips() {
  return (
    <ul className={styles['tips']}>
      {TIPS.map(([Icon, what, how]) => (
        <li key={what}>
          <i className="pictured">
            <Icon size={22} />
          </i>
          <b>{what}</b>
          <span>{how}</span>
        </li>
      ))}
    </ul>
  );
}

/** What was read from a sheet, and the time of its photograph if it is on this device. */
interface ReadSheet {
  scan: Scan;
  at?: number | undefined;
}

/** Sends photographs, and stores on the device those that cannot be sent yet. */
function usePhoto(userId: number, onRead: (read: ReadSheet) => void) {
  const [state, setState] = useState<'idle' | SendingState>('idle');
  const [problem, setProblem] = useState<Problem>();

  const send = async (photo: Blob, at: number | undefined) => {
    setProblem(undefined);
    setState(0);
    try {
      onRead({ scan: await sendPhoto(photo, setState), at });
    } catch (caught) {
      const error = caught instanceof CallError ? caught : new CallError(500, '', '');
      const mayWait = mayBeSentAgain(error);
      if (!mayWait && at !== undefined) await dropPhoto(at);
      setProblem(photoProblem(error, mayWait, at === undefined ? 0 : (await keptPhotos(userId)).length));
      setState('idle');
    }
  };
  // The network may come back while a photograph is being sent, which is then retried by `sendPhoto` itself.
  const busy = useRef(false);
  const oneAtATime = async (work: () => Promise<void>) => {
    if (busy.current) return;
    busy.current = true;
    await work().finally(() => {
      busy.current = false;
    });
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    await oneAtATime(async () => {
      setProblem(undefined);
      setState('small');
      const photo = await makeSmall(file);
      await send(photo, await keepPhoto(userId, photo));
    });
  };
  const resend = () =>
    oneAtATime(async () => {
      const [oldest] = await keptPhotos(userId);
      if (oldest) await send(oldest.photo, oldest.at);
    });
  // A photograph taken without network is stored; it is sent automatically when the network is back.
  const latest = useRef(resend);
  latest.current = resend;
  useEffect(() => {
    void keptPhotos(userId).then(({ length }) => {
      if (length > 0) setProblem((now) => now ?? waitingProblem(length));
    });
    const again = () => void latest.current();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [userId]);
  return { state, problem, take, resend };
}

interface PhotographProps {
  userId: number;
  onRead: (read: ReadSheet) => void;
  onByHand: () => void;
}

function Photograph({ userId, onRead, onByHand }: PhotographProps) {
  const { state, problem, take, resend } = usePhoto(userId, onRead);
  const camera = useRef<HTMLInputElement>(null);
  const gallery = useRef<HTMLInputElement>(null);

  if (state !== 'idle') return <Sending state={state} />;
  return (
    <>
      <Sheet as="section">
        <h1>{problem?.title ?? 'Fotografe a parte das respostas'}</h1>
        {!problem && (
          <SheetBlock lines={5}>
            <Viewfinder />
          </SheetBlock>
        )}
        <p {...(problem ? { role: 'alert' } : {})}>
          {problem ? problem.advice : 'Os quatro quadrados pretos têm de caber na fotografia.'}
        </p>
      </Sheet>
      <Card className={styles['card']}>
        {problem?.result ? (
          <Button size="l" full href={problem.result}>
            Ver o resultado
          </Button>
        ) : (
          <>
            <Tips />
            {problem?.waiting && (
              <Button size="l" full onClick={() => void resend()}>
                Enviar de novo
              </Button>
            )}
            <Button
              size="l"
              full
              variant={problem?.waiting ? 'secondary' : 'primary'}
              icon={<IconCamera size={22} />}
              onClick={() => camera.current?.click()}
            >
              {problem ? 'Fotografar outra vez' : 'Tirar fotografia'}
            </Button>
          </>
        )}
        <Button full variant="secondary" icon={<IconImage />} onClick={() => gallery.current?.click()}>
          {problem?.result ? 'Fotografar outra folha' : 'Escolher da galeria'}
        </Button>
        <Button full variant="quiet" onClick={onByHand}>
          Escrever as letras à mão
        </Button>
        <Picker ref={camera} label="Fotografia tirada agora" capture onPick={take} />
        <Picker ref={gallery} label="Fotografia da galeria" onPick={take} />
        <p className={styles['small']}>
          Envia até 150 KB. Cada fotografia apaga-se quando confirma as letras ou sai da conta. Senão, na primeira
          visita depois de 24 horas.
        </p>
      </Card>
    </>
  );
}

interface PickerProps {
  ref: React.Ref<HTMLInputElement>;
  label: string;
  capture?: boolean;
  onPick: (file: File | undefined) => Promise<void>;
}

function Picker({ ref, label, capture, onPick }: PickerProps): ReactNode {
  return (
    <input
      ref={ref}
      type="file"
      accept="image/*"
      {...(capture ? { capture: 'environment' as const } : {})}
      aria-label={label}
      className="sr"
      tabIndex={-1}
      onChange={(event) => {
        const [file] = event.target.files ?? [];
        // Allows choosing the same file again.
        event.target.value = '';
        void onPick(file);
      }}
    />
  );
}
