import { useEffect, useState } from 'react';
import { Badge } from '../../web/ui/Badge.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { Card } from '../../web/ui/Card.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { toast } from '../../web/ui/Toast.tsx';
import styles from './ChildMode.module.css';
import { callChildMode } from './child-mode-calls.web.ts';
import { NewPin } from './NewPin.tsx';

/** Renders the settings of the PIN that ends child mode: creating, changing, and replacing a forgotten one. */
export default function PinCard({ online }: { online: boolean }) {
  const [pin, setPin] = useState<{ hasPin: boolean; pinLocked: boolean }>();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    callChildMode('GET /api/child-mode').then(setPin, () => {});
  }, []);
  const done = () => {
    setPin({ hasPin: true, pinLocked: false });
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
            : 'Com ele tira o telemóvel do modo criança. Esqueceu-o? Crie outro: basta a senha da conta.'}
        </p>
        <div>
          <Button variant="secondary" size="s" disabled={!online || !pin} onClick={() => setOpen(true)}>
            {label}
          </Button>
        </div>
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
