import { cx } from '../../../web/ui/base/cx.ts';
import { IconClock, IconClose } from '../../../web/ui/base/Icon.tsx';
import styles from './Calculating.module.css';
import type { Trouble } from './head.rules.ts';

const inSeconds = (ms: number) => (Math.round(ms / 100) / 10).toString().replace('.', ',');

/** The facts that a child does not know at once: slow or wrong, by a sign and a word. */
export function Facts({ facts, typingMs }: { facts: readonly Trouble[]; typingMs: number | null }) {
  return (
    <section className={styles['card']}>
      <h2>Contas a treinar</h2>
      <ul className={styles['facts']}>
        {facts.map(({ sum, kind, ms, written }) => (
          <li key={sum} className={cx(kind === 'wrong' && styles['wrong'])}>
            <b>{sum}</b>
            <span>
              {kind === 'slow' ? <IconClock size={18} /> : <IconClose size={18} />}
              {kind === 'slow' ? 'devagar' : 'errada'}
            </span>
            <small>
              {kind === 'slow' ? ms !== null && `${inSeconds(ms)} s` : written !== null && `escreveu ${written}`}
            </small>
          </li>
        ))}
      </ul>
      <details>
        <summary>Como medimos</summary>
        <p className="muted">
          Devagar quer dizer mais de 3 segundos.
          {typingMs !== null &&
            ` Já tirámos o tempo dos dedos: ${inSeconds(typingMs)} s por conta, medido antes de começar.`}
        </p>
      </details>
    </section>
  );
}
