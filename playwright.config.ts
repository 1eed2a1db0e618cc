import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGUMENTS } from './test/support/chromium.ts';

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  workers: 2,
  // Long enough for a machine that does other work too: a state that comes late is not a defect here.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  retries: 0,
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
      args: [...CHROMIUM_ARGUMENTS],
    },
  },
});
