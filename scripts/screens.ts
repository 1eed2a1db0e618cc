import type { Plugin } from 'vite';
import { PAGES } from '../src/areas/pages.ts';

const NAME = 'virtual:screens';

/**
 * `virtual:screens`: for each page of the parents' area, the pattern of its address and an `import()` of its
 * screen. Made from the route table, so that the browser's router needs no list of its own.
 */
export function screens(): Plugin {
  return {
    name: 'screens',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) => (id === `\0${NAME}` ? moduleOf('src/areas/parent.tsx') : undefined),
  };
}

function moduleOf(area: string): string {
  const entries = PAGES.filter((page) => page.area === area).map(({ path, screen }) => {
    const pattern = `/^${path.replaceAll('/', '\\/').replace(/:\w+/g, '([^/]+)')}$/`;
    return `[${pattern}, () => import(${JSON.stringify(`/${screen}`)})]`;
  });
  return `export const SCREENS = [${entries.join(',')}];`;
}
