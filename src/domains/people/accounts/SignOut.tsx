import { useState } from 'react';
import { messageOf, personChanged } from '../../../web/call/call.ts';
import { goTo, takeNext } from '../../../web/call/navigation.ts';
import { isKeptHere } from '../../../web/device/is-kept-here.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { leaveToast, toast } from '../../../web/ui/base/Toast.tsx';
import { IconSignOut } from '../../../web/ui/icons/ParentIcon.tsx';
import { callAccounts, knownUser, setSigningOut } from './session.tsx';

/** Ends the session on the server and removes the user's data from the page and the device. */
export async function signOut(): Promise<void> {
  if (!(await mayLeave())) return;
  setSigningOut(true);
  try {
    await callAccounts('POST /api/logout');
  } catch (error) {
    setSigningOut(false);
    toast({ kind: 'error', title: 'Falha ao sair', text: messageOf(error) });
    return;
  }
  await leave({ title: 'Sessão encerrada', text: 'Você saiu da sua conta com sucesso.' });
}

/** Sends unsent data of this device; asks the user first if something would be lost. */
async function mayLeave(): Promise<boolean> {
  const user = knownUser();
  const kept = await Promise.all(['caderneta', 'caderneta-paper'].map(isKeptHere)).catch(() => [true]);
  if (!user || !kept.includes(true)) return true;
  try {
    const { answerQueue } = await import('../../../web/device/answer-queue.ts');
    await answerQueue.start(user.id);
    const { asksAbout, leftBehind } = await import('./LeavingBehind.tsx');
    const left = await leftBehind(user.id);
    return left === undefined || (await asksAbout(left));
  } catch {
    // If that cannot be determined, sign-out continues.
    return true;
  }
}

/** After the server has ended the session, removes the user's data from the page and the device, and shows the reason. */
export async function leave(said: { title: string; text: string }): Promise<void> {
  setSigningOut(true);
  try {
    const { forgetPerson } = await import('../../../web/device/forget-person.ts');
    await forgetPerson();
  } catch {
    // Without device storage there is nothing to delete.
  }
  // The next user of this phone must not be redirected to the address stored for this one.
  takeNext();
  leaveToast({ kind: 'success', ...said });
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
