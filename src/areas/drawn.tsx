import { renderToString } from 'react-dom/server';
import { queries } from '../web/api.ts';
import { type Boot, boot, brand, rendered } from '../web/boot.ts';
import { App, bringScreen } from './app.tsx';

// The server's half of a page that arrives drawn: the build makes a bundle of it, which src/server/drawn-pages.ts loads and calls.

/** Loads the code of a page. Its parts load theirs when they are rendered first, and are missing until then. */
export const prepare = bringScreen;

/**
 * The content of `#root` as the browser renders it first with the same data, and the page's title.
 *
 * The app keeps who is here and what was read in its modules, of which the server has one copy for everybody. Nothing of a page
 * may be left there for the next one, and nothing may run in between: this function is not to become asynchronous.
 */
export function draw(path: string, search: string, given: Boot): { html: string; title: string } {
  Object.assign(boot, given);
  Object.assign(brand, given.brand);
  Object.assign(rendered, { path, search, title: '' });
  for (const [address, answer] of Object.entries(given.cache)) queries.setQueryData([address], answer);
  try {
    return { html: renderToString(<App initialTab="login" />), title: rendered.title ?? '' };
  } finally {
    queries.clear();
    Object.assign(boot, { user: null, cache: {}, drawnAt: undefined });
    Object.assign(rendered, { path: '', search: '', title: '' });
  }
}
