import type { User } from '../accounts/accounts.contract.ts';
import { signInHere } from './passkeys.web.ts';
import ScreenLock from './ScreenLock.tsx';

interface SignInHereProps {
  /** Whether the account opens with a passkey only, which may be on another device. */
  needed?: boolean;
  onEntered: (user: User) => void;
}

/** Renders the button that signs in without a password, on devices that can. */
export default function SignInHere({ needed = false, onEntered }: SignInHereProps) {
  return (
    <ScreenLock
      label="Entrar com o bloqueio do ecrã"
      elsewhere={needed}
      onUse={async () => onEntered(await signInHere())}
    />
  );
}
