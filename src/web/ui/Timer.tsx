import { useState } from 'react';
import { cx } from './cx.ts';
import { IconClock } from './Icon.tsx';
import styles from './Timer.module.css';

export interface TimerProps {
  /** Seconds left, by the server's clock; the caller counts. */
  seconds: number;
  /** The child has tapped the digits away. */
  hidden: boolean;
  onToggle: () => void;
  /** Said at zero; another sentence is needed without network. */
  endText?: string | undefined;
}

const stage = (seconds: number) => (seconds <= 0 ? 3 : seconds <= 60 ? 2 : seconds <= 300 ? 1 : 0);

/** The clock on a cover. A change at five minutes and at one, in brass; never red, never blinking. */
export function Timer({
  seconds,
  hidden,
  onToggle,
  endText = 'O tempo terminou. As respostas foram enviadas.',
}: TimerProps) {
  const now = stage(seconds);
  // A child who comes back with three minutes left must not be told that five remain: only a change is announced.
  const [atStart] = useState(now);
  const said = now === atStart ? '' : ['', 'Faltam 5 minutos.', 'Falta 1 minuto.', endText][now];
  const left = Math.max(0, Math.ceil(seconds));
  return (
    <div className={cx(styles.clock, now > 0 && styles.late, now > 1 && styles.last)}>
      <IconClock />
      {/* The digits change each second: a reader asks for them, they are never read out on their own. */}
      <span role="timer" aria-live="off" aria-label="Tempo restante" className={hidden ? 'sr' : undefined}>
        {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
      </span>
      <button type="button" aria-label={hidden ? 'Mostrar o tempo' : 'Esconder o tempo'} onClick={onToggle} />
      <span role="status" className="sr">
        {said}
      </span>
    </div>
  );
}
