import { type ComponentProps, useEffect, useState } from 'react';
import Practice from '../domains/knowing/practice/Practice.tsx';
import { readPack } from '../domains/knowing/practice/practice-device.web.ts';
import { askedCards } from '../domains/knowing/practice/session.rules.ts';
import { Guard, userFailure, useUser } from '../domains/people/accounts/session.tsx';
import { usePathname, useSearch } from '../web/call/navigation.ts';
import { helpful } from '../web/parts/lazily.tsx';
import { Spinner } from '../web/ui/base/Spinner.tsx';
import { useTakeOver } from './take-over.ts';
import { Unreachable } from './Unreachable.tsx';
import { WithPhone } from './WithPhone.tsx';

const FactsNext = helpful(() => import('../domains/skills/calculating/FactsNext.tsx'));

/** What follows the cards of the day. The server does not render it: it may depend on the device. */
function Next({ childId }: { childId: number }) {
  const [isHere, setHere] = useState(false);
  useEffect(() => setHere(true), []);
  return isHere ? <FactsNext childId={childId} /> : null;
}

/**
 * Renders practice. It has no frame and opens offline: if this device has the child's pack, the screen opens without asking the server.
 * That is safe because the server checks everything when the reviews are sent.
 */
export default function PracticeRoute() {
  const path = usePathname().replace(/\/+$/, '');
  const search = useSearch();
  useTakeOver();
  // 0 if the address has no valid child id; no child has this id.
  const childId = Number(path.slice('/practice/'.length)) || 0;
  return (
    <WithPhone childId={childId || null}>
      <OneChild
        key={path + search}
        childId={childId}
        asked={askedCards(Object.fromEntries(new URLSearchParams(search)))}
      />
    </WithPhone>
  );
}

function OneChild({ childId, asked }: Pick<ComponentProps<typeof Practice>, 'childId' | 'asked'>) {
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

  const practice = <Practice childId={childId} asked={asked} next={<Next childId={childId} />} />;
  if (offline) {
    if (held === undefined) return <Spinner />;
    return held ? practice : <Unreachable isForChild />;
  }
  return (
    <Guard allow="parent" signInAt="/">
      {() => practice}
    </Guard>
  );
}
