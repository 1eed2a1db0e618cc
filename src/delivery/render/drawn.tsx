import { renderToString } from 'react-dom/server';
import { App, bringScreen } from '../../areas/app.tsx';
import { queries } from '../../web/call/api.ts';
import { type Boot, boot, brand, rendered } from '../browser/boot.ts';

// The server-side entry of pages with `drawn: true`: the build makes a bundle of it, which src/delivery/serve/drawn-pages.ts loads and calls.

/** Loads the code of a page. The code of lazy parts is loaded on the first render, which omits those parts. */
export const prepare = bringScreen;

/**
 * Returns the content of `#root` exactly as the browser first renders it with the same data, and the page's title.
 *
 * The app keeps the signed-in user and the cache in module variables, which all requests share on the server. They are set and cleared
 * here, and no other request may run in between: this function must stay synchronous.
 */
export function draw(path: string, search: string, given: Boot): { html: string; title: string } {
  Object.assign(boot, given);
  Object.assign(brand, given.brand);
  Object.assign(rendered, { path, search, title: '' });
  for (const [address, answer] of Object.entries(given.cache)) queries.setQueryData([address], answer);
  try {
    return { html: renderToString(<App initialSearch="" />), title: rendered.title ?? '' };
  } finally {
    queries.clear();
    Object.assign(boot, { user: null, cache: {}, drawnAt: undefined });
    Object.assign(rendered, { path: '', search: '', title: '' });
  }
}
