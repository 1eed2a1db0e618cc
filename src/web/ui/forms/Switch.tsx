import { type ReactNode, useId } from 'react';
import styles from './Switch.module.css';

export interface SwitchProps {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** `saving`: disabled until the reply arrives; `failed`: back in its earlier position, with a message. */
  state?: 'rest' | 'saving' | 'failed' | undefined;
  disabled?: boolean | undefined;
  name?: string | undefined;
}

/** Renders a setting that is saved when it is changed; the whole row can be tapped. */
export function Switch({ label, hint, checked, onChange, state = 'rest', disabled, name }: SwitchProps) {
  const id = useId();
  const note = state === 'failed' ? 'Não foi guardado. Tente de novo.' : state === 'saving' ? 'A guardar…' : undefined;
  return (
    <label className={styles.row}>
      <span>
        <span id={`${id}l`}>{label}</span>
        <span id={`${id}n`} className={state === 'failed' ? styles.failed : styles.hint}>
          {/* Outside the live part: it would be read again whenever the switch has been saved. */}
          {note ? undefined : hint}
          <span aria-live="polite">{note}</span>
        </span>
      </span>
      <span className={styles.word} aria-hidden="true">
        {checked ? 'ligado' : 'desligado'}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        name={name}
        checked={checked}
        disabled={disabled}
        aria-labelledby={`${id}l`}
        aria-describedby={`${id}n`}
        aria-busy={state === 'saving'}
        onChange={(event) => state !== 'saving' && onChange(event.target.checked)}
      />
    </label>
  );
}
