import { configDefaults, defineConfig } from 'vitest/config';

/** Slow tests: faults, attacks, random histories and whole programs. `npm run test:rest` runs them, `npm test` does not. */
const REST = [
  'src/**/*.proof.test.ts',
  'test/faults/**/*.test.ts',
  'test/threats/**/*.test.ts',
  'test/{backup,dev,fuzz,odd-clients,own-data,processes,rehearsal,start,tracing}.test.ts',
];

/** What both projects have in common. */
const common = {
  globalSetup: ['test/support/database.setup.ts'],
  setupFiles: ['test/support/quiet.ts'],
  pool: 'threads' as const,
  // Only what hangs runs into these: on two cores that others may be using, starting a program alone can take a minute.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...common,
          name: 'quick',
          include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...REST],
        },
      },
      {
        test: {
          ...common,
          name: 'rest',
          include: REST,
          globalSetup: [...common.globalSetup, 'test/support/loaded-database.setup.ts'],
        },
      },
    ],
  },
});
