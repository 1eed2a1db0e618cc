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
 * Gives the browser the parts of the route table that it needs, as two virtual modules. `virtual:screens` lists the pages of the
 * parents' area, each with its address pattern, an `import()` of its screen and the entry of the navigation bar to highlight.
 * `virtual:copies` lists the pages that are saved for reading without network, with their names.
 */
export function screens(): Plugin {
  return {
    name: 'screens',
    resolveId: (id) => (id in MODULES ? `\0${id}` : undefined),
    load: (id) => MODULES[id.slice(1)]?.(),
  };
}
