import { conflict, notFound, planRequired } from '../../server/errors.ts';
import type { Frame } from '../../server/http.ts';
import { countHit, FAMILY_FILES, refuseOver } from '../../server/rate-limits.ts';
import { dateInLuanda } from '../../shared/calendar.ts';
import { plainText } from '../../shared/words.ts';
import { entitlementsFor, planInForce } from '../plans/plans.rules.ts';
import { pdfContract } from './pdf.contract.ts';
import { findRight, type RightRow } from './pdf.store.ts';
import { readReport } from './report.server.ts';
import { reportPdf } from './report-pdf.server.ts';
import { resultPdf } from './result-pdf.server.ts';
import { readResult } from './results.server.ts';

/** The result and the report as files to print or send on. */
export function bindPdf(frame: Frame): void {
  const { db } = frame;

  const allow = async (userId: number, right: RightRow | undefined): Promise<RightRow> => {
    if (!right) throw notFound();
    const { rank, now } = right;
    if (!entitlementsFor(planInForce(right, now), rank).pdf)
      throw planRequired('pdf', 'O PDF vem com um plano pago que abranja este filho.');
    await refuseOver(db, FAMILY_FILES, String(userId));
    await countHit(db, FAMILY_FILES, String(userId));
    return right;
  };

  frame.bind(pdfContract, {
    'GET /api/attempts/:id/pdf': async ({ caller: { userId }, params: { id } }) => {
      const { now, gender } = await allow(userId, await findRight(db, userId, { attemptId: id }));
      const found = await readResult(db, userId, id);
      if (!found.result) throw conflict('not-completed', 'Este teste ainda não tem resultado.');
      const bytes = await resultPdf({ ...found, result: found.result }, { brand: frame.brand(), now, gender });
      return file(bytes, ['resultado', found.test.discipline, found.test.theme, dateInLuanda(now)]);
    },

    'GET /api/children/:id/report/pdf': async ({ caller: { userId }, params: { id } }) => {
      const { now } = await allow(userId, await findRight(db, userId, { childId: id }));
      const report = await readReport(db, userId, id);
      const bytes = await reportPdf(report, { brand: frame.brand(), now });
      return file(bytes, ['relatorio', report.child.schoolClass, dateInLuanda(now)]);
    },
  });
}

/** Named after what it is and never after the child: names of files are seen by others (shared phones, chats, clouds). */
function file(bytes: Buffer, words: readonly string[]) {
  const name = words
    .map((word) =>
      plainText(word)
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '')
        .slice(0, 40),
    )
    .filter(Boolean)
    .join('-');
  return { bytes, type: 'application/pdf', name: `${name}.pdf` };
}
