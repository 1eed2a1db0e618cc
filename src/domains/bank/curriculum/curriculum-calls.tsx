import { reader, refresh } from '../../../web/call/api.ts';
import { caller } from '../../../web/call/call.ts';
import type { coverageContract } from './coverage.contract.ts';
import type { curriculumContract } from './curriculum.contract.ts';

// Code that the screens of the curriculum share: their calls, and the cached data that a change invalidates.

export const useCurriculum = reader<typeof curriculumContract>();
export const useCoverage = reader<typeof coverageContract>();
export const callCurriculum = caller<typeof curriculumContract>();
export const callCoverage = caller<typeof coverageContract>();

export const refreshCurriculum = () =>
  refresh('/api/teacher/curriculum', '/api/teacher/coverage', '/api/teacher/tests', '/api/teacher/questions');
