import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CallError } from './call.ts';
import { goTo, useSearch } from './navigation.ts';
import type { Paged } from './pager.ts';

/** Returns a debounced value, for searches while typing. */
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
  /** Returns the values of these filters, for a call's query. */
  values: <Name extends string>(...names: Name[]) => Record<Name, string>;
  page: number;
  /** Changes filters; the list then starts at its first page. */
  set: (changed: Record<string, string | number | null>) => void;
  /** Whether any filter is set. */
  any: boolean;
  /** Clears the filters and keeps the order. */
  clear: () => void;
}

const ORDER = ['sort', 'order'];
/** Query parameters that are not filters. */
const NO_FILTERS = ['page', ...ORDER];
/** The largest page number that the API accepts. */
const LAST_PAGE = 1_000_000;

/**
 * Returns the filters, the order and the page of a list, stored in the address, so that a reload and the Back button restore them.
 *
 * @param fixed parameters that are always in the address, such as the tab of a panel.
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

/** Goes to the last page if the current one no longer exists, for example after its only row was deleted. */
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

/** Returns a search text that is written to the address shortly after the last keystroke. */
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
