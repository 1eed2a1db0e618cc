import { useState } from 'react';
import { failureOf } from './call.ts';

/** The state of an action that runs once at a time. */
interface RunningAction {
  busy: boolean;
  /** Why it failed; empty until then. */
  refused: string;
  run: () => void;
}

/**
 * Runs what a button does.
 *
 * @param explain what `refused` says of an error.
 */
export function useAction(
  act: () => Promise<void>,
  explain: (error: unknown) => string = (error) => failureOf(error).said,
): RunningAction {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const run = async () => {
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
