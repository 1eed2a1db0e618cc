import { useState } from 'react';
import { reader, refresh } from '../../../web/call/api.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { Dialog } from '../../../web/ui/forms/Dialog.tsx';
import { Badge } from '../../../web/ui/lists/Badge.tsx';
import { Card } from '../../../web/ui/lists/Card.tsx';
import styles from './ChildMode.module.css';
import type { childModeContract } from './child-mode.contract.ts';
import { NewPin } from './NewPin.tsx';

const useRead = reader<typeof childModeContract>();

/** Renders the settings of the PIN that ends child mode: creating, changing, and replacing a forgotten one. */
export default function PinCard({ online }: { online: boolean }) {
  const { data: pin, error, isFetching, refetch } = useRead('GET /api/child-mode', {}, { refetchOnMount: 'always' });
  const [open, setOpen] = useState(false);
  const done = async () => {
    await refresh('/api/child-mode');
    setOpen(false);
    toast({ kind: 'success', title: 'PIN guardado', text: 'Use-o para sair do modo criança.' });
  };
  const label = pin?.hasPin ? 'Mudar o PIN' : 'Criar o PIN';
  return (
    <Card
      title="PIN do encarregado"
      aside={pin && <Badge tone={pin.hasPin ? 'ok' : 'off'}>{pin.hasPin ? 'Criado' : 'Por criar'}</Badge>}
    >
      <div className={styles.form}>
        <p className="muted">
          {pin?.pinLocked
            ? 'O PIN falhou cinco vezes e deixou de servir. Crie outro.'
            : 'Com ele tira o telemóvel do modo criança. Esqueceu-o? Crie outro: basta a senha da conta.'}{' '}
          Não guarde a senha da conta neste telemóvel.
        </p>
        {!pin && error ? (
          <Failed error={error} onRetry={refetch} busy={isFetching} />
        ) : (
          <div>
            <Button variant="secondary" size="s" disabled={!online || !pin} onClick={() => setOpen(true)}>
              {label}
            </Button>
          </div>
        )}
      </div>
      {open && (
        <Dialog
          open
          sheet
          size="s"
          title={pin?.hasPin ? 'Crie outro PIN' : 'Crie o seu PIN'}
          onClose={() => setOpen(false)}
        >
          <NewPin onDone={done} />
        </Dialog>
      )}
    </Card>
  );
}
