import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { ofWhom } from '../../../shared/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconClock } from '../../../web/ui/base/Icon.tsx';
import { IconUsers } from '../../../web/ui/icons/ParentIcon.tsx';
import shared from '../reading/Reading.module.css';
import { BAR_COLOUR, type Bar, barsOn, FINGER_PX, TOP_BAR } from './bars.rules.ts';
import styles from './Opinion.module.css';
import { type Brought, coverPicture } from './opinion-device.web.ts';

interface CoveringProps {
  picture: ImageBitmap;
  child: Pick<Brought, 'firstName' | 'gender'>;
  onAgain: () => void;
  onSend: (photo: Blob) => Promise<void>;
}

/** Covers the name on a photograph, and says how much is sent. */
export default function Covering({ picture, child, onAgain, onSend }: CoveringProps) {
  const [bars, setBars] = useState<readonly Bar[]>([]);
  const [hasNoName, setHasNoName] = useState(false);
  const [busy, setBusy] = useState(false);
  const [isLost, setIsLost] = useState(false);
  const covered = useCovered(picture, bars);
  const isReady = bars.length > 0 || hasNoName;
  const kilobytes = covered ? Math.ceil(covered.size / 1024) : undefined;
  const hint = !isReady
    ? 'Tape o nome, ou diga que não há nome na folha.'
    : covered === undefined
      ? 'A preparar a fotografia…'
      : 'Apagamos a data e o lugar da fotografia.';
  return (
    <>
      <section className={shared['card']}>
        <h1>Tape o nome {ofWhom(child.firstName, child.gender)}</h1>
        <p className={shared['note']}>Passe o dedo por cima. A barra fica na fotografia.</p>
        <Picture picture={picture} bars={bars} onBar={(bar) => setBars([...bars, bar])} />
        <div className={styles['tools']}>
          <Button variant="quiet" size="s" disabled={bars.length === 0} onClick={() => setBars(bars.slice(0, -1))}>
            Desfazer
          </Button>
          <Button variant="quiet" size="s" onClick={() => setBars([...bars, TOP_BAR])}>
            Tapar o cimo da folha
          </Button>
          <Button variant="quiet" size="s" onClick={onAgain}>
            Outra fotografia
          </Button>
        </div>
        <label className={styles['noName']}>
          <input type="checkbox" checked={hasNoName} onChange={(event) => setHasNoName(event.target.checked)} />
          Não há nome na folha
        </label>
      </section>
      <section className={shared['card']}>
        <ul className={styles['promises']}>
          <li>
            <IconUsers size={22} />
            <span>
              <b>Até dois professores, sem saber de quem é</b>
              Um não vê o nível que o outro deu.
            </span>
          </li>
          <li>
            <IconClock size={22} />
            <span>
              <b>Resposta em sete dias, no máximo</b>
              Depois a fotografia apaga-se.
            </span>
          </li>
        </ul>
        <Button
          size="l"
          full
          disabled={!isReady || !covered}
          busy={busy}
          busyText="A guardar…"
          onClick={() => {
            if (!covered) return;
            setBusy(true);
            setIsLost(false);
            void onSend(covered)
              .catch(() => setIsLost(true))
              .finally(() => setBusy(false));
          }}
        >
          {kilobytes === undefined ? 'Enviar' : `Enviar, ${kilobytes} KB`}
        </Button>
        {covered === null || isLost ? (
          <p className={shared['problem']} role="alert">
            {isLost
              ? 'Este telemóvel não conseguiu guardar a fotografia. Tente de novo.'
              : 'Este telemóvel não conseguiu preparar a fotografia. Feche outras aplicações e escolha «Outra fotografia».'}
          </p>
        ) : (
          <p className={shared['note']}>{hint}</p>
        )}
      </section>
    </>
  );
}

/** Returns the photograph as it is sent, made again after each change; undefined meanwhile, null if this browser cannot make it. */
function useCovered(picture: ImageBitmap, bars: readonly Bar[]): Blob | null | undefined {
  const [made, setMade] = useState<{ bars: readonly Bar[]; blob: Blob | null }>();
  useEffect(() => {
    let isOver = false;
    void coverPicture(picture, bars)
      // Too little memory, or another photograph was chosen meanwhile.
      .catch(() => null)
      .then((blob) => {
        if (!isOver) setMade({ bars, blob });
      });
    return () => {
      isOver = true;
    };
  }, [picture, bars]);
  return made?.bars === bars ? made.blob : undefined;
}

/** Pixels of the longer side of the photograph on the screen. */
const LONGEST_ON_SCREEN = 1_000;

interface PictureProps {
  picture: ImageBitmap;
  bars: readonly Bar[];
  onBar: (bar: Bar) => void;
}

/** The photograph with its bars; a finger or a mouse draws one. */
function Picture({ picture, bars, onBar }: PictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState<Bar>();
  const scale = Math.min(1, LONGEST_ON_SCREEN / Math.max(picture.width, picture.height));
  const width = Math.round(picture.width * scale);
  const height = Math.round(picture.height * scale);
  // The photograph is drawn once; the bars are shapes above it, so that a moving finger redraws only them.
  useEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(picture, 0, 0, width, height);
  }, [picture, width, height]);
  const placeOf = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return {
      x: (event.clientX - box.left) / box.width,
      y: (event.clientY - box.top) / box.height,
      thickness: FINGER_PX / box.height,
    };
  };
  return (
    <div
      className={styles['picture']}
      role="img"
      aria-label={`Fotografia da folha, com ${bars.length === 1 ? 'uma barra' : `${bars.length} barras`}`}
      onPointerDown={(event) => {
        const { x, y, thickness } = placeOf(event);
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrawn({ fromX: x, fromY: y, toX: x, toY: y, thickness });
      }}
      onPointerMove={(event) => {
        if (!drawn) return;
        const { x } = placeOf(event);
        setDrawn({ ...drawn, toX: x });
      }}
      onPointerUp={() => {
        if (drawn) onBar(drawn);
        setDrawn(undefined);
      }}
      onPointerCancel={() => setDrawn(undefined)}
    >
      <canvas ref={canvas} width={width} height={height} />
      <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} fill={BAR_COLOUR}>
        {barsOn(drawn ? [...bars, drawn] : bars, width, height).map((bar, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bars are only added and taken off at the end
          <rect key={at} {...bar} />
        ))}
      </svg>
    </div>
  );
}
