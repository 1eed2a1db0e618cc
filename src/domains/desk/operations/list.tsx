import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { longDate, relativeTime } from '../../../shared/dates.ts';
import { CallError, messageOf } from '../../../web/call/call.ts';
import { saveFile } from '../../../web/call/files.ts';
import { type AddressFilters, useAddressFilters } from '../../../web/call/paged.ts';
import type { Paged } from '../../../web/call/pager.ts';
import { FilterForm, FilterSearch } from '../../../web/parts/filters.tsx';
import { PagedList } from '../../../web/parts/PagedList.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { IconDownload } from '../../../web/ui/icons/ActionIcon.tsx';
import { DataTable, type DataTableProps } from '../../../web/ui/lists/DataTable.tsx';
import styles from './Admin.module.css';
import { dateInFigures } from './words.rules.ts';

/** Number of rows per page of the administration's tables. */
const PAGE_ROWS = 25;

/** Returns the filters in the address of a page of the administration, and of one of its parts if it has several. */
export const useFilters = (tab: string, part?: string) =>
  useAddressFilters('/admin', part === undefined ? { tab } : { tab, part });

/** Returns the query parameters of a call for the list page in the address. */
export const pageOf = ({ page }: AddressFilters) => ({ limit: String(PAGE_ROWS), page: String(page) });

/**
 * Returns the order of a list, as given in the address, and the function that changes it. Choosing the same column again reverses the
 * order.
 *
 * @param usual the column by which the server sorts if the address names none.
 * @param newestFirst columns that are sorted in descending order at first.
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

/** Renders the filters of a list, beginning with the search field. */
export function Filters({
  filters,
  search,
  children,
}: {
  filters: AddressFilters;
  /** Placeholder that says what can be searched for. */
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
  /** The word for a row, singular and plural. */
  words: readonly [one: string, many: string];
  /** Shown if there are no rows and no filter is set. If a filter is set, the text says that no row matches it. */
  none: string;
  noneFiltered: string;
  /** Renders what stands above the table, such as actions on chosen rows. */
  above?: (rows: readonly Row[], total: number) => ReactNode;
};

/** Renders one page of a list with links to the other pages, or says that the list is loading, could not be read, or has no rows. */
export function List<Row extends { id: number }>({
  filters,
  found,
  words,
  none,
  noneFiltered,
  above,
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
        <>
          {rows.length > 0 && above?.(rows, total)}
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
        </>
      )}
    </PagedList>
  );
}

/** Renders a button that exports a list to a file: all rows that match the filters, not only the page shown. */
export function ExportButton({
  fetchFile,
  name,
}: {
  fetchFile: () => Promise<{ blob: Blob; name: string | undefined }>;
  /** Name of the file if the server does not give one. */
  name: string;
}) {
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    try {
      saveFile(await fetchFile(), name);
    } catch (error) {
      if (error instanceof CallError && error.dismissed) return;
      toast({ kind: 'error', title: 'Erro', text: messageOf(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="secondary" icon={<IconDownload />} busy={busy} busyText="A exportar…" onClick={() => void take()}>
      Descarregar CSV
    </Button>
  );
}

/** Renders when something was, in one line of a table: how long ago, or after 30 days its date in figures. */
export function When({ at }: { at: string }) {
  const inWords = longDate(at);
  const said = relativeTime(at, new Date());
  return (
    <time dateTime={at} title={inWords} className="num nowrap">
      {said === inWords ? dateInFigures(at) : said}
    </time>
  );
}

/** Renders an e-mail address with a possible line break before the @. */
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
