import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, expect, type Page, test } from '@playwright/test';

/** A browser that can be closed and opened again with all that it keeps, as a phone that was switched off. */
export interface Phone {
  open(): Promise<{ context: BrowserContext; page: Page }>;
  /** Deletes what it keeps. The context must be closed. */
  forget(): void;
}

/** @param watch the fixture that listens for faults on each page that is opened. */
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

/** Waits until everything that the app's shell names is on the phone, so that it starts without network. */
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
 * Cuts the network once the service worker is there. Cut while the worker's script is on its way, Chromium says so on the
 * console, and has crashed when the page was closed before it gave up.
 */
export async function cutNetwork(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.context().setOffline(true);
}

/**
 * Returns what a table of the device's own database holds, by name of the database and the table, or undefined when there is no such
 * database.
 */
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
