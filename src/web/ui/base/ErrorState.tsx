import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { IconAlert, IconRetry } from './Icon.tsx';
import styles from './State.module.css';

export interface ErrorStateProps {
  title?: string;
  /** What is still safe, and what to do. */
  text?: ReactNode;
  /** '{status}: {body}', in small letters. Never shown alone. */
  detail?: string | undefined;
  onRetry?: (() => void) | undefined;
  busy?: boolean | undefined;
  /** Another action, such as a link back. */
  children?: ReactNode;
}

export function ErrorState({
  title = 'Não foi possível carregar.',
  text,
  detail,
  onRetry,
  busy,
  children,
}: ErrorStateProps) {
  return (
    <div className={styles.block} role="alert">
      <IconAlert size={32} className={styles.alert} />
      <p className={styles.title}>{title}</p>
      {text != null && <p className="muted">{text}</p>}
      {detail && <p className="meta">{detail}</p>}
      {onRetry && (
        <Button variant="secondary" busy={busy} icon={<IconRetry />} onClick={onRetry}>
          Tentar de novo
        </Button>
      )}
      {children}
    </div>
  );
}
