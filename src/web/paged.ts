import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearch } from 'wouter/use-browser-location';
import type { Answered, Contract, EndpointKey, Request } from '../shared/endpoint.ts';
import { addressOf, type CallError, type LooseRequest, reach } from './call.ts';
import { goTo } from './navigation.ts';

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

/** Parts of an address that are no filters: clearing leaves the order, and having them alone filters nothing. */
const NO_FILTERS = ['page', 'sort', 'order', 'part'];

/**
 * Filters, order and page of a list as the address says them, so that a reload and the way back find them.
 *
 * @param fixed what the address always says, such as the tab of a panel.
 */
export function useAddressFilters(
  path: string,
  fixed: Record<string, string> = {},
): {
  value: (name: string) => string;
  page: number;
  set: (changed: Record<string, string | number | null>) => void;
  any: boolean;
  clear: () => void;
} {
  const params = new URLSearchParams(useSearch());
  const names = [...params.keys()].filter((name) => !(name in fixed));
  const go = (query: URLSearchParams) => goTo(`${path}?${query}`.replace(/\?$/, ''), { replace: true });
  return {
    value: (name) => params.get(name) ?? '',
    page: Math.max(1, Number(params.get('page')) || 1),
    set: (changed) => {
      const next = new URLSearchParams(location.search);
      for (const [name, value] of Object.entries(fixed)) next.set(name, value);
      // Another filter starts at its first page.
      if (!('page' in changed)) next.delete('page');
      for (const [name, value] of Object.entries(changed)) {
        if (value === null || value === '' || (name === 'page' && value === 1)) next.delete(name);
        else next.set(name, String(value));
      }
      go(next);
    },
    any: names.some((name) => !NO_FILTERS.includes(name)),
    clear: () => go(new URLSearchParams(fixed)),
  };
}

/** Typed words that reach the address a moment after the last key. */
export function useTyped(value: string, tell: (value: string) => void): [string, (value: string) => void] {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a key starts the clock
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => tell(typed), 350);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped];
}
