import type { Database } from './db.ts';
import type { Figure } from './figures.ts';
import type { Frame } from './http.ts';
import type { Periodic } from './jobs.ts';

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
