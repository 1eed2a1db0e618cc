import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // A browser on a busy machine: one that passes only at the second try is counted and named by scripts/test.ts.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: process.env['BROWSER_REPORT'] ?? 'test-results/report.json' }]],
  use: {
    baseURL: process.env['BASE_URL'],
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    locale: 'pt-PT',
    timezoneId: 'Africa/Luanda',
    // Colours are judged as they come to rest, not half way there on a busy machine.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(process.env['CHROME'] ? { executablePath: process.env['CHROME'] } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
