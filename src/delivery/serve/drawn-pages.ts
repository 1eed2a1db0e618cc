import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Admission, isBusy } from '../../server/http/admission.ts';
import type { Log } from '../../server/watch/log.ts';
import { DIST } from './page-html.ts';
import { namesIn, stylesFor } from './used-styles.ts';

/** The exports of src/delivery/render/drawn.tsx. */
interface Screens {
  prepare(path: string): Promise<void>;
  draw(path: string, search: string, boot: unknown): { html: string; title: string };
}

/** The content of a page as React renders it. */
export interface Drawn {
  html: string;
  title: string;
  /** Returns the rules of the app's style sheet that the content uses. */
  styles(): string;
}

export interface DrawnPages {
  /**
   * Renders a page from the data that is embedded in it.
   *
   * @param route the page's path in the route table: its styles are cached by it.
   * @returns undefined if the page is to be sent without its content: under load, or if it could not be rendered.
   */
  draw(route: string, url: string, boot: string): Promise<Drawn | undefined>;
}

/** Maximum number of renders of a page. A render may start to load code of further parts, which the next render then shows. */
const MAX_RENDERS = 20;
/** Milliseconds after the first render of a page; each further wait is longer by as much, about a second in all. */
const AFTER_RENDER_MS = 5;
/** Milliseconds for which a page that could not be rendered twice in a row is not tried again. */
const AFTER_FAILURE_MS = 60_000;
/** React writes this for a part that is missing from the HTML: its code is not loaded, or it failed. */
const MISSING = '<!--$!-->';

/** Renders pages with the browser's own components, which the build bundles for the server. The bundle is loaded with the first page. */
export function createDrawnPages(
  admission: Pick<Admission, 'load'>,
  log: Pick<Log, 'error'>,
  bundle = path.join(DIST, 'drawn', 'drawn.js'),
): DrawnPages {
  let screens: Promise<Screens> | undefined;
  let sheet: string | undefined;
  /** Failures of a route in a row, and when the last one was. */
  const failures = new Map<string, { count: number; at: number }>();
  const stylesOf = new Map<string, { names: Set<string>; styles: string }>();

  /** Loads the bundle; if that fails, the next page tries again. */
  const load = async (): Promise<Screens> => {
    try {
      return (await import(pathToFileURL(bundle).href)) as Screens;
    } catch (error) {
      screens = undefined;
      throw error;
    }
  };

  const render = async (route: string, url: string, boot: string): Promise<{ html: string; title: string }> => {
    screens ??= load();
    const { prepare, draw } = await screens;
    const { pathname, search } = new URL(url, 'http://page');
    await prepare(pathname);
    const given: unknown = JSON.parse(boot);
    for (let renders = 1; ; renders += 1) {
      const drawn = draw(pathname, search, given);
      if (!drawn.html.includes(MISSING)) return drawn;
      if (renders === MAX_RENDERS) throw new Error(`A part of ${route} failed, or its code did not load.`);
      await after(AFTER_RENDER_MS * renders);
    }
  };

  /** Returns the styles for everything that the page has shown so far: nearly always the same ones as for its last request. */
  const stylesFrom = (route: string, html: string): string => {
    sheet ??= readSheet();
    const known = stylesOf.get(route) ?? { names: new Set(['#root', '#wait', 'div']), styles: '' };
    const before = known.names.size;
    for (const name of namesIn(html)) known.names.add(name);
    if (known.names.size > before) {
      known.styles = stylesFor(sheet, known.names);
      stylesOf.set(route, known);
    }
    return known.styles;
  };

  return {
    async draw(route, url, boot) {
      const failed = failures.get(route);
      // One failure may be chance: only after a second in a row does the route wait.
      const isWaiting = failed !== undefined && failed.count > 1 && performance.now() < failed.at + AFTER_FAILURE_MS;
      if (isBusy(admission) || isWaiting) return undefined;
      try {
        const drawn = await render(route, url, boot);
        failures.delete(route);
        return { ...drawn, styles: () => stylesFrom(route, drawn.html) };
      } catch (error) {
        failures.set(route, { count: (failed?.count ?? 0) + 1, at: performance.now() });
        log.error({ err: error, route }, 'page sent without its content');
        return undefined;
      }
    },
  };
}

/**
 * Returns the style sheets of parents' screens, in the order in which a page loads them (SHEETS in src/delivery/build/build-web.ts). `@font-face`
 * rules are left out, because the page already declares them.
 */
function readSheet(): string {
  const assets = path.join(DIST, 'assets');
  const files = fs.readdirSync(assets).filter((file) => file.endsWith('.css'));
  return ['style-', 'sittings-', 'parents-']
    .map((name) => fs.readFileSync(path.join(assets, files.find((file) => file.startsWith(name)) as string), 'utf8'))
    .join('')
    .replace(/@font-face\{[^}]*\}/g, '');
}
