import type { Database } from './db.ts';
import type { Figure } from './figures.ts';
import type { Frame } from './http.ts';
import type { Periodic } from './jobs.ts';

/** What a feature's `index.server.ts` exports: all that `main.server.ts` needs to know of it. */
export interface Feature {
  /** Binds the feature's endpoints and pages. */
  routes?: (frame: Frame) => void;
  /** Work that is repeated while the program runs, once however many processes there are. */
  jobs?: (frame: Frame) => Periodic[];
  /** Figures for `/metrics`. */
  figures?: (db: Database) => readonly Figure[];
}
