import type { Feature } from '../../../server/feature.ts';
import { setReportSkills } from '../../knowing/reports/report-skills.server.ts';
import { bindLines, skillsOfReport } from './lines.server.ts';

export const lines: Feature = {
  routes: (frame) => {
    setReportSkills(skillsOfReport);
    bindLines(frame);
  },
};
