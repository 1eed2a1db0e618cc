import { useState } from 'react';
import { cx } from '../base/cx.ts';
import { IconClock } from '../base/Icon.tsx';
import styles from './Timer.module.css';

export interface TimerProps {
  /** Seconds left, by the server's clock; the caller counts down. */
  seconds: number;
  /** Whether the digits are hidden at first; a tap shows and hides them. */
  startsHidden?: boolean | undefined;
  /** Announced at zero; without network another sentence is needed. */
  endText?: string | undefined;
}

const stage = (seconds: number) => (seconds <= 0 ? 3 : seconds <= 60 ? 2 : seconds <= 300 ? 1 : 0);

/** Renders the clock on a cover. It changes to brass at five minutes and at one minute; it is never red and never blinks. */
export function Timer({
  seconds,
  startsHidden = false,
  endText = 'O tempo acabou. As respostas foram enviadas.',
}: TimerProps) {
  const [hidden, setHidden] = useState(startsHidden);
  const now = stage(seconds);
  // Only a change is announced: a child who returns with three minutes left must not hear that five remain.
  const [atStart] = useState(now);
  const said = now === atStart ? '' : ['', 'Faltam 5 minutos.', 'Falta 1 minuto.', endText][now];
  const left = Math.max(0, Math.ceil(seconds));
  return (
    <div className={cx(styles.clock, now > 0 && styles.late, now > 1 && styles.last)}>
      <IconClock />
      {/* The digits change every second, so a screen reader reads them only on request. */}
      <span role="timer" aria-live="off" aria-label="Tempo restante" className={hidden ? 'sr' : undefined}>
        {`${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`}
      </span>
      <button
        type="button"
        aria-label={hidden ? 'Mostrar o tempo' : 'Esconder o tempo'}
        onClick={() => setHidden((before) => !before)}
      />
      <span role="status" className="sr">
        {said}
      </span>
    </div>
  );
}
