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
  /** The chosen accounts. */
  ids: readonly number[];
  /** Called after a change, to clear the selection. */
  onDone: () => void;
}

/** Renders the actions on the chosen accounts; each confirms the second factor. */
export function BulkTools({ ids, onDone }: BulkToolsProps) {
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
      <button type="button" className={styles['link']} disabled={file.busy} onClick={file.run}>
        <IconDownload size={18} /> Descarregar CSV
      </button>
      <button type="button" className={styles['link']} onClick={() => setOpen('message')}>
        <IconPencil size={18} /> Enviar mensagem
      </button>
      <button type="button" className={styles['danger']} onClick={() => setOpen('suspend')}>
        <IconLock size={18} /> Suspender
      </button>
      {file.refused && <span role="alert">{file.refused}</span>}
      {open === 'message' && <MessageDialog ids={ids} onClose={close} onDone={onDone} />}
      {open === 'suspend' && <SuspendDialog ids={ids} onClose={close} onDone={onDone} />}
    </>
  );
}

/** The chosen accounts are exported whatever the filters of the list. */
const NO_FILTERS = { search: '', role: '', state: '', plan: '', sort: '', order: '' };

interface DialogProps extends BulkToolsProps {
  onClose: () => void;
}

const accounts = (count: number) => plural(count, 'conta', 'contas');
const reread = () => refresh('/api/admin/users', '/api/admin/audit', '/api/admin/overview');

function MessageDialog({ ids, onClose, onDone }: DialogProps) {
  return (
    <FormDialog
      title={`Mensagem a ${accounts(ids.length)}`}
      action={`Enviar a ${accounts(ids.length)}`}
      busyText="A enviar…"
      onClose={onClose}
      reread={reread}
      send={async (form) => {
        const { title = '', message = '' } = Object.fromEntries(form) as Record<string, string>;
        const { told, left } = await callNews('POST /api/admin/messages', { body: { ids: [...ids], title, message } });
        const rest =
          left > 0
            ? ` ${plural(left, 'ficou', 'ficaram')} de fora: administradores, contas suspensas e quem já a tinha.`
            : '';
        toast({ kind: 'success', title: 'Mensagem enviada', text: `Chega a ${accounts(told)}.${rest}` });
        onDone();
      }}
    >
      {(problems) => (
        <>
          <p>Chega ao sino dos encarregados e ao painel dos professores, e por e-mail a quem os tem ligados.</p>
          <TextField label="Título" name="title" maxLength={80} error={problems['title']} />
          <TextArea label="Texto" name="message" rows={4} maxLength={600} error={problems['message']} />
        </>
      )}
    </FormDialog>
  );
}

function SuspendDialog({ ids, onClose, onDone }: DialogProps) {
  return (
    <FormDialog
      title={`Suspender ${accounts(ids.length)}`}
      size="s"
      action={`Suspender ${accounts(ids.length)}`}
      busyText="A suspender…"
      danger
      check={({ typed = '' }): Problems =>
        typed.trim() === String(ids.length) ? {} : { typed: `Escreva ${ids.length} para confirmar.` }
      }
      onClose={onClose}
      reread={reread}
      send={async (form) => {
        const reason = String(form.get('reason') ?? '');
        const { suspended } = await call('POST /api/admin/users/suspend', { body: { ids: [...ids], reason } });
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
