import { lazy, Suspense, useState } from 'react';
import { reader, refresh } from '../../../web/call/api.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { useOnline } from '../../../web/ui/base/OfflineStrip.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { Dialog } from '../../../web/ui/forms/Dialog.tsx';
import { Card } from '../../../web/ui/lists/Card.tsx';
import styles from './ChildMode.module.css';
import type { childModeContract } from './child-mode.contract.ts';

const useRead = reader<typeof childModeContract>();
const NewPin = lazy(() => import('./NewPin.tsx').then((module) => ({ default: module.NewPin })));

/**
 * Asks a parent who reads a result for the PIN of child mode, and says what it is for: the first test is taken without one. Nothing is shown
 * to an account that has a PIN.
 */
export default function PinOffer() {
  const { data: pin } = useRead('GET /api/child-mode', {});
  const [open, setOpen] = useState(false);
  const online = useOnline();
  const done = async () => {
    await refresh('/api/child-mode');
    setOpen(false);
    toast({ kind: 'success', title: 'PIN guardado', text: 'Use-o para sair do modo criança.' });
  };
  if (!pin || (pin.hasPin && !open)) return null;
  return (
    <Card title="Crie um PIN para o próximo teste">
      <div className={styles.form}>
        <p>Com o PIN, pode entregar o telemóvel. A criança só abre o que é dela. O resto abre com o seu PIN.</p>
        <div>
          <Button variant="secondary" size="s" disabled={!online} onClick={() => setOpen(true)}>
            Criar o PIN
          </Button>
        </div>
      </div>
      {open && (
        <Dialog open sheet size="s" title="Crie o seu PIN" onClose={() => setOpen(false)}>
          <Suspense fallback={null}>
            <NewPin onDone={done} />
          </Suspense>
        </Dialog>
      )}
    </Card>
  );
}
