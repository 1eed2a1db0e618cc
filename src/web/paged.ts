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

export interface AddressFilters {
  value: (name: string) => string;
  /** The values of these names, as a call's query takes them. */
  values: <Name extends string>(...names: Name[]) => Record<Name, string>;
  page: number;
  /** Another filter starts at its first page. */
  set: (changed: Record<string, string | number | null>) => void;
  /** Whether anything is left out by a filter. */
  any: boolean;
  /** Takes the filters off; the order stays. */
  clear: () => void;
}

const ORDER = ['sort', 'order'];
/** Parts of an address that are no filters: having them alone filters nothing. */
const NO_FILTERS = ['page', ...ORDER];
/** The last page that the calls know. */
const LAST_PAGE = 1_000_000;

/**
 * Filters, order and page of a list as the address says them, so that a reload and the way back find them.
 *
 * @param fixed what the address always says, such as the tab of a panel.
 */
export function useAddressFilters(path: string, fixed: Record<string, string> = {}): AddressFilters {
  const params = new URLSearchParams(useSearch());
  const names = [...params.keys()].filter((name) => !(name in fixed));
  const go = (query: URLSearchParams) => goTo(`${path}?${query}`.replace(/\?$/, ''), { replace: true });
  const value = (name: string) => params.get(name) ?? '';
  return {
    value,
    values: (...names) => Object.fromEntries(names.map((name) => [name, value(name)])) as never,
    page: Math.min(LAST_PAGE, Math.max(1, Math.trunc(Number(params.get('page'))) || 1)),
    set: (changed) => {
      const next = new URLSearchParams(location.search);
      for (const [name, value] of Object.entries(fixed)) next.set(name, value);
      if (!('page' in changed)) next.delete('page');
      for (const [name, value] of Object.entries(changed)) {
        if (value === null || value === '' || (name === 'page' && value === 1)) next.delete(name);
        else next.set(name, String(value));
      }
      go(next);
    },
    any: names.some((name) => !NO_FILTERS.includes(name)),
    clear: () => {
      const left = new URLSearchParams(fixed);
      for (const name of ORDER) if (params.has(name)) left.set(name, value(name));
      go(left);
    },
  };
}

/** Goes to the last page that there is when the one on the screen is gone, as when its only row was deleted. */
export function usePageThatExists(
  { data, isPlaceholderData }: UseQueryResult<Paged<unknown>, CallError>,
  { page, set }: AddressFilters,
  limit: number,
): void {
  const last = data && !isPlaceholderData ? Math.max(1, Math.ceil(data.total / limit)) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the server counted decides, not who draws it again
  useEffect(() => {
    if (last !== undefined && page > last) set({ page: last });
  }, [last, page]);
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
