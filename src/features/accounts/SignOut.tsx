import { useState } from 'react';
import { CallError, personChanged } from '../../web/call.ts';
import { goTo, takeNext } from '../../web/navigation.ts';
import { Button } from '../../web/ui/Button.tsx';
import { IconSignOut } from '../../web/ui/Icon.tsx';
import { toast } from '../../web/ui/Toast.tsx';
import { callAccounts } from './session.tsx';

/** Ends the session on the server and takes everything of this person off the page and the device. */
export async function signOut(): Promise<void> {
  try {
    await callAccounts('POST /api/logout');
  } catch (error) {
    toast({ kind: 'error', title: 'Falha ao sair', text: error instanceof CallError ? error.said : String(error) });
    return;
  }
  await leave({ title: 'Sessão encerrada', text: 'Você saiu da sua conta com sucesso.' });
}

/** Takes everything of this person off the page and the device, once the server has ended the session, and says why. */
export async function leave(said: { title: string; text: string }): Promise<void> {
  try {
    const { forgetPerson } = await import('../../web/device-store.ts');
    await forgetPerson();
  } catch {
    // A device that keeps nothing has nothing to forget.
  }
  // The next person on this phone must not land where this one was going.
  takeNext();
  try {
    sessionStorage.setItem('toast', JSON.stringify({ kind: 'success', ...said }));
  } catch {
    // The landing page then says nothing; the person sees that they are out.
  }
  personChanged();
  goTo('/');
}

export function SignOutButton() {
  const [busy, setBusy] = useState(false);
  const leave = () => {
    setBusy(true);
    void signOut().finally(() => setBusy(false));
  };
  return (
    <Button variant="secondary" icon={<IconSignOut />} busy={busy} onClick={leave}>
      Sair
    </Button>
  );
}
