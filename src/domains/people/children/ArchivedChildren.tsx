import { useState } from 'react';
import { longDate } from '../../../shared/dates.ts';
import { reader, refresh } from '../../../web/call/api.ts';
import { messageOf } from '../../../web/call/call.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { cx } from '../../../web/ui/base/cx.ts';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import rows from '../../../web/ui/lists/Rows.module.css';
import { Initial } from '../../../web/ui/paper/Cover.tsx';
import styles from './Children.module.css';
import type { Child } from './children.contract.ts';
import { ABOUT_CHILDREN, callChildren } from './children-calls.web.ts';
import type { familyContract } from './family.contract.ts';

const useRead = reader<typeof familyContract>();

/** Archived children, each with buttons to restore and to erase. */
export default function ArchivedChildren({ online, onErase }: { online: boolean; onErase: (child: Child) => void }) {
  const { data, error, isFetching, refetch } = useRead('GET /api/children', {
    query: { archived: 'true' },
  });
  const [restoring, setRestoring] = useState(0);
  const restore = async (child: Child) => {
    setRestoring(child.id);
    try {
      await callChildren('POST /api/children/:id/restore', { params: { id: String(child.id) } });
      toast({ kind: 'success', title: 'Sucesso', text: `${child.fullName} voltou à lista das crianças.` });
      await refresh(...ABOUT_CHILDREN);
    } catch (error) {
      const said = messageOf(error);
      toast({ kind: 'error', title: 'Não foi possível tirar do arquivo', text: said });
    }
    setRestoring(0);
  };
  if (!data) return error ? <Failed error={error} onRetry={refetch} busy={isFetching} /> : <Skeleton lines={2} />;
  if (data.length === 0) return <p className="muted">Nenhuma criança arquivada.</p>;
  return (
    <ul className={cx(rows.rows, styles['archived'])}>
      {data.map((child) => (
        <li key={child.id}>
          <Initial name={child.fullName} cover={child.cover} size="m" />
          <div>
            <b>{child.fullName}</b>
            <p className="meta">{child.schoolClass}</p>
            {child.deletionAt && <p className="meta">O perfil é apagado a {longDate(child.deletionAt)}.</p>}
          </div>
          <span className={styles['ways']}>
            <Button
              variant="secondary"
              size="s"
              busy={restoring === child.id}
              disabled={!online}
              onClick={() => void restore(child)}
            >
              Tirar do arquivo<span className="sr"> {child.fullName}</span>
            </Button>
            <Button variant="quiet" size="s" disabled={!online} onClick={() => onErase(child)}>
              Apagar<span className="sr"> {child.fullName} para sempre</span>
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}
