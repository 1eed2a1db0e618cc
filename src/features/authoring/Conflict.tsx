import type { ReactNode } from 'react';
import styles from '../../web/panel.module.css';
import { Button } from '../../web/ui/Button.tsx';
import { Notice } from '../../web/ui/Card.tsx';
import { IconAlert } from '../../web/ui/Icon.tsx';

interface ConflictProps {
  title: string;
  /** How it is stored now, in a few words. */
  children: ReactNode;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Somebody else saved while this form was open: both are still there, and the person at the form chooses. */
export function Conflict({ title, children, onKeepMine, onTakeTheirs }: ConflictProps) {
  return (
    <div role="alert">
      <Notice title={title} icon={<IconAlert />}>
        <p>O que escreveu continua neste formulário. Guardado está agora:</p>
        <p className={styles['theirs']}>{children}</p>
        <span className={styles['unfinishedButtons']}>
          <Button variant="secondary" size="s" onClick={onKeepMine}>
            Guardar o meu por cima
          </Button>
          <Button variant="quiet" size="s" onClick={onTakeTheirs}>
            Ficar com o que está guardado
          </Button>
        </span>
      </Notice>
    </div>
  );
}
