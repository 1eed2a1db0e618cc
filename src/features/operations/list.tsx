import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { CallError } from '../../web/call.ts';
import { saveFile } from '../../web/files.ts';
import { FilterForm, FilterSearch } from '../../web/filters.tsx';
import { PagedList } from '../../web/PagedList.tsx';
import { type AddressFilters, type Paged, useAddressFilters } from '../../web/paged.ts';
import { IconDownload } from '../../web/ui/ActionIcon.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { DataTable, type DataTableProps } from '../../web/ui/DataTable.tsx';
import { Skeleton } from '../../web/ui/Skeleton.tsx';
import { toast } from '../../web/ui/Toast.tsx';
import styles from './Admin.module.css';

/** Rows on a page of the panel's tables. */
const PAGE_ROWS = 25;

/** What the address says after the tab, and after the part of it where it has parts. */
export const useFilters = (tab: string, part?: string) =>
  useAddressFilters('/admin', part === undefined ? { tab } : { tab, part });

/** The page of a list that the address asks for, as a call's query takes it. */
export const pageOf = ({ page }: AddressFilters) => ({ limit: String(PAGE_ROWS), page: String(page) });

/**
 * The order of a list as the address says it; a column pressed again turns round.
 *
 * @param usual the column that the server sorts by if the address names none.
 * @param newestFirst columns that begin with the latest.
 */
export function orderOf(
  filters: AddressFilters,
  usual: string,
  newestFirst: readonly string[],
): Required<Pick<DataTableProps<never>, 'sort' | 'onSort'>> {
  const first = (key: string) => (newestFirst.includes(key) ? 'desc' : 'asc');
  const key = filters.value('sort') || usual;
  const order = filters.value('order') || first(key);
  return {
    sort: { key, descending: order === 'desc' },
    onSort: (sort) => filters.set({ sort, order: sort !== key ? first(sort) : order === 'desc' ? 'asc' : 'desc' }),
  };
}

/** The filters of a list of the panel, the search first. */
export function Filters({
  filters,
  search,
  children,
}: {
  filters: AddressFilters;
  /** What can be searched for. */
  search: string;
  children: ReactNode;
}) {
  return (
    <FilterForm>
      <FilterSearch filters={filters} placeholder={search} />
      {children}
    </FilterForm>
  );
}

type ListProps<Row> = Omit<DataTableProps<Row>, 'rows' | 'rowKey' | 'dense' | 'empty'> & {
  filters: AddressFilters;
  found: UseQueryResult<Paged<readonly Row[]>, CallError>;
  /** What one row is, and many are. */
  words: readonly [one: string, many: string];
  /** Said when there are none without any filter; with filters it is said that they are why. */
  none: string;
  noneFiltered: string;
};

/** One page of a list of the panel and the way to the others; in place of it that it loads, failed, or has no rows. */
export function List<Row extends { id: number }>({
  filters,
  found,
  words,
  none,
  noneFiltered,
  ...table
}: ListProps<Row>) {
  return (
    <PagedList
      found={found}
      filters={filters}
      limit={PAGE_ROWS}
      label={`Páginas de ${words[1]}`}
      words={words}
      loading={<Skeleton lines={10} />}
    >
      {({ rows, total }) => (
        <DataTable
          dense
          rows={rows}
          rowKey={({ id }) => id}
          empty={
            <p className={styles['none']}>
              {total > 0 ? (
                'A carregar…'
              ) : filters.any ? (
                <>
                  {noneFiltered} com estes filtros.{' '}
                  <Button variant="quiet" size="s" onClick={filters.clear}>
                    Limpar filtros
                  </Button>
                </>
              ) : (
                none
              )}
            </p>
          }
          {...table}
        />
      )}
    </PagedList>
  );
}

/** Takes a list along as a file: all rows of its filters, whatever page is shown. */
export function ExportButton({
  fetchFile,
  name,
}: {
  fetchFile: () => Promise<{ blob: Blob; name: string | undefined }>;
  /** Of the file where the server gives none. */
  name: string;
}) {
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    try {
      saveFile(await fetchFile(), name);
    } catch (error) {
      if (error instanceof CallError && error.dismissed) return;
      toast({ kind: 'error', title: 'Erro', text: error instanceof CallError ? error.said : String(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="secondary" icon={<IconDownload />} busy={busy} busyText="A exportar…" onClick={() => void take()}>
      Exportar CSV
    </Button>
  );
}

/** An address of mail, which breaks before its @ where it has to. */
export function Mail({ address }: { address: string | null }) {
  const at = address?.lastIndexOf('@') ?? -1;
  return (
    <>
      {address?.slice(0, Math.max(0, at))}
      <wbr />
      {address?.slice(Math.max(0, at))}
    </>
  );
}
