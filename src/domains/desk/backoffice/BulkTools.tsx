import { useState } from 'react';
import { refresh } from '../../../web/call/api.ts';
import { caller } from '../../../web/call/call.ts';
import { fileCaller, saveFile } from '../../../web/call/files.ts';
import { useAction } from '../../../web/call/use-action.ts';
import { FormDialog } from '../../../web/parts/FormDialog.tsx';
import styles from '../../../web/parts/panel.module.css';
import { plural } from '../../../web/parts/text.ts';
import type { Problems } from '../../../web/parts/use-form.ts';
import { IconLock } from '../../../web/ui/base/Icon.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { TextArea, TextField } from '../../../web/ui/forms/Field.tsx';
import { IconDownload, IconPencil } from '../../../web/ui/icons/ActionIcon.tsx';
import type { newsContract } from '../../telling/notifications/news.contract.ts';
import { ReasonField } from './account-actions.tsx';
import type { usersContract } from './users.contract.ts';

const call = caller<typeof usersContract>();
const callNews = caller<typeof newsContract>();
const fetchFile = fileCaller<typeof usersContract>();

interface BulkToolsProps {
  /** Ids of the chosen accounts with their names. */
  accounts: ReadonlyMap<number, string>;
  /** Called after a change, to clear the selection. */
  onDone: () => void;
}

/** Renders the actions on the chosen accounts; each confirms the second factor. */
export function BulkTools({ accounts, onDone }: BulkToolsProps) {
  const ids = [...accounts.keys()];
  const [open, setOpen] = useState<'message' | 'suspend' | null>(null);
  const file = useAction(async () =>
    saveFile(
      await fetchFile('GET /api/admin/users/file', { query: { ...NO_FILTERS, ids: ids.join(',') } }),
      'contas.csv',
    ),
  );
  const close = () => setOpen(null);
  return (
    <>
      <button type="button" className={styles['link']} aria-disabled={file.busy} onClick={file.run}>
        <IconDownload size={18} />
        <span>
          <span className={styles['rest']}>Descarregar </span>CSV
        </span>
      </button>
      <button type="button" className={styles['link']} onClick={() => setOpen('message')}>
        <IconPencil size={18} /> Enviar mensagem
      </button>
      <button type="button" className={styles['danger']} onClick={() => setOpen('suspend')}>
        <IconLock size={18} /> Suspender
      </button>
      {file.refused && <span role="alert">{file.refused}</span>}
      {open === 'message' && <MessageDialog accounts={accounts} onClose={close} onDone={onDone} />}
      {open === 'suspend' && <SuspendDialog accounts={accounts} onClose={close} onDone={onDone} />}
    </>
  );
}

/** The chosen accounts are exported whatever the filters of the list. */
const NO_FILTERS = { search: '', role: '', state: '', plan: '', sort: '', order: '' };

interface DialogProps extends BulkToolsProps {
  onClose: () => void;
}

const countOf = (count: number) => plural(count, 'conta', 'contas');
/** Names in a sentence; the others are counted. */
const LISTED = 5;
const LIST = new Intl.ListFormat('pt', { type: 'conjunction' });
const whom = (accounts: ReadonlyMap<number, string>): string => {
  const names = [...accounts.values()];
  // One name stands in the place of "mais 1".
  const shown = names.length <= LISTED + 1 ? names : [...names.slice(0, LISTED), `mais ${names.length - LISTED}`];
  return LIST.format(shown);
};
const reread = () => refresh('/api/admin/users', '/api/admin/audit', '/api/admin/overview');

function MessageDialog({ accounts, onClose, onDone }: DialogProps) {
  return (
    <FormDialog
      title={`Mensagem a ${countOf(accounts.size)}`}
      action={`Enviar a ${countOf(accounts.size)}`}
      busyText="A enviar…"
      onClose={onClose}
      reread={reread}
      send={async (form) => {
        const { title = '', message = '' } = Object.fromEntries(form) as Record<string, string>;
        const { told, left } = await callNews('POST /api/admin/messages', {
          body: { ids: [...accounts.keys()], title, message },
        });
        const rest =
          left > 0
            ? ` ${plural(left, 'ficou', 'ficaram')} de fora: administradores, contas suspensas e quem já a tinha.`
            : '';
        toast({ kind: 'success', title: 'Mensagem enviada', text: `Chega a ${countOf(told)}.${rest}` });
        onDone();
      }}
    >
      {(problems) => (
        <>
          <p>
            Para <b>{whom(accounts)}</b>.
          </p>
          <p>Chega ao sino dos encarregados e ao painel dos professores, e por e-mail a quem os tem ligados.</p>
          <TextField label="Título" name="title" maxLength={80} error={problems['title']} />
          <TextArea label="Texto" name="message" rows={4} maxLength={600} error={problems['message']} />
        </>
      )}
    </FormDialog>
  );
}

function SuspendDialog({ accounts, onClose, onDone }: DialogProps) {
  return (
    <FormDialog
      title={`Suspender ${countOf(accounts.size)}`}
      size="s"
      action={`Suspender ${countOf(accounts.size)}`}
      busyText="A suspender…"
      danger
      check={({ typed = '' }): Problems =>
        typed.trim() === String(accounts.size) ? {} : { typed: `Escreva ${accounts.size} para confirmar.` }
      }
      onClose={onClose}
      reread={reread}
      send={async (form) => {
        const reason = String(form.get('reason') ?? '');
        const { suspended } = await call('POST /api/admin/users/suspend', {
          body: { ids: [...accounts.keys()], reason },
        });
        toast({
          kind: 'success',
          title: 'Sucesso',
          text: `${plural(suspended, 'conta suspensa', 'contas suspensas')}.`,
        });
        onDone();
      }}
    >
      {(problems) => (
        <>
          <p>
            <b>{whom(accounts)}</b>
          </p>
          <p>
            Deixam de poder entrar e as suas sessões terminam. Nada é apagado, e pode reactivar cada conta quando
            quiser.
          </p>
          <ReasonField id="reason" error={problems['reason']} />
          <TextField
            label="Para confirmar, escreva quantas contas são"
            name="typed"
            inputMode="numeric"
            autoComplete="off"
            error={problems['typed']}
          />
        </>
      )}
    </FormDialog>
  );
}
