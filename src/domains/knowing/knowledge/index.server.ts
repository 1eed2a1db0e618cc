import type { Feature } from '../../../server/feature.ts';
import { bindKnowledge, knowledgeWork } from './knowledge.server.ts';

export const knowledge: Feature = {
  routes: bindKnowledge,
  jobs: ({ db }) => knowledgeWork(db),
};
