import { cx } from '../../../web/ui/base/cx.ts';
import { IconCheck, IconRetry } from '../../../web/ui/base/Icon.tsx';
import styles from './Calculating.module.css';
import { PART_NAMES } from './calculating-words.rules.ts';
import { hasPart, type PartResult } from './numbers.rules.ts';

/** The four parts of the numbers aloud, each with what was right. */
export function Parts({ parts }: { parts: readonly PartResult[] }) {
  return (
    <section className={styles['card']}>
      <h2>As quatro partes</h2>
      <ul className={styles['parts']}>
        {parts.map((one) => (
          <li key={one.part}>
            <b>{PART_NAMES[one.part]}</b>
            <small>
              {one.right} de {one.of}
            </small>
            <span className={cx(hasPart(one) && styles['has'])}>
              {hasPart(one) ? <IconCheck size={18} /> : <IconRetry size={18} />}
              {hasPart(one) ? 'tem' : 'falta'}
            </span>
          </li>
        ))}
      </ul>
      <p className="muted">«Tem as bases» quando acerta tudo nas quatro.</p>
    </section>
  );
}
