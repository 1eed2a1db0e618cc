import { useEffect, useState } from 'react';
import { usePathname, useSearch } from 'wouter/use-browser-location';
import { Guard, userFailure, useUser } from '../domains/people/accounts/session.tsx';
import TakeTest, { prepare } from '../domains/sitting/sitting/TakeTest.tsx';
import { Spinner } from '../web/ui/base/Spinner.tsx';
import { Unreachable } from './Unreachable.tsx';
import { WithPhone } from './WithPhone.tsx';

/** Prepares the device for a test that may be tapped next. @public used by name in web/parts/lazily.tsx */
export const bring = prepare;

/**
 * Renders a child's test. It has no frame and continues offline: if this device has the sitting, the screen opens without asking the
 * server. That is safe because the server checks everything when the answers are sent.
 */
export default function TestRoute() {
  const path = usePathname().replace(/\/+$/, '');
  const search = useSearch();
  const ids = { testId: idOf(path.slice('/tests/'.length)), childId: idOf(new URLSearchParams(search).get('childId')) };
  return (
    <WithPhone childId={ids.childId}>
      <OneTest key={path + search} ids={ids} address={path + search} />
    </WithPhone>
  );
}

interface OneTestProps {
  ids: { testId: number | null; childId: number | null };
  /** Path and query. */
  address: string;
}

function OneTest({ ids, address }: OneTestProps) {
  const user = useUser();
  const offline = user === null && userFailure() !== undefined;
  const [held, setHeld] = useState<boolean>();
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

  if (offline) {
    if (held === undefined) return <Spinner />;
    return held ? <TakeTest {...ids} user={null} /> : <Unreachable isForChild />;
  }
  return (
    <Guard allow="parent" signInAt="/">
      {(parent) => <TakeTest {...ids} user={parent} />}
    </Guard>
  );
}

/** Returns an id in an address, or null if it is not a valid id. */
const idOf = (text: string | null) => (text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null);
