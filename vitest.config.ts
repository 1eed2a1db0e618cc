import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts'],
    exclude: ['test/e2e/**', 'test/long/**'],
    globalSetup: ['test/support/database.setup.ts'],
    setupFiles: ['test/support/quiet.ts'],
    pool: 'threads',
    maxWorkers: 2,
    // Password hashing and a template copy in front of each file, on two cores that others may be using.
    testTimeout: 60_000,
    hookTimeout: 90_000,
  },
});
