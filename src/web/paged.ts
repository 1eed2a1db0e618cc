import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Answered, Contract, EndpointKey, Request } from '../shared/endpoint.ts';
import { addressOf, type CallError, type LooseRequest, reach } from './call.ts';

/** One page of a list, and how many rows there are in all. */
export interface Paged<Rows> {
  rows: Rows;
  total: number;
}

/** The hook that reads one feature's lists page by page. What is on the screen stays until the next page is here. */
export function pager<C extends Contract>() {
  return <K extends keyof C & EndpointKey & `GET /${string}`>(
    key: K,
    request: Request<C[K]>,
  ): UseQueryResult<Paged<Answered<C[K]>>, CallError> =>
    useQuery<Paged<Answered<C[K]>>, CallError>({
      queryKey: [addressOf(key, request as LooseRequest), 'paged'],
      queryFn: async ({ signal }) => {
        const response = await reach(key, request as LooseRequest, { signal });
        const rows = (await response.json()) as Answered<C[K]>;
        return { rows, total: Number(response.headers.get('X-Total-Count')) };
      },
      placeholderData: keepPreviousData,
    });
}

/** A value once it has rested: what a search asks the server with while somebody types. */
export function useRested<T>(value: T, milliseconds = 300): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return rested;
}
