import { conflict } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { dateInLuanda } from '../../../shared/calendar.ts';
import { readErrors } from '../child-errors/child-errors.server.ts';
import { allowFile, familyFile } from '../family-files/family-file.server.ts';
import { readResult } from '../results/results.server.ts';
import { pdfContract } from './pdf.contract.ts';
import { readReport } from './report.server.ts';
import { reportPdf } from './report-pdf.server.ts';
import { readReportSkills } from './report-skills.server.ts';
import { resultPdf } from './result-pdf.server.ts';

/** Binds the endpoints of the result and the report as files. */
export function bindPdf(frame: Frame): void {
  const { db } = frame;
  frame.bind(pdfContract, {
    'GET /api/attempts/:id/pdf': async ({ caller: { userId }, params: { id } }) => {
      const { now, gender } = await allowFile(db, userId, { attemptId: id });
      const found = await readResult(db, userId, id);
      if (!found.result) throw conflict('not-completed', 'Este teste ainda não tem resultado.');
      const bytes = await resultPdf({ ...found, result: found.result }, { brand: frame.brand(), now, gender });
      return familyFile(bytes, ['resultado', found.test.discipline, found.test.theme, dateInLuanda(now)]);
    },

    'GET /api/children/:id/report/pdf': async (call) => {
      const { userId } = call.caller;
      const { id } = call.params;
      const { now, extendedTime } = await allowFile(db, userId, { childId: id });
      const errors = await readErrors(db, userId, id);
      const report = await readReport(call.db, userId, id);
      const skills = await readReportSkills(db, userId, id);
      const bytes = await reportPdf(report, { brand: frame.brand(), now, extendedTime, skills, errors });
      return familyFile(bytes, ['relatorio', report.child.schoolClass, dateInLuanda(now)]);
    },
  });
}
