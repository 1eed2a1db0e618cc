import { useEffect, useState } from 'react';
import { usePathname, useSearch } from 'wouter/use-browser-location';
import { Guard, userFailure, useUser } from '../features/accounts/session.tsx';
import Practice from '../features/practice/Practice.tsx';
import { readPack } from '../features/practice/practice-device.web.ts';
import { Spinner } from '../web/ui/Spinner.tsx';
import { Unreachable } from './Unreachable.tsx';

/**
 * Practice has no frame and opens offline: with a child's pack on this device, access is granted without the server, because
 * everything is checked again when it is sent.
 */
export default function PracticeRoute() {
  const path = usePathname().replace(/\/+$/, '');
  const search = useSearch();
  const childId = idOf(path.slice('/practice/'.length));
  const query = new URLSearchParams(search);
  return (
    <OneChild
      key={path + search}
      childId={childId ?? 0}
      attemptId={idOf(query.get('attempt'))}
      theme={query.get('theme') || null}
    />
  );
}

function OneChild({ childId, attemptId, theme }: { childId: number; attemptId: number | null; theme: string | null }) {
  const user = useUser();
  const offline = user === null && userFailure() !== undefined;
  const [held, setHeld] = useState<boolean>();
  useEffect(() => {
    if (!offline) return;
    let gone = false;
    readPack(childId)
      .then((pack) => !gone && setHeld(pack !== undefined))
      .catch(() => !gone && setHeld(false));
    return () => {
      gone = true;
    };
  }, [offline, childId]);

  const practice = <Practice childId={childId} attemptId={attemptId} theme={theme} />;
  if (offline) {
    if (held === undefined) return <Spinner />;
    return held ? practice : <Unreachable />;
  }
  return (
    <Guard allow="parent" signInAt="/">
      {() => practice}
    </Guard>
  );
}

/** An id in an address; null if it cannot be one. */
const idOf = (text: string | null) => (text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null);
