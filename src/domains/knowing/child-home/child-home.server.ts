import type { Frame } from '../../../server/http/http.ts';
import { findPictures } from '../../bank/test-bank/tests.store.ts';
import { readCatalogue } from '../../sitting/catalogue/catalogue.server.ts';
import { readKnowledge } from '../knowledge/knowledge.server.ts';
import { childHomeContract } from './child-home.contract.ts';
import { childHome, picturedTests } from './child-home.rules.ts';

/** Binds what the child's home shows. */
export function bindChildHome(frame: Frame): void {
  const { db } = frame;
  frame.bind(childHomeContract, {
    'GET /api/children/:id/home': async ({ caller: { userId }, params: { id: childId }, query }) => {
      const catalogue = { userId, childId, class: 'usual', discipline: null, theme: null, inChildMode: true };
      const [map, tests] = await Promise.all([readKnowledge(db, userId, childId), readCatalogue(db, catalogue)]);
      const pictured = picturedTests(tests, query.discipline);
      const pictures = pictured.length > 0 ? await findPictures(db, pictured) : undefined;
      return childHome(map, tests, query.discipline, pictures);
    },
  });
}
