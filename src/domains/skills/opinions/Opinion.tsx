import { lazy, type ReactNode, type Ref, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import { dayAndMonth } from '../../../shared/dates.ts';
import { MAX_TEXT_PHOTO_BYTES } from '../../../shared/skills/photo.ts';
import { ofWhom } from '../../../shared/text.ts';
import { type CallError, failureOf } from '../../../web/call/call.ts';
import { usePage } from '../../../web/call/navigation.ts';
import { WAITING_CHANGED } from '../../../web/device/kept-here.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconCheck, IconRetry } from '../../../web/ui/base/Icon.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { BackLink } from '../../../web/ui/lists/Card.tsx';
import shared from '../reading/Reading.module.css';
import writing from '../writing/Writing.module.css';
import type { Brought } from './opinion-device.web.ts';
import type { Opinion as Told } from './opinions.contract.ts';

const device = () => import('./opinion-device.web.ts');
const covering = () => import('./Covering.tsx');
const Covering = lazy(covering);

/** Fetches the code that a photograph needs, so that one can be covered and kept without network. */
export const bringCode = () => Promise.all([device(), covering()]);

async function bringWithCode(childId: number, text: string): Promise<Brought> {
  const code = bringCode().catch(() => {});
  const brought = await (await device()).bringOpinion(childId, text);
  await code;
  return brought;
}

/** A parent asks two teachers to place a text on the ruler too. The photograph is kept without network, and sent later. */
export default function Opinion({ childId }: { childId: number }) {
  const text = new URLSearchParams(location.search).get('text') ?? '';
  usePage('Segunda opinião', brand.productName);
  const [brought, setBrought] = useState<Brought>();
  const [error, setError] = useState<CallError>();
  const bring = useCallback(() => {
    setError(undefined);
    bringWithCode(childId, text).then(setBrought, (fault: unknown) => setError(failureOf(fault)));
  }, [childId, text]);
  useEffect(() => {
    bring();
    addEventListener(WAITING_CHANGED, bring);
    addEventListener('online', bring);
    return () => {
      removeEventListener(WAITING_CHANGED, bring);
      removeEventListener('online', bring);
    };
  }, [bring]);
  return (
    <main className={shared['flow']}>
      <BackLink href={`/children/${childId}/writing`}>{brought?.firstName || 'Escrever'}</BackLink>
      {brought ? (
        <Found
          {...{ text, brought }}
          onChange={bring}
          // Without network it may not be possible to bring anything again.
          onKept={() => setBrought({ ...brought, isWaiting: true, refused: undefined })}
        />
      ) : (
        <>
          <h1 className={error ? undefined : 'sr'}>Segunda opinião</h1>
          {error?.status === 404 ? (
            <p>Não encontrámos este texto.</p>
          ) : error ? (
            <Failed error={error} onRetry={bring} />
          ) : (
            <Skeleton lines={8} />
          )}
        </>
      )}
    </main>
  );
}

interface FoundProps {
  text: string;
  brought: Brought;
  onChange: () => void;
  /** Called when a photograph waits on this device. */
  onKept: () => void;
}

function Found({ text, brought, onChange, onKept }: FoundProps) {
  const [picture, setPicture] = useState<ImageBitmap>();
  const [problem, setProblem] = useState('');
  // A photograph takes some 50 MB while it is open.
  useEffect(() => () => picture?.close(), [picture]);
  const { firstName, opinion, isWaiting, givenUpAfter } = brought;
  const state = opinion?.state ?? 'none';
  if (isWaiting && (state === 'none' || state === 'closed'))
    return (
      <Kept
        givenUpAfter={givenUpAfter}
        onAgain={async () => {
          await (await device()).sendAgain(text);
          onChange();
        }}
        onGiveUp={async () => {
          await (await device()).giveUp(text);
          onChange();
        }}
      />
    );
  if (opinion && (state === 'sent' || state === 'seen')) return <UnderWay opinion={opinion} />;
  if (opinion && state === 'ready') return <Ready opinion={opinion} />;
  if (brought.isFree) return <NotInPlan />;
  if (opinion && opinion.left === 0) return <UsedUp />;
  if (picture)
    return (
      <Suspense fallback={<Skeleton lines={8} />}>
        <Covering
          {...{ picture }}
          child={brought}
          onAgain={() => setPicture(undefined)}
          onSend={async (photo) => {
            await (await device()).sendPhoto(firstName, text, photo);
            setPicture(undefined);
            onKept();
            onChange();
            scrollTo(0, 0);
          }}
        />
      </Suspense>
    );
  return (
    <Take
      child={brought}
      problem={problem || brought.refused || opinion?.sentence || ''}
      onPick={async (file) => {
        const { forgetRefused, openPicture } = await device();
        await forgetRefused(text);
        const opened = await openPicture(file);
        setProblem(opened ? '' : 'Não conseguimos abrir esta fotografia. Escolha outra, ou fotografe a partir daqui.');
        setPicture(opened);
        scrollTo(0, 0);
      }}
    />
  );
}

/** What a second opinion is, and taking the photograph. */
function Take({ child, problem, onPick }: { child: Brought; problem: string; onPick: (file: File) => Promise<void> }) {
  const camera = useRef<HTMLInputElement>(null);
  const gallery = useRef<HTMLInputElement>(null);
  return (
    <>
      <h1>Uma segunda opinião</h1>
      {problem && (
        <p className={shared['problem']} role="alert">
          {problem}
        </p>
      )}
      <section className={shared['card']}>
        <p>
          Até dois professores comparam o texto {ofWhom(child.firstName, child.gender)} com os mesmos exemplos. Não
          sabem de quem é, nem que nível lhe deu. Se derem níveis muito diferentes, vê-o também um terceiro.
        </p>
        <p className={shared['note']}>Fotografe a folha inteira, de cima, com luz do dia. O nome tapa-se a seguir.</p>
        <div className={shared['actions']}>
          <Button size="l" full onClick={() => camera.current?.click()}>
            Tirar fotografia
          </Button>
          <Button variant="secondary" full onClick={() => gallery.current?.click()}>
            Escolher da galeria
          </Button>
        </div>
        <Picker ref={camera} label="Fotografia tirada agora" isCamera onPick={onPick} />
        <Picker ref={gallery} label="Fotografia da galeria" onPick={onPick} />
        <p className={shared['note']}>
          Envia até {MAX_TEXT_PHOTO_BYTES / 1024} KB. A fotografia apaga-se depois da avaliação, no máximo em sete dias.
        </p>
      </section>
    </>
  );
}

interface PickerProps {
  ref: Ref<HTMLInputElement>;
  label: string;
  isCamera?: boolean;
  onPick: (file: File) => Promise<void>;
}

function Picker({ ref, label, isCamera, onPick }: PickerProps): ReactNode {
  return (
    <input
      ref={ref}
      type="file"
      accept="image/*"
      {...(isCamera ? { capture: 'environment' as const } : {})}
      aria-label={label}
      className="sr"
      tabIndex={-1}
      onChange={(event) => {
        const [file] = event.target.files ?? [];
        // Allows choosing the same file again.
        event.target.value = '';
        if (file) void onPick(file);
      }}
    />
  );
}

interface KeptProps {
  /** The number of tries after which it is no longer sent by itself. */
  givenUpAfter: number | undefined;
  onAgain: () => Promise<void>;
  onGiveUp: () => Promise<void>;
}

/** The photograph waits on this device. */
function Kept({ givenUpAfter, onAgain, onGiveUp }: KeptProps) {
  const isOffline = navigator.onLine === false;
  if (givenUpAfter !== undefined)
    return (
      <section className={shared['card']}>
        <h1>A fotografia não chegou</h1>
        <p>
          Tentámos {givenUpAfter} vezes e parámos, para não gastar mais dados. A fotografia continua neste telemóvel.
        </p>
        <div className={shared['actions']}>
          <Button full onClick={() => void onAgain()}>
            Enviar outra vez
          </Button>
          <Button variant="quiet" full onClick={() => void onGiveUp()}>
            Não enviar e apagar
          </Button>
        </div>
      </section>
    );
  return (
    <section className={shared['card']}>
      <h1 aria-live="polite">{isOffline ? 'À espera de internet' : 'A enviar a fotografia…'}</h1>
      <p>
        A fotografia está guardada neste telemóvel.{' '}
        {isOffline ? 'Enviamos quando houver internet.' : 'Pode sair desta página: enviamos na mesma.'}
      </p>
      <Button variant="quiet" onClick={() => void onGiveUp()}>
        Não enviar e apagar
      </Button>
    </section>
  );
}

/** Sent: nobody has opened it, or somebody has. */
function UnderWay({ opinion: { state, askedAt, eraseAt, title } }: { opinion: Told }) {
  return (
    <section className={shared['card']}>
      <h1>{state === 'seen' ? 'O texto está a ser visto' : 'A fotografia foi enviada'}</h1>
      <p>«{title}»</p>
      {askedAt && eraseAt && (
        <p>
          Enviada a {dayAndMonth(askedAt)}. Resposta até {dayAndMonth(eraseAt)}.
        </p>
      )}
      <p className={shared['note']}>Avisamos quando os professores tiverem visto. Depois a fotografia apaga-se.</p>
    </section>
  );
}

/** Returns how many of the two or three teachers saw a sign. */
function seenInWords(seen: number, of: number): string {
  if (seen === of) return 'sim';
  if (seen === 0) return 'ainda não';
  return `${seen} de ${of} ${seen === 1 ? 'viu' : 'viram'}`;
}

/** What the teachers say. */
function Ready({ opinion: { sentence, signs, title } }: { opinion: Told }) {
  return (
    <>
      <h1>{sentence}</h1>
      <p>«{title}»</p>
      <p className={shared['note']}>Não sabiam de quem é o texto. A fotografia foi apagada.</p>
      {signs.length > 0 && (
        <section className={shared['card']}>
          <h2>O que viram no texto</h2>
          <ul className={writing['signs']}>
            {signs.map(({ id, text, seen, of }) => (
              <li key={id}>
                <span className={seen === of ? writing['seen'] : writing['notYet']}>
                  {seen === of ? <IconCheck size={20} /> : <IconRetry size={20} />}
                </span>
                <span>{text}</span>
                <small>{seenInWords(seen, of)}</small>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function NotInPlan() {
  return (
    <section className={shared['card']}>
      <h1>Uma segunda opinião</h1>
      <p>
        Até dois professores comparam o texto com os mesmos exemplos. Não sabem de quem é. Faz parte dos planos pagos.
      </p>
      <Button size="l" full href="/subscription">
        Ver planos
      </Button>
    </section>
  );
}

function UsedUp() {
  return (
    <section className={shared['card']}>
      <h1>Uma segunda opinião</h1>
      <p>Já pediu as quatro segundas opiniões destes 30 dias. Espere uns dias e peça outra vez.</p>
    </section>
  );
}
