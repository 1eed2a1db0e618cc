import { weaknessOf } from './accounts.rules.ts';
import styles from './Strength.module.css';
import { strengthOf } from './strength.rules.ts';

const WORDS = ['', 'Senha fraca', 'Senha razoável', 'Senha forte'] as const;

/** Only a warning: parents may choose a weak password. */
export default function Strength({ password, own }: { password: string; own: { username: string; fullName: string } }) {
  const weakness = password.length >= 6 ? weaknessOf(password, own) : null;
  const strength = strengthOf(password, weakness);
  return (
    <div className={styles['strength']}>
      <svg width="72" height="8" viewBox="0 0 72 8" aria-hidden="true">
        {[1, 2, 3].map((step) => (
          <rect
            key={step}
            x={(step - 1) * 25}
            width="22"
            height="8"
            rx="4"
            className={step <= strength ? styles['reached'] : styles['ahead']}
          />
        ))}
      </svg>
      <b>{WORDS[strength]}</b>
      {weakness && <span>{weakness}</span>}
    </div>
  );
}
