/**
 * What Node is given to run the app, wherever it is started. V8's young generation of 16 MB per half keeps up to 48 MB
 * resident; 2 MB cost no CPU that can be measured (docs/decisions/0067). deploy/Dockerfile and docs/operations.md say the same.
 */
export const PROGRAM = ['--max-semi-space-size=2', 'src/main.server.ts'];

/** Without a limit glibc gives each thread a heap of its own, which keeps what was freed. */
export const PROGRAM_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' };
