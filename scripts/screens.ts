import type { Plugin } from 'vite';
import { PAGES } from '../src/areas/pages.ts';

/** The pattern of an address as a regular expression, whose group is its parameter. */
const patternOf = (path: string) => `/^${path.replaceAll('/', '\\/').replace(/:\w+/g, '([^/]+)')}$/`;

const MODULES: Record<string, () => string> = {
  'virtual:screens': () => {
    const entries = PAGES.filter(({ area }) => area === 'src/areas/parent.tsx').map(
      ({ path, screen, place }) =>
        `[${patternOf(path)}, () => import(${JSON.stringify(`/${screen}`)})${place ? `, '${place}'` : ''}]`,
    );
    return `export const SCREENS = [${entries.join(',')}];`;
  },
  'virtual:copies': () => {
    const entries = PAGES.flatMap(({ path, copy }) => (copy ? [`[${patternOf(path)}, ${JSON.stringify(copy)}]`] : []));
    return `export const COPIES = [${entries.join(',')}];`;
  },
};

/**
 * What the browser needs of the route table, so that it needs no list of its own: `virtual:screens` has each page of the parents'
 * area, with the pattern of its address, an `import()` of its screen and its place in the bar; `virtual:copies` the pages of
 * which the device keeps a copy, with their names.
 */
export function screens(): Plugin {
  return {
    name: 'screens',
    resolveId: (id) => (id in MODULES ? `\0${id}` : undefined),
    load: (id) => MODULES[id.slice(1)]?.(),
  };
}
