import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { brand } from '../../../delivery/browser/boot.ts';
import { refresh } from '../../../web/call/api.ts';
import { saveFile } from '../../../web/call/files.ts';
import { SecretDialog } from '../../../web/parts/SecretDialog.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { CopyButton } from '../../../web/ui/forms/CopyButton.tsx';
import { Dialog } from '../../../web/ui/forms/Dialog.tsx';
import { PasswordField } from '../../../web/ui/forms/Field.tsx';
import { IconDownload } from '../../../web/ui/icons/ActionIcon.tsx';
import styles from './AccountCode.module.css';
import { callRecovery, explanationOf, pictureOf } from './recovery.web.ts';

interface Made {
  username: string;
  code: string;
}

/** Asks for the password, makes a recovery code, and shows it once, to write down, print or save as a picture. */
export default function AccountCode({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<Made>();
  const send = async (form: FormData) => {
    const password = String(form.get('password') ?? '');
    if (!password) return 'Escreva a sua senha actual.';
    setMade(await callRecovery('POST /api/account/recovery-code', { body: { password } }));
    void refresh('/api/account/recovery-code');
    return undefined;
  };
  if (made) return <CodeSheet {...made} onClose={onClose} />;
  return (
    <SecretDialog
      title="Fazer um código de recuperação"
      action="Fazer o código"
      busyText="A fazer…"
      send={send}
      // After sending, the code replaces this dialog.
      onDone={(sent) => !sent && onClose()}
    >
      {(problem) => (
        <>
          <p>Com este código escolhe uma senha nova, se esquecer a sua. Um código anterior deixa de servir.</p>
          <PasswordField label="A sua senha" name="password" autoComplete="current-password" error={problem} />
        </>
      )}
    </SecretDialog>
  );
}

function CodeSheet({ username, code, onClose }: Made & { onClose: () => void }) {
  const address = location.host;
  const save = async () => {
    try {
      const blob = await pictureOf({ product: brand.productName, username, code, address });
      saveFile({ blob, name: 'codigo-de-recuperacao.png' }, '');
    } catch {
      toast({ kind: 'error', title: 'Não foi possível guardar a imagem', text: 'Escreva o código num papel.' });
    }
  };
  return (
    <Dialog
      open
      title="O seu código de recuperação"
      onClose={onClose}
      footer={
        <Button full data-autofocus onClick={onClose}>
          Já o guardei
        </Button>
      }
    >
      <div className={styles['sheet']}>
        <dl>
          <dt>Nome de usuário</dt>
          <dd>{username}</dd>
          <dt>Código</dt>
          <dd className={styles['code']}>{code}</dd>
        </dl>
        <p>Escreva-o num papel, ou guarde a imagem. Não volta a ser mostrado, e serve uma vez.</p>
        <div className={styles['buttons']}>
          <Button variant="secondary" size="s" icon={<IconDownload size={18} />} onClick={() => void save()}>
            Guardar imagem
          </Button>
          <Button variant="secondary" size="s" onClick={printSheet}>
            Imprimir
          </Button>
          <CopyButton text={code} what="código de recuperação" />
        </div>
      </div>
      <PrintedSheet username={username} code={code} address={address} />
    </Dialog>
  );
}

/** Prints only the sheet below. */
function printSheet(): void {
  document.body.dataset['printing'] = 'code';
  addEventListener('afterprint', () => delete document.body.dataset['printing'], { once: true });
  print();
}

/** The sheet on paper; hidden on the screen. */
function PrintedSheet({ username, code, address }: Made & { address: string }) {
  useEffect(() => () => void delete document.body.dataset['printing'], []);
  return createPortal(
    <div className={styles['printed']} aria-hidden="true">
      <p>{brand.productName}</p>
      <h2>Código de recuperação da conta</h2>
      <p>
        Nome de usuário: <b>{username}</b>
      </p>
      <p className={styles['code']}>{code}</p>
      <p>{explanationOf(address)}</p>
      <p>Guarde-o só para si.</p>
    </div>,
    document.body,
  );
}
