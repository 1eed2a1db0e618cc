import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { relativeTime } from '../../../shared/dates.ts';
import { reader, refresh } from '../../../web/call/api.ts';
import { caller } from '../../../web/call/call.ts';
import { plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { cx } from '../../../web/ui/base/cx.ts';
import { useOnline } from '../../../web/ui/base/OfflineStrip.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { Dialog } from '../../../web/ui/forms/Dialog.tsx';
import { Badge } from '../../../web/ui/lists/Badge.tsx';
import { BellButton } from '../../../web/ui/lists/Header.tsx';
import styles from './Bell.module.css';
import type { Notification, notificationsContract } from './notifications.contract.ts';

const useRead = reader<typeof notificationsContract>();
const callNotifications = caller<typeof notificationsContract>();

/** Rows shown until the user asks for more. */
const FIRST = 5;

const CATEGORIES: Record<Notification['category'], string> = {
  performance: 'Desempenho',
  test_reminder: 'Lembrete',
  subscription: 'Assinatura',
  system: 'Sistema',
};

interface BellProps {
  /** Where the notifications are set; null for teachers, who choose none. */
  settings?: string | null;
}

/** Renders the bell: the number of unread notifications, and the list that it opens. */
export default function Bell({ settings = '/notifications/settings' }: BellProps) {
  const panelId = useId();
  const slot = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [wide, setWide] = useState(isWide);
  const [all, setAll] = useState(false);
  const [past, setPast] = useState(false);
  const list = useRead('GET /api/notifications', {});
  const old = useRead('GET /api/notifications', { query: { includeRead: 'true' } }, { enabled: open && past });
  const unread = list.data?.length ?? 0;
  const show = (which: 'unread' | 'read') => {
    setAll(false);
    setPast(which === 'read');
    if (which === 'read') void refresh('/api/notifications?includeRead=true');
  };

  const toggle = () => {
    if (!open) {
      setWide(isWide());
      show('unread');
      void list.refetch();
    }
    setOpen(!open);
  };
  const close = useClosing(slot, open, setOpen);
  const badge = unread > 0 && <Badge>{plural(unread, 'não lida', 'não lidas')}</Badge>;
  const panel = (
    <Panel
      list={past ? { ...old, data: old.data?.filter(({ isRead }) => isRead) } : list}
      settings={settings}
      past={past}
      show={show}
      all={all}
      onAll={() => setAll(true)}
      onLeave={() => close(false)}
      reload={() => Promise.all([list.refetch(), ...(past ? [old.refetch()] : [])])}
    />
  );
  return (
    <div className={styles['slot']} ref={slot}>
      <BellButton unread={unread} expanded={open} onClick={toggle} {...(open && wide ? { controls: panelId } : {})} />
      {open && wide && (
        <Dropdown id={panelId} badge={badge} slot={slot} onClose={close}>
          {panel}
        </Dropdown>
      )}
      {!wide && (
        <Dialog
          open={open}
          onClose={() => close(true)}
          sheet
          lightDismiss
          title={
            <span className={styles['title']} tabIndex={-1} data-autofocus>
              Notificações {badge}
            </span>
          }
        >
          {panel}
        </Dialog>
      )}
    </div>
  );
}

/** Returns a function that closes the list, and puts the focus back on the bell if that is wanted. */
function useClosing(slot: { current: HTMLElement | null }, open: boolean, setOpen: (open: boolean) => void) {
  // The focus moves after the dialog has closed: nothing behind a modal dialog can receive it.
  const back = useRef(false);
  useEffect(() => {
    if (!open && back.current) slot.current?.querySelector('button')?.focus();
    back.current = false;
  }, [open, slot]);
  return (focusBell: boolean) => {
    back.current = focusBell;
    setOpen(false);
  };
}

const isWide = () => matchMedia('(min-width: 720px)').matches;

interface DropdownProps {
  id: string;
  badge: ReactNode;
  /** The bell with its list: a click anywhere else closes it. */
  slot: { current: HTMLElement | null };
  onClose: (focusBell: boolean) => void;
  children: ReactNode;
}

function Dropdown({ id, badge, slot, onClose, children }: DropdownProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    heading.current?.focus();
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close.current(true);
    const onPointer = (event: PointerEvent) => {
      if (!slot.current?.contains(event.target as Node)) close.current(false);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPointer);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPointer);
    };
  }, [slot]);
  return (
    <div id={id} className={styles['dropdown']} role="dialog" aria-labelledby={`${id}t`}>
      <h2 id={`${id}t`} className={styles['title']} tabIndex={-1} ref={heading}>
        Notificações {badge}
      </h2>
      {children}
    </div>
  );
}

interface PanelProps {
  settings: string | null;
  list: { data?: Notification[] | undefined; error: unknown; isFetching: boolean };
  /** Whether these are the ones marked as read. */
  past: boolean;
  show: (which: 'unread' | 'read') => void;
  all: boolean;
  onAll: () => void;
  /** Called when a link in the list is followed. */
  onLeave: () => void;
  reload: () => Promise<unknown>;
}

function Panel({ settings, list, past, show, all, onAll, onLeave, reload }: PanelProps) {
  const online = useOnline();
  const now = new Date();
  const { data } = list;
  const label = past ? 'Avisos lidos' : 'Lista de notificações';
  return (
    <>
      {!data && list.isFetching ? (
        <p className={styles['note']} role="status">
          Carregando notificações...
        </p>
      ) : !data ? (
        <div className={styles['note']}>
          <p role="alert">Não foi possível carregar as notificações.</p>
          <Button variant="secondary" size="s" onClick={() => void reload()}>
            Tentar de novo
          </Button>
        </div>
      ) : data.length === 0 ? (
        <p className={styles['note']}>{past ? 'Ainda não leu nenhuma.' : 'Você não tem notificações.'}</p>
      ) : (
        // Focusable with Tab, so that the keyboard can scroll it.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls
        <section className={styles['scroll']} tabIndex={0} aria-label={label}>
          <ul className={styles['list']}>
            {(all ? data : data.slice(0, FIRST)).map((item) => (
              <Item key={item.id} item={item} now={now} online={online} onLeave={onLeave} reload={reload} />
            ))}
          </ul>
        </section>
      )}
      <div className={styles['foot']}>
        {data && data.length > FIRST && !all && (
          <Button variant="quiet" size="s" onClick={onAll}>
            Ver todas ({data.length})
          </Button>
        )}
        <Button variant="quiet" size="s" onClick={() => show(past ? 'unread' : 'read')}>
          {past ? 'Ver as não lidas' : 'Ver as lidas'}
        </Button>
        {settings && (
          <a className={styles['settings']} href={settings} onClick={onLeave}>
            Configurações de notificações
          </a>
        )}
      </div>
    </>
  );
}

interface ItemProps extends Pick<PanelProps, 'onLeave' | 'reload'> {
  item: Notification;
  now: Date;
  online: boolean;
}

/** Marks a notification as read or deletes it. Both functions return whether that succeeded. */
function useItemActions(id: number, reload: PanelProps['reload']) {
  const [busy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<unknown>, failure: string) => {
    setBusy(true);
    try {
      await work();
      await reload();
      return true;
    } catch {
      toast({ kind: 'error', title: 'Erro', text: failure });
      return false;
    } finally {
      setBusy(false);
    }
  };
  const params = { id: String(id) };
  const markRead = () =>
    attempt(
      () => callNotifications('PATCH /api/notifications/:id/read', { params }),
      'Não foi possível marcar a notificação como lida',
    );
  const remove = async () => {
    const done = await attempt(
      () => callNotifications('DELETE /api/notifications/:id', { params }),
      'Não foi possível excluir a notificação',
    );
    if (done) toast({ kind: 'success', title: 'Sucesso', text: 'Notificação excluída com sucesso' });
    return done;
  };
  return { busy, markRead, remove };
}

function Item({ item, now, online, onLeave, reload }: ItemProps) {
  const [asking, setAsking] = useState(false);
  const { busy, markRead, remove } = useItemActions(item.id, reload);
  const removeAsked = async () => {
    if (!(await remove())) setAsking(false);
  };
  const of = <span className="sr">: {item.title}</span>;
  const link = item.actionLink && /^\/(?![/\\])/.test(item.actionLink) ? item.actionLink : undefined;
  const follow = () => {
    if (!item.isRead) void markRead();
    onLeave();
  };
  return (
    <li className={cx(styles['item'], item.priority !== 'normal' && styles[item.priority])}>
      <div className={styles['head']}>
        <Badge tone="off">{CATEGORIES[item.category] ?? CATEGORIES.system}</Badge>
        {item.priority === 'high' && <Badge tone="low">Urgente</Badge>}
        <time className="meta" dateTime={item.createdAt}>
          {relativeTime(item.createdAt, now)}
        </time>
      </div>
      <b dir="auto">{item.title}</b>
      <p dir="auto">{item.message}</p>
      {asking ? (
        <div className={styles['actions']}>
          <span>Apagar este aviso? Não se pode recuperar.</span>
          <Button variant="danger" size="s" busy={busy} onClick={() => void removeAsked()}>
            Apagar
          </Button>
          <Button variant="quiet" size="s" onClick={() => setAsking(false)}>
            Cancelar
          </Button>
        </div>
      ) : (
        <div className={styles['actions']}>
          {link && (
            <Button variant="quiet" size="s" href={link} onClick={follow}>
              Ver{of}
            </Button>
          )}
          {!item.isRead && (
            <Button variant="quiet" size="s" busy={busy} disabled={!online} onClick={() => void markRead()}>
              Marcar como lida{of}
            </Button>
          )}
          <Button variant="quiet" size="s" disabled={!online} onClick={() => setAsking(true)}>
            Apagar{of}
          </Button>
        </div>
      )}
    </li>
  );
}
