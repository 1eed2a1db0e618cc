import type { User } from '../accounts/accounts.contract.ts';
import { signInHere } from './passkeys.web.ts';
import ScreenLock from './ScreenLock.tsx';

/** Renders the button that signs in without a password, on devices that can. */
export default function SignInHere({ onEntered }: { onEntered: (user: User) => void }) {
  return <ScreenLock label="Entrar com o bloqueio do ecrã" onUse={async () => onEntered(await signInHere())} />;
}
