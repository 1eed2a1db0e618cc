import { type ReactNode, useEffect, useState } from 'react';
import { Guard, userFailure, useUser } from '../domains/people/accounts/session.tsx';
import { usePathname } from '../web/call/navigation.ts';
import { Spinner } from '../web/ui/base/Spinner.tsx';
import { useTakeOver } from './take-over.ts';
import { Unreachable } from './Unreachable.tsx';
import { WithPhone } from './WithPhone.tsx';

/**
 * Renders a screen of `/reading/{id}…` or `/writing/{id}`. It has no frame and opens offline: if this device knows the child as a reader or writer, the screen opens
 * without asking the server. That is safe because the server checks everything when the marks are sent.
 */
export function OfReader({ screen }: { screen: (childId: number) => ReactNode }) {
  const path = usePathname();
  useTakeOver();
  // 0 if the address has no valid child id; no child has this id.
  const childId = Number(path.split('/')[2]) || 0;
  return (
    <WithPhone childId={childId || null}>
      <OneChild key={path} childId={childId}>
        {screen(childId)}
      </OneChild>
    </WithPhone>
  );
}

function OneChild({ childId, children }: { childId: number; children: ReactNode }) {
  const user = useUser();
  const offline = user === null && userFailure() !== undefined;
  const [isKnown, setIsKnown] = useState<boolean>();
  useEffect(() => {
    if (!offline) return;
    let gone = false;
    // Loaded only here: with network the first visit does without the code of the database.
    import('../web/device/reading-store.ts')
      .then(({ readReader }) => readReader(childId))
      .then((reader) => !gone && setIsKnown(reader !== undefined))
      .catch(() => !gone && setIsKnown(false));
    return () => {
      gone = true;
    };
  }, [offline, childId]);

  if (offline) {
    if (isKnown === undefined) return <Spinner />;
    return isKnown ? children : <Unreachable isForChild />;
  }
  return (
    <Guard allow="parent" signInAt="/">
      {() => children}
    </Guard>
  );
}
