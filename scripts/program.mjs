// The command line of the app. deploy/Dockerfile and docs/operations.md repeat it (docs/decisions/0067).

/**
 * V8's young generation of 16 MB per half keeps up to 48 MB resident; with 2 MB a fifth of the CPU under load is for collecting it.
 * Garbage is collected when the heap has grown by 30 %; by default it may grow to several times its size first. The app itself
 * collects what its start has left (`src/server/after-start.ts`).
 */
const FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=30', '--expose-gc'];

/** Node's arguments to run the last build of the app. */
export const PROGRAM = [...FLAGS, 'dist/server/main.server.js'];

/** The same for the sources, for callers that must not depend on a build. */
export const SOURCES = [...FLAGS, 'src/main.server.ts'];

/**
 * Settings of glibc's malloc. Without a limit it gives each thread a heap of its own, which does not return freed memory. Without fixed
 * thresholds it takes large blocks from the heap after the first one was freed, and keeps up to 64 MB of them.
 */
export const PROGRAM_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
