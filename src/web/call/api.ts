import { QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { boot } from '../../delivery/browser/boot.ts';
import type { Answered, Contract, EndpointKey, Request } from '../../shared/endpoint.ts';
import { addressOf, askForNewest, type CallError, type LooseRequest, onPersonChange, send } from './call.ts';

// Reads through a cache. The test screen and the sign-in page call the server without one (web/call/call.ts) to save bytes.

/**
 * Creates the hook that reads one feature's GET endpoints through the cache. With `enabled: false` it does not read yet; with
 * `refetchOnMount: 'always'` it reads again whenever the component is mounted.
 */
export function reader<C extends Contract>() {
  return <K extends keyof C & EndpointKey & `GET /${string}`>(
    key: K,
    request: Request<C[K]>,
    options: { enabled?: boolean; refetchOnMount?: 'always' } = {},
  ): UseQueryResult<Answered<C[K]>, CallError> =>
    useQuery<Answered<C[K]>, CallError>({
      queryKey: [addressOf(key, request as LooseRequest)],
      queryFn: ({ signal }) => send(key, request as LooseRequest, signal) as Promise<Answered<C[K]>>,
      ...options,
    });
}

/** What a screen is given of a read: its answer once there is one, or the error, and how to ask again. */
export type Loaded<Answer> = Pick<UseQueryResult<Answer, CallError>, 'data' | 'error' | 'isFetching' | 'refetch'>;

/** The specification's defaults: a read is fetched once, stays fresh until a change invalidates it, and is never retried. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
onPersonChange(() => queries.clear());
for (const [address, answer] of Object.entries(boot.cache)) queries.setQueryData([address], answer);

/** Invalidates everything read under these paths (with any query); what is on screen is fetched again. */
export function refresh(...paths: string[]): Promise<void> {
  askForNewest();
  return queries.invalidateQueries({
    predicate: ({ queryKey }) =>
      paths.some(
        (path) =>
          String(queryKey[0]) === path ||
          String(queryKey[0]).startsWith(`${path}?`) ||
          String(queryKey[0]).startsWith(`${path}/`),
      ),
  });
}

/** Milliseconds after which the server has created the notifications of a completed test: it delivers events every five seconds. */
const TOLD_AFTER_MS = 8_000;

/** Invalidates everything that a completed test changes; the bell only after the server has delivered the event. */
export function refreshAfterTest(): Promise<void> {
  setTimeout(() => void refresh('/api/notifications'), TOLD_AFTER_MS);
  return refresh('/api/begun', '/api/children', '/api/practice', '/api/prepared', '/api/recent-tests', '/api/tests');
}
