import { useState } from 'react';
import { USUAL_DURATION } from '../../../shared/durations.ts';
import { isDurable } from '../../../web/device/device-store.ts';
import type { SaveState } from '../../../web/device/queue.rules.ts';
import { cx } from '../../../web/ui/base/cx.ts';
import { IconCheck, IconClock, IconOffline } from '../../../web/ui/base/Icon.tsx';
import { Notice } from '../../../web/ui/lists/Card.tsx';
import type { Sitting } from '../attempts/attempts.contract.ts';
import { SessionOver } from './Finishing.tsx';
import { extendedTimeText } from './sitting.rules.ts';
import styles from './TakeTest.module.css';

const WORDS: Record<SaveState, string> = {
  saved: 'Guardado',
  saving: 'A guardar…',
  'on-device': 'Sem ligação — guardado neste telemóvel',
  'signed-out': 'Guardado neste telemóvel',
};

/** Shows whether the answers are safe. Screen readers announce a problem and its end, not every tap. */
export function Safety({ state, durable, prepared }: { state: SaveState; durable: boolean; prepared: boolean }) {
  const [said, setSaid] = useState('');
  // Of a prepared test nothing is sent before its end.
  const trouble = prepared ? !durable : state === 'on-device' || state === 'signed-out';
  // In a private window nothing is stored on the device, so the text must not say that it is.
  const words =
    trouble && !durable
      ? `${prepared ? 'Não guardado' : 'Sem internet'}: não feches esta página`
      : WORDS[prepared ? 'signed-out' : state];
  const safe = prepared ? durable : state === 'saved';
  const next = trouble ? words : safe && said !== '' ? words : said;
  if (next !== said) setSaid(next);
  return (
    <span className={cx(styles.safety, safe && styles.safe, trouble && styles.trouble)}>
      {safe && <IconCheck size={18} />}
      {trouble && <IconOffline size={18} />}
      <span aria-hidden={trouble}>{words}</span>
      <span className="sr" role="status">
        {next}
      </span>
    </span>
  );
}

/** Notices above the question: extended time, a session that ended, a device without storage. */
export function Notices({ sitting, isSignedOut }: { sitting: Sitting; isSignedOut: boolean }) {
  const extended = extendedTimeText(sitting.timeLimit, sitting.test.duration ?? USUAL_DURATION);
  return (
    <>
      {extended && (
        <p className={styles.extended}>
          <IconClock size={18} />
          {extended}
        </p>
      )}
      {isSignedOut && (
        <div className={styles.notice}>
          <SessionOver />
        </div>
      )}
      {!isDurable() && (
        <div className={styles.notice}>
          <Notice>Este navegador não deixa guardar no telemóvel. Não feches esta página antes de terminares.</Notice>
        </div>
      )}
    </>
  );
}
