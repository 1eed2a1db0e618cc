import type { Database } from './db/db.ts';
import type { Frame } from './http/http.ts';
import type { Periodic } from './jobs/jobs.ts';
import type { Figure } from './watch/figures.ts';

/** The exports of a feature's `index.server.ts`: everything that `main.server.ts` uses. */
export interface Feature {
  /** Binds the feature's endpoints and pages. */
  routes?: (frame: Frame) => void;
  /**
   * Jobs that run periodically while the program runs. Runs of a job can overlap in two processes: each must be safe to run twice at once.
   */
  jobs?: (frame: Frame) => Periodic[];
  /** Metrics for `/metrics`. */
  figures?: (db: Database) => readonly Figure[];
}
