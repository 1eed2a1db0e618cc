import { callAccounts, setUser } from '../../domains/people/accounts/session.tsx';
import { queries } from '../../web/call/api.ts';
import { keptAt, markRenewed } from '../browser/kept.ts';

/** If the page is a saved copy, reads all its data again: now, and when the network is back. */
export function renewKeptPage(): (() => void) | undefined {
  if (!keptAt()) return undefined;
  const renew = async () => {
    if (!navigator.onLine || !keptAt()) return;
    try {
      setUser(await callAccounts('GET /api/user'));
    } catch {
      return;
    }
    await queries.invalidateQueries();
    if (
      queries
        .getQueryCache()
        .getAll()
        .every(({ state }) => state.status !== 'error')
    )
      markRenewed();
  };
  window.addEventListener('online', renew);
  void renew();
  return () => window.removeEventListener('online', renew);
}
