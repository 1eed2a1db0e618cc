import { useState } from 'react';
import { relativeTime } from '../../../shared/dates.ts';
import { reader } from '../../../web/call/api.ts';
import { caller, messageOf } from '../../../web/call/call.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { Card } from '../../../web/ui/lists/Card.tsx';
import styles from './NotificationCards.module.css';
import type { notificationsContract } from './notifications.contract.ts';

const useRead = reader<typeof notificationsContract>();
const call = caller<typeof notificationsContract>();

/** Renders a teacher's newest unread notification; only parents have the bell. */
export default function StaffNews() {
  const { data = [], refetch } = useRead('GET /api/notifications', {});
  const [busy, setBusy] = useState(false);
  const [item] = data;
  if (!item) return null;
  const markRead = async () => {
    setBusy(true);
    try {
      await call('PATCH /api/notifications/:id/read', { params: { id: String(item.id) } });
      await refetch();
    } catch (error) {
      toast({ kind: 'error', title: 'Erro', text: messageOf(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card title={item.title} className={styles['news']}>
      <p className={styles['text']} dir="auto">
        {item.message}
      </p>
      <div className={styles['read']}>
        <Button variant="secondary" size="s" busy={busy} onClick={() => void markRead()}>
          Marcar como lida
        </Button>
        <time className="meta" dateTime={item.createdAt}>
          {relativeTime(item.createdAt, new Date())}
          {data.length > 1 && ` · e mais ${data.length - 1}`}
        </time>
      </div>
    </Card>
  );
}
