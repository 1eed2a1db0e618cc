import fs from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import type { Page, PageLink } from '../src/areas/page.ts';
import { PAGES } from '../src/areas/pages.ts';

const root = path.dirname(import.meta.dirname);
/** Files of icons. An icon is imported from the first of them that exports it. */
const ICON_FILES = ['Icon.tsx', 'ParentIcon.tsx', 'StaffIcon.tsx'].map((name) => `src/web/ui/${name}`);

/** The pattern of an address as a regular expression with one group for its parameter. */
const patternOf = (address: string) => `/^${address.replaceAll('/', '\\/').replace(/:\w+/g, '([^/]+)')}$/`;

function importOf(icon: string): string {
  const file = ICON_FILES.find((name) =>
    fs.readFileSync(path.join(root, name), 'utf8').includes(`export const ${icon} `),
  );
  if (!file) throw new Error(`pages.ts: no icon ${icon} in ${ICON_FILES.join(', ')}`);
  return `import { ${icon} } from '/${file}';`;
}

/** The module of an area: its screens, and the links of its menu, its bar and its tabs. */
function areaModule(area: string): string {
  const pages = PAGES.filter((page) => page.area === area);
  const screens = pages.map(({ path, screen, place, signInAt, tells }) =>
    [
      `{ pattern: ${patternOf(path)}, load: () => import('/${screen}')`,
      ...(place ? [`place: '${place}'`] : []),
      ...(signInAt === '/' ? [] : [`signInAt: '${signInAt}'`]),
      ...(tells ? ['tells: true'] : []),
    ]
      .join(', ')
      .concat(' }'),
  );
  const linksOf = (kind: 'menu' | 'bar' | 'tab'): (Page & PageLink)[] =>
    pages.flatMap((page) => (page[kind] ? [{ ...page, ...page[kind] }] : []));
  const list = (kind: 'menu' | 'bar' | 'tab') =>
    linksOf(kind)
      .map(({ path, label, icon, place }) => `{ href: '${path}', label: '${label}', Icon: ${icon}, place: '${place}' }`)
      .join(',');
  const icons = new Set((['menu', 'bar', 'tab'] as const).flatMap((kind) => linksOf(kind).map(({ icon }) => icon)));
  return [
    ...[...icons].map(importOf),
    `export const SCREENS = [${screens.join(',')}];`,
    `export const MENU = [${list('menu')}];`,
    `export const BAR = [${list('bar')}];`,
    `export const TABS = [${list('tab')}];`,
  ].join('\n');
}

const MODULES: Record<string, () => string> = {
  'virtual:parent-pages': () => areaModule('src/areas/parent.tsx'),
  'virtual:teacher-pages': () => areaModule('src/areas/teacher.tsx'),
  'virtual:copies': () => {
    const entries = PAGES.flatMap(({ path, copy }) => (copy ? [`[${patternOf(path)}, ${JSON.stringify(copy)}]`] : []));
    return `export const COPIES = [${entries.join(',')}];`;
  },
};

/**
 * Provides the parts of the route table that the browser needs as virtual modules. For each of two areas: its pages, each with its address
 * pattern, an `import()` of its screen and its place, and the links of its menus. `virtual:copies` has the pages that are saved for reading
 * without network, with their names.
 */
export function screens(): Plugin {
  return {
    name: 'screens',
    resolveId: (id) => (id in MODULES ? `\0${id}` : undefined),
    load: (id) => MODULES[id.slice(1)]?.(),
  };
}
