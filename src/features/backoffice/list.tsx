import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Answered, Contract, EndpointKey, Request } from '../../shared/endpoint.ts';
import { addressOf, type CallError, type LooseRequest, reach } from '../../web/call.ts';
import { useAddressFilters } from '../../web/paged.ts';
import { Button } from '../../web/ui/Button.tsx';
import { TextField } from '../../web/ui/Field.tsx';
import { IconChevronLeft, IconChevronRight } from '../../web/ui/Icon.tsx';
import { IconSearch } from '../../web/ui/StaffIcon.tsx';
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

/** What the address says after the tab. */
export const useFilters = (tab: string) => useAddressFilters('/admin', { tab });

/** The field that searches a list of the panel. */
export function SearchField({
  placeholder,
  value,
  onType,
}: {
  placeholder: string;
  value: string;
  onType: (value: string) => void;
}) {
  return (
    <TextField
      className={styles['search']}
      label="Procurar"
      name="search"
      type="search"
      icon={<IconSearch />}
      placeholder={placeholder}
      value={value}
      onChange={(event) => onType(event.target.value)}
    />
  );
}

/** The days between which a list of the panel lies. */
export function DayFields({
  query,
  onChange,
}: {
  query: { from: string; to: string };
  onChange: (change: { from: string } | { to: string }) => void;
}) {
  return (
    <>
      <TextField
        label="De"
        name="from"
        type="date"
        value={query.from}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <TextField
        label="Até"
        name="to"
        type="date"
        value={query.to}
        onChange={(event) => onChange({ to: event.target.value })}
      />
    </>
  );
}

/** In place of the rows of a list that has none: because of its filters, or because there are none. */
export function NoRows({
  filters,
  what,
  yet,
}: {
  filters: { any: boolean; clear: () => void };
  what: string;
  /** Behind it without filters, as "até agora.". */
  yet: string;
}) {
  return (
    <p className={styles['none']}>
      {what} {filters.any ? 'com estes filtros. ' : yet}
      {filters.any && (
        <Button variant="quiet" size="s" onClick={filters.clear}>
          Limpar filtros
        </Button>
      )}
    </p>
  );
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
  const box = useRef<HTMLDivElement>(null);
  const go = (to: number) => {
    onPage(to);
    // The next page is read from its first row.
    box.current?.parentElement?.scrollIntoView({ block: 'start' });
  };
  const first = (page - 1) * rows + 1;
  const last = Math.min(page * rows, total);
  return (
    <div ref={box} className={styles['paging']}>
      <p role="status">
        {total === 0
          ? 'Nenhum resultado'
          : total <= rows
            ? `${grouped(total)} `
            : `${grouped(first)}–${grouped(last)} de ${grouped(total)} `}
        {total > 0 && (total === 1 ? words[0] : words[1])}
      </p>
      {total > rows && (
        <div>
          <Button
            variant="secondary"
            size="s"
            icon={<IconChevronLeft />}
            disabled={page <= 1}
            onClick={() => go(page - 1)}
          >
            Anterior
          </Button>
          <Button
            variant="secondary"
            size="s"
            iconEnd={<IconChevronRight />}
            disabled={last >= total}
            onClick={() => go(page + 1)}
          >
            Próxima
          </Button>
        </div>
      )}
    </div>
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
