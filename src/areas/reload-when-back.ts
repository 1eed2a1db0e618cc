import { useEffect } from 'react';
import { callAccounts } from '../domains/people/accounts/session.tsx';
import { failureOf } from '../web/call/call.ts';

/** Asks the server up to five times within half a minute, and returns whether it answered. */
async function serverAnswers(): Promise<boolean> {
  for (let tries = 0; tries < 5; tries++) {
    if (tries > 0) await new Promise((resolve) => setTimeout(resolve, 1_000 * 2 ** tries));
    try {
      await callAccounts('GET /api/user');
      return true;
    } catch (error) {
      if (failureOf(error).status !== 0) return true;
    }
  }
  return false;
}

/**
 * Reloads a page that was opened without network once the server answers. The browser may report a network before the server can be
 * reached, where none works, and while a page is being left: reloading then would cancel the link that the user has just tapped.
 */
export function useReloadWhenBack(): void {
  useEffect(() => {
    let isLeaving = false;
    const leave = () => {
      isLeaving = true;
    };
    const reload = async () => {
      if ((await serverAnswers()) && !isLeaving) location.reload();
    };
    window.addEventListener('beforeunload', leave);
    window.addEventListener('online', reload);
    return () => {
      window.removeEventListener('beforeunload', leave);
      window.removeEventListener('online', reload);
    };
  }, []);
}
