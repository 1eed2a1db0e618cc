import { useState } from 'react';
import { cx } from './cx.ts';
import { IconCheck, IconOffline, IconRetry } from './Icon.tsx';
import styles from './SaveState.module.css';

export type Saving = 'idle' | 'saving' | 'saved' | 'device' | 'pending';

const WORDS: Record<Saving, string> = {
  idle: '',
  saving: 'A guardar…',
  saved: 'Guardado',
  device: 'Guardado no telemóvel',
  pending: 'Por enviar',
};

const troubled = (state: Saving) => state === 'device' || state === 'pending';

/**
 * Shows whether the answers are safe. The text is always visible, but announced only when there is a problem and when the problem is over.
 */
export function SaveState({ state }: { state: Saving }) {
  const [said, setSaid] = useState('');
  const next = troubled(state) ? WORDS[state] : state === 'saved' && said !== '' ? WORDS.saved : said;
  if (next !== said) setSaid(next);
  const Mark = state === 'device' ? IconOffline : state === 'pending' ? IconRetry : IconCheck;
  return (
    <span className={cx(styles.state, state === 'saved' && styles.saved, troubled(state) && styles.trouble)}>
      {(state === 'saved' || troubled(state)) && <Mark size={18} />}
      {/* The visible text is not the live region: announcing "Guardado" after every tap would interrupt the child. */}
      <span>{WORDS[state]}</span>
      <span role="status" className="sr">
        {next}
      </span>
    </span>
  );
}
