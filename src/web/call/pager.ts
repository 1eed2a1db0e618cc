import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Answered, Contract, EndpointKey, Request } from '../../shared/endpoint.ts';
import { addressOf, bodyOf, type CallError, LONGEST_MS, type LooseRequest, reach } from './call.ts';

/** One page of a list, and the total number of rows. */
export interface Paged<Rows> {
  rows: Rows;
  total: number;
}

/** Creates the hook that reads one feature's lists page by page. The current page stays on screen until the next one has loaded. */
export function pager<C extends Contract>() {
  return <K extends keyof C & EndpointKey & `GET /${string}`>(
    key: K,
    request: Request<C[K]>,
  ): UseQueryResult<Paged<Answered<C[K]>>, CallError> =>
    useQuery<Paged<Answered<C[K]>>, CallError>({
      queryKey: [addressOf(key, request as LooseRequest), 'paged'],
      queryFn: async ({ signal }) => {
        const response = await reach(key, request as LooseRequest, { signal, limit: LONGEST_MS });
        const rows = (await bodyOf(response)) as Answered<C[K]>;
        return { rows, total: Number(response.headers.get('X-Total-Count')) };
      },
      placeholderData: keepPreviousData,
    });
}
