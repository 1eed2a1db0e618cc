import { audit } from '../../server/audit.ts';
import { csvFile } from '../../server/csv.ts';
import { type Frame, tellTotal } from '../../server/http.ts';
import { dateInLuanda } from '../../shared/calendar.ts';
import { auditContract } from './audit.contract.ts';
import { sentenceOf } from './audit.rules.ts';
import { type AuditFilters, countAuditLines, findAuditLines } from './audit.store.ts';
import { patternOf } from './search.rules.ts';
import { byOf } from './users.server.ts';

/** Rows of a page unless said. */
const ROWS = 500;
const MOST_IN_FILE = 50_000;

const filtersOf = (asked: { kind: string | null; search: string | null; from: string | null; to: string | null }) =>
  ({ kind: asked.kind, pattern: patternOf(asked.search), from: asked.from, to: asked.to }) satisfies AuditFilters;

/** Reading the audit log. Nothing here writes to it but the note that it was taken along; nothing anywhere changes it. */
export function bindAudit(frame: Frame): void {
  const { db } = frame;
  frame.bind(auditContract, {
    'GET /api/admin/audit': async (call) => {
      const { limit = ROWS, page = 1, kind, search, from, to } = call.query;
      const filters = filtersOf(call.query);
      const [rows, total] = await Promise.all([
        findAuditLines(db, filters, limit, (page - 1) * limit),
        countAuditLines(db, filters),
      ]);
      tellTotal(call, '/api/admin/audit', { kind, search, from, to }, page, limit, total);
      return rows;
    },

    'GET /api/admin/audit/file': async (call) => {
      const rows = await findAuditLines(db, filtersOf(call.query), MOST_IN_FILE, 0);
      await db.transaction((transaction) =>
        audit(transaction, { ...byOf(call), action: 'audit.exported', subject: 'audit', after: { rows: rows.length } }),
      );
      return csvFile(
        `auditoria-${dateInLuanda(new Date())}.csv`,
        ['Id', 'Quando', 'Quem', 'Acção', 'Em palavras', 'Objecto', 'Antes', 'Depois', 'Endereço'],
        rows.map((row) => [
          row.id,
          row.at,
          row.who ?? 'Sistema',
          row.action,
          sentenceOf(row),
          row.subject,
          row.before && JSON.stringify(row.before),
          row.after && JSON.stringify(row.after),
          row.address,
        ]),
      );
    },
  });
}
