import type { Frame } from '../../../server/http/http.ts';
import { readLine } from '../reading/line.server.ts';
import { linesContract } from './lines.contract.ts';

/** Binds the three sentences of a child. */
export function bindLines(frame: Frame): void {
  const { db } = frame;
  frame.bind(linesContract, {
    'GET /api/children/:id/skills': async ({ caller, params }) => ({
      reading: await readLine(db, caller.userId, params.id),
      calculating: null,
      writing: null,
    }),
  });
}
