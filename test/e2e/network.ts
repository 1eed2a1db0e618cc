import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Page, test } from '@playwright/test';
import { expect } from './fixtures.ts';

/** A browser that can be closed and reopened with its storage, like a phone that was switched off. */
export interface Phone {
  open(): Promise<{ context: BrowserContext; page: Page }>;
  /** Deletes the stored data. The context must be closed. */
  forget(): void;
}

/** Returns a phone. @param watch the fixture that fails the test on errors of each page that is opened. */
export function aPhone(baseURL: string | undefined, watch: (page: Page) => void): Phone {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'caderneta-profile-'));
  return {
    async open() {
      const context = await chromium.launchPersistentContext(folder, {
        ...test.info().project.use.launchOptions,
        ...(baseURL ? { baseURL } : {}),
        viewport: { width: 360, height: 640 },
      });
      const page = context.pages()[0] ?? (await context.newPage());
      watch(page);
      return { context, page };
    },
    forget: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}

/** Waits until every file that the app's shell names is stored on the phone, so that it starts without network. */
export async function isReadyOffline(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const shell = await caches.match('/app-shell');
        if (!shell) return false;
        const files = (await shell.text()).match(/\/assets\/[\w./-]+/g) ?? [];
        return (await Promise.all(files.map((file) => caches.match(file)))).every(Boolean);
      }),
    )
    .toBe(true);
}

/**
 * Cuts the network once the service worker is active. If it is cut while the worker's script is loading, Chromium prints an error, and has
 * crashed when the page was closed before the request failed.
 */
export async function cutNetwork(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.context().setOffline(true);
}

/** Returns the rows of a table in one of the device's databases, or undefined if that database does not exist. */
export function stored<Row>(page: Page, database: string, table: string): Promise<Row[]> {
  return page.evaluate(
    async ([database, table]) => {
      const known = await indexedDB.databases();
      if (!known.some(({ name }) => name === database)) return [];
      return new Promise<Row[]>((resolve, reject) => {
        const opening = indexedDB.open(database);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction(table).objectStore(table).getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result);
          };
        };
      });
    },
    [database, table] as const,
  );
}
