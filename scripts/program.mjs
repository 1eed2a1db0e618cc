// The command line of the app. deploy/Dockerfile and docs/operations.md repeat it (docs/decisions/0067).

/**
 * V8's young generation of 16 MB per half keeps up to 48 MB resident; with 2 MB a fifth of the CPU under load is for collecting it.
 * Garbage is collected when the heap has grown by 30 %; by default it may grow to several times its size first.
 */
const FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=30'];

/** Node's arguments to run the last build of the app. */
export const PROGRAM = [...FLAGS, 'dist/server/main.server.js'];

/** The same for the sources, for callers that must not depend on a build. */
export const SOURCES = [...FLAGS, 'src/main.server.ts'];

/** Without a limit glibc gives each thread a heap of its own, which does not return freed memory. */
export const PROGRAM_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' };
