import { type ReactNode, useEffect } from 'react';
import { goTo } from '../web/call/navigation.ts';
import { isWithPhone } from '../web/device/hands.ts';
import { Spinner } from '../web/ui/base/Spinner.tsx';

/** Renders a screen of one child, or leads to the child's home if the phone has been handed to another. Null: the address has no child. */
export function WithPhone({ childId, children }: { childId: number | null; children: ReactNode }) {
  const away = childId !== null && !isWithPhone(childId);
  useEffect(() => {
    if (away) goTo('/child', { replace: true });
  }, [away]);
  return away ? <Spinner /> : children;
}
