import { useEffect, useState } from 'react';
import { usePathname, useSearch } from 'wouter/use-browser-location';
import { Guard, userFailure, useUser } from '../domains/people/accounts/session.tsx';
import TakeTest, { prepare } from '../domains/sitting/sitting/TakeTest.tsx';
import { Spinner } from '../web/ui/Spinner.tsx';
import { Unreachable } from './Unreachable.tsx';

/** Prepares the device for a test that may be tapped next. @public used by name in web/parts/lazily.tsx */
export const bring = prepare;

/**
 * Renders a child's test. It has no frame and continues offline: if this device has the sitting, the screen opens without asking the
 * server. That is safe because the server checks everything when the answers are sent.
 */
export default function TestRoute() {
  const path = usePathname().replace(/\/+$/, '');
  const search = useSearch();
  return <OneTest key={path + search} testId={path.slice('/tests/'.length)} search={search} />;
}

function OneTest({ testId, search }: { testId: string; search: string }) {
  const user = useUser();
  const offline = user === null && userFailure() !== undefined;
  const [held, setHeld] = useState<boolean>();
  const address = `/tests/${testId}${search}`;
  useEffect(() => {
    if (!offline) return;
    let gone = false;
    import('../web/device/device-store.ts')
      .then(({ hasSittingFor }) => hasSittingFor(address))
      .then((person) => !gone && setHeld(person !== null))
      .catch(() => !gone && setHeld(false));
    return () => {
      gone = true;
    };
  }, [offline, address]);

  const ids = { testId: idOf(testId), childId: idOf(new URLSearchParams(search).get('childId')) };
  if (offline) {
    if (held === undefined) return <Spinner />;
    return held ? <TakeTest {...ids} user={null} /> : <Unreachable />;
  }
  return (
    <Guard allow="parent" signInAt="/">
      {(parent) => <TakeTest {...ids} user={parent} />}
    </Guard>
  );
}

/** Returns an id in an address, or null if it is not a valid id. */
const idOf = (text: string | null) => (text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null);
