import type { Frame } from '../../../server/http/http.ts';
import { numberIn, patternsOf } from '../../../shared/search.ts';
import { auditContract } from './audit.contract.ts';
import { changesOf, sentenceOf } from './audit.rules.ts';
import { type AuditFilters, type AuditRow, countAuditLines, findAuditLines } from './audit.store.ts';
import { readPage, takeList } from './files.server.ts';
import { whoDid } from './words.rules.ts';

const filtersOf = (asked: { kind: string | null; search: string | null; from: string | null; to: string | null }) =>
  ({
    kind: asked.kind,
    patterns: patternsOf(asked.search),
    id: numberIn(asked.search),
    from: asked.from,
    to: asked.to,
  }) satisfies AuditFilters;

/** Writes each change on a line of its own, unshortened: "Função: Encarregado → Professor". */
const changesText = (row: AuditRow): string =>
  changesOf(row, Number.POSITIVE_INFINITY)
    .map(({ field, before, after }) => `${field}: ${[before, after].filter((value) => value !== null).join(' → ')}`)
    .join('\n');

/**
 * Binds the endpoints that read and export the audit log. They write only one kind of line: that the log was exported. No endpoint changes
 * or deletes a line.
 */
export function bindAudit(frame: Frame): void {
  const { db } = frame;
  frame.bind(auditContract, {
    'GET /api/admin/audit': (call) => {
      const filters = filtersOf(call.query);
      return readPage(
        call,
        '/api/admin/audit',
        (limit, offset) => findAuditLines(call.db, filters, limit, offset),
        () => countAuditLines(call.db, filters),
      );
    },

    'GET /api/admin/audit/file': async (call) => {
      const filters = filtersOf(call.query);
      return takeList(db, call, {
        action: 'audit.exported',
        subject: 'audit',
        name: 'auditoria',
        total: await countAuditLines(call.db, filters),
        read: (limit) => findAuditLines(call.db, filters, limit, 0),
        columns: [
          ['Id', ({ id }) => id],
          ['Quando', ({ at }) => at],
          ['Quem', ({ who, userId }) => whoDid(who, userId)],
          ['O que fez', sentenceOf],
          ['O que mudou', changesText],
          ['De onde', ({ address }) => address],
          // The stored form too, for somebody who looks a line up in the database.
          ['Acção', ({ action }) => action],
          ['Objecto', ({ subject }) => subject],
          ['Antes', ({ before }) => before && JSON.stringify(before)],
          ['Depois', ({ after }) => after && JSON.stringify(after)],
        ],
      });
    },
  });
}
