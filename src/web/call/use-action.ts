import { useState } from 'react';
import { messageOf } from './call.ts';

/** The state of an action that cannot run twice at once. */
interface RunningAction {
  busy: boolean;
  /** Why the action failed; empty until it has. */
  refused: string;
  run: () => void;
}

/**
 * Runs a button's action.
 *
 * @param explain turns an error into the text of `refused`.
 */
export function useAction(
  act: () => Promise<void>,
  explain: (error: unknown) => string = (error) => messageOf(error),
): RunningAction {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const run = async () => {
    if (busy) return;
    setBusy(true);
    setRefused('');
    try {
      await act();
    } catch (error) {
      setRefused(explain(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, refused, run: () => void run() };
}
