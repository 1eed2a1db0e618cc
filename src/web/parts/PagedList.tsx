import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CallError } from '../call/call.ts';
import { type AddressFilters, usePageThatExists } from '../call/paged.ts';
import type { Paged } from '../call/pager.ts';
import { Pages } from '../ui/lists/Pages.tsx';
import { Read } from './filters.tsx';

interface PagedListProps<Rows> {
  found: UseQueryResult<Paged<Rows>, CallError>;
  filters: AddressFilters;
  /** Number of rows on a page. */
  limit: number;
  /** Label of the navigation. */
  label: string;
  words?: readonly [one: string, many: string] | undefined;
  loading: ReactNode;
  children: (page: Paged<Rows>) => ReactNode;
}

/** Renders one page of a list with links to the others; until it has loaded, a loading state or an error. */
export function PagedList<Rows>({ found, filters, limit, label, words, loading, children }: PagedListProps<Rows>) {
  usePageThatExists(found, filters, limit);
  return (
    <Read found={found} loading={loading}>
      {(page) => (
        <div aria-busy={found.isPlaceholderData}>
          {children(page)}
          <Pages
            label={label}
            page={filters.page}
            limit={limit}
            total={page.total}
            words={words}
            onPage={(number) => filters.set({ page: number })}
          />
        </div>
      )}
    </Read>
  );
}
