import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearch } from 'wouter/use-browser-location';
import type { Answered, Contract, EndpointKey, Request } from '../../shared/endpoint.ts';
import { addressOf, type CallError, type LooseRequest, reach } from '../../web/call.ts';
import { goTo } from '../../web/navigation.ts';
import { Button } from '../../web/ui/Button.tsx';
import { IconChevronLeft, IconChevronRight } from '../../web/ui/Icon.tsx';
import styles from './Admin.module.css';
import { grouped } from './overview.rules.ts';

/** Rows on a page of the panel's tables. */
export const PAGE_ROWS = 25;

export interface Listed<Rows> {
  rows: Rows;
  total: number;
}

/** The hook that reads a list of one feature page by page, with how many there are in all. */
export function lister<C extends Contract>() {
  return <K extends keyof C & EndpointKey & `GET /${string}`>(
    key: K,
    request: Request<C[K]>,
  ): UseQueryResult<Listed<Answered<C[K]>>, CallError> => {
    const address = addressOf(key, request as LooseRequest);
    return useQuery<Listed<Answered<C[K]>>, CallError>({
      queryKey: [address],
      // The page before stays until the next one is there.
      placeholderData: keepPreviousData,
      queryFn: async ({ signal }) => {
        const response = await reach(key, request as LooseRequest, { signal });
        return {
          rows: (await response.json()) as Answered<C[K]>,
          total: Number(response.headers.get('X-Total-Count')),
        };
      },
    });
  };
}

/** What the address says after the tab: filters, order and page, so that a reload stays where one was. */
export function useFilters(tab: string): {
  value: (name: string) => string;
  page: number;
  set: (changed: Record<string, string | number | null>) => void;
  any: boolean;
  clear: () => void;
} {
  const params = new URLSearchParams(useSearch());
  const names = [...params.keys()].filter((name) => name !== 'tab');
  return {
    value: (name) => params.get(name) ?? '',
    page: Math.max(1, Number(params.get('page')) || 1),
    set: (changed) => {
      const next = new URLSearchParams(location.search);
      next.set('tab', tab);
      // Another filter starts at its first page.
      if (!('page' in changed)) next.delete('page');
      for (const [name, value] of Object.entries(changed)) {
        if (value === null || value === '' || (name === 'page' && value === 1)) next.delete(name);
        else next.set(name, String(value));
      }
      goTo(`/admin?${next}`, { replace: true });
    },
    any: names.some((name) => !['page', 'sort', 'order', 'part'].includes(name)),
    clear: () => goTo(`/admin?tab=${tab}`, { replace: true }),
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

/** "1–25 de 210 contas", and the way to the pages before and after. */
export function Paging({
  page,
  total,
  rows = PAGE_ROWS,
  words,
  onPage,
}: {
  page: number;
  total: number;
  rows?: number;
  words: readonly [one: string, many: string];
  onPage: (page: number) => void;
}) {
  const first = (page - 1) * rows + 1;
  const last = Math.min(page * rows, total);
  return (
    <div className={styles['paging']}>
      <p role="status">
        {total === 0 ? `Nenhum resultado` : `${grouped(first)}–${grouped(last)} de ${grouped(total)} `}
        {total > 0 && (total === 1 ? words[0] : words[1])}
      </p>
      {total > rows && (
        <div>
          <Button
            variant="secondary"
            size="s"
            icon={<IconChevronLeft />}
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          >
            Anterior
          </Button>
          <Button
            variant="secondary"
            size="s"
            iconEnd={<IconChevronRight />}
            disabled={last >= total}
            onClick={() => onPage(page + 1)}
          >
            Próxima
          </Button>
        </div>
      )}
    </div>
  );
}
