import { cx } from '../../../web/ui/base/cx.ts';
import { coverClass } from '../../../web/ui/paper/Cover.tsx';
import styles from './PassPhone.module.css';

interface PassPhoneProps {
  /** The child's first name and cover. */
  name: string;
  cover: number;
  /** Who gets the phone. */
  to: 'child' | 'parent';
}

/** A drawing of a phone that is passed from one person to another. It is decoration: the text beside it says the same. */
export function PassPhone({ name, cover, to }: PassPhoneProps) {
  const [child, parent] = to === 'parent' ? [36, 246] : [246, 36];
  return (
    <svg className={cx(styles.picture, coverClass(cover))} viewBox="0 0 280 92" aria-hidden="true">
      <path className={styles.thread} d="M63 44C78 8 102 8 120 44M160 50C178 86 200 84 214 50" />
      <circle className={styles.child} cx={child} cy="46" r="28" />
      <text className={styles.onChild} x={child} y="55">
        {[...name][0]?.toLocaleUpperCase('pt')}
      </text>
      <g transform="rotate(8 140 46)">
        <rect className={styles.phone} x="118" y="6" width="44" height="80" rx="8" />
        <rect className={styles.display} x="124" y="15" width="32" height="52" rx="2" />
        <path className={styles.key} d="M136 76h8" />
      </g>
      <path className={styles.thread} d="m203 52 11.5-3 3.5 11.5" />
      <circle className={styles.parent} cx={parent} cy="46" r="28" />
      <path
        className={styles.thread}
        d={`M${parent - 11} 58a11 11 0 0 1 22 0M${parent - 6} 38a6 6 0 1 0 12 0a6 6 0 1 0-12 0`}
      />
    </svg>
  );
}
