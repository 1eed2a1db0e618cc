import type { Database } from '../../../server/db/db.ts';
import { type CsvColumn, tableFile } from '../../../server/http/csv.ts';
import { Refused } from '../../../server/http/errors.ts';
import { type Call, setPaginationHeaders } from '../../../server/http/http.ts';
import { audit } from '../../../server/watch/audit.ts';
import type { AuditedAction, AuditedSubject } from '../../../shared/audited.ts';
import { dateInLuanda } from '../../../shared/calendar.ts';
import type { Endpoint, FileReply } from '../../../shared/endpoint.ts';
import { grouped } from '../../../shared/text.ts';

/** Default number of rows per page. */
export const ROWS = 500;
/** Maximum number of rows in an exported file. */
const MAX_IN_FILE = 50_000;

/** Returns the user and address of a call, for the audit log. */
export const byOf = (call: Pick<Call<Endpoint>, 'caller' | 'address'>) => ({
  userId: call.caller.userId,
  address: call.address,
});

interface PageAsked {
  header: Call<Endpoint>['header'];
  /** Filters and order, besides the page; they are repeated in the links to other pages. */
  query: { limit?: number | undefined; page?: number | undefined } & Record<string, string | number | null | undefined>;
}

/**
 * Reads one page of a list. Response headers contain the number of rows and the addresses of the other pages.
 *
 * @param path the endpoint's path, for those addresses.
 */
export async function readPage<Row>(
  call: PageAsked,
  path: string,
  find: (limit: number, offset: number) => Promise<Row[]>,
  count: () => Promise<number>,
): Promise<Row[]> {
  const { limit = ROWS, page = 1, ...query } = call.query;
  const [rows, total] = await Promise.all([find(limit, (page - 1) * limit), count()]);
  setPaginationHeaders(call, path, query, page, limit, total);
  return rows;
}

interface ListToTake<Row> {
  action: AuditedAction;
  subject: AuditedSubject;
  /** Name of the file, to which the date is appended. */
  name: string;
  /** Returns the number of rows. */
  total: number;
  /** Returns the first `limit` rows. */
  read: (limit: number) => Promise<Row[]>;
  columns: readonly CsvColumn<Row>[];
}

/**
 * Exports a whole list as a file, and records the export in the audit log.
 *
 * @throws Refused 400 if the file would not hold every row: a silently truncated file is worse than none.
 */
export async function takeList<Row>(
  db: Database,
  call: Pick<Call<Endpoint>, 'caller' | 'address'>,
  { action, subject, name, total, read, columns }: ListToTake<Row>,
): Promise<FileReply> {
  if (total > MAX_IN_FILE)
    throw new Refused(
      400,
      'too-many-rows',
      `Um ficheiro tem no máximo ${grouped(MAX_IN_FILE)} linhas e estas são ${grouped(total)}: escolha menos com os filtros.`,
    );
  const rows = await read(MAX_IN_FILE);
  await db.transaction((transaction) =>
    audit(transaction, { ...byOf(call), action, subject, after: { rows: rows.length } }),
  );
  return tableFile(`${name}-${dateInLuanda(new Date())}.csv`, columns, rows);
}
