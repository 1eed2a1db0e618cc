import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findChromium } from '../support/chromium.ts';
import { type Outcome, playwrightOutcome } from '../support/reports.ts';
import { runningApp } from '../support/running-app.ts';
import { runTool } from '../support/tool.ts';

const root = path.join(import.meta.dirname, '..', '..');

/** Starts the program with demo data and runs the browser tests whose path matches one of the patterns, or all. */
export async function runBrowserTests(only: readonly string[] = []): Promise<Outcome> {
  const chrome = await findChromium();
  const app = await runningApp({ DEMO: '1' }, 'built');
  const report = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'caderneta-browser-')), 'report.json');
  try {
    await app.start();
    await runTool([path.join(root, 'node_modules', '@playwright', 'test', 'cli.js'), 'test', ...only], {
      env: { CHROME: chrome, BASE_URL: app.url, BROWSER_REPORT: report, E2E_DATA: app.dataDir },
    });
  } finally {
    await app.dispose();
  }
  return playwrightOutcome(report);
}
