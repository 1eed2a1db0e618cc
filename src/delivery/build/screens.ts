import fs from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { AUTH_PAGE, OPEN_PAGES } from '../../areas/entry-pages.ts';
import type { Page, PageLink } from '../../areas/page.ts';
import { PAGES } from '../../areas/pages.ts';
import { MAX_BUILD } from '../../shared/phones/phone-report.ts';
import { commitOfSources } from './commit.ts';

const root = path.join(import.meta.dirname, '..', '..', '..');
/** Files of icons. An icon is imported from the first of them that exports it. */
const ICON_FILES = ['base/Icon.tsx', 'icons/ParentIcon.tsx', 'icons/StaffIcon.tsx'].map((name) => `src/web/ui/${name}`);

const PARENTS = 'src/areas/parent.tsx';

/** Returns an address within a regular expression; the group is its parameter. */
const partOf = (address: string) => address.replaceAll('/', '\\/').replace(/:\w+/g, '([^/]+)');
const patternOf = (address: string) => `/^${partOf(address)}$/`;

function importOf(icon: string): string {
  const file = ICON_FILES.find((name) =>
    fs.readFileSync(path.join(root, name), 'utf8').includes(`export const ${icon} `),
  );
  if (!file) throw new Error(`pages.ts: no icon ${icon} in ${ICON_FILES.join(', ')}`);
  return `import { ${icon} } from '/${file}';`;
}

/** Returns the module of an area: its screens, and the links of its menu, its bar and its tabs. */
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

/**
 * Returns the pattern of an area: everything below the first segment that its pages share; or its only page, without the addresses of other
 * areas that the page's parameter would match.
 */
function patternOfArea(pages: readonly Pick<Page, 'path'>[]): string {
  const [page = { path: '' }, ...more] = pages;
  if (more.length > 0) return `/^\\/${page.path.split('/')[1]}(\\/|$)/`;
  const own = partOf(page.path);
  const others = PAGES.filter(({ path }) => path !== page.path && new RegExp(`^${own}$`).test(path));
  const except = others.map(({ path }) => `(?!${partOf(path)}\\/?$)`).join('');
  return `/^${except}${own}\\/?$/`;
}

/** Returns the areas with addresses of their own: all except the parents' and the child's, which show all other addresses. */
function areas(): string {
  const pages = PAGES.filter(({ area, childMode }) => area !== PARENTS && childMode !== 'only');
  const ofArea = Map.groupBy(pages, ({ area }) => area);
  const entry = (source: string, pattern: string, ...flags: (boolean | undefined)[]) =>
    `[${pattern}, () => import('/${source}')${flags.some(Boolean) ? `, ${flags.map(Boolean).join(', ')}` : ''}]`;
  const entries = [
    ...OPEN_PAGES.map((page) => entry(page.screen, patternOfArea([page]), true)),
    ...[...ofArea].map(([source, its]) => {
      const [first] = its;
      return entry(source, patternOfArea(its), first?.childMode === 'too', first?.isSitting);
    }),
  ];
  return `export const AREAS = [${entries.join(',')}];`;
}

/** Returns the parts of the administrators' panel. */
function parts(): string {
  const all = PAGES.flatMap((page) => page.parts ?? []);
  const entries = all.map(
    ({ id, label, icon, screen }) =>
      `{ id: '${id}', label: '${label}', Icon: ${icon}, load: () => import('/${screen}') }`,
  );
  return [...all.map(({ icon }) => importOf(icon)), `export const PARTS = [${entries.join(',')}];`].join('\n');
}

const MODULES: Record<string, () => string> = {
  'virtual:areas': areas,
  'virtual:admin-pages': parts,
  'virtual:parent-pages': () => areaModule(PARENTS),
  'virtual:teacher-pages': () => areaModule('src/areas/teacher.tsx'),
  'virtual:copies': () => {
    const entries = PAGES.flatMap(({ path, copy }) => (copy ? [`[${patternOf(path)}, ${JSON.stringify(copy)}]`] : []));
    return `export const COPIES = [${entries.join(',')}];`;
  },
  'virtual:phone-report': () => {
    const paths = [AUTH_PAGE, ...OPEN_PAGES, ...PAGES].map(({ path }) => path);
    const isFixed = (path: string) => !path.includes(':');
    const ordered = [...paths.filter(isFixed), ...paths.filter((path) => !isFixed(path))];
    return `export const BUILD = ${JSON.stringify(commitOfSources().slice(0, MAX_BUILD))};export const PATHS = ${JSON.stringify(ordered)};`;
  },
};

/**
 * Provides the parts of the route table that the browser needs as virtual modules: the areas by address; for each of two areas its
 * pages, each with its address pattern, an `import()` of its screen and its place, and the links of its menus; the parts of the
 * administrators' panel. `virtual:copies` has the pages that are saved for reading without network, with their names;
 * `virtual:phone-report` has the patterns of all addresses, and the commit.
 */
export function screens(): Plugin {
  return {
    name: 'screens',
    resolveId: (id) => (id in MODULES ? `\0${id}` : undefined),
    load: (id) => MODULES[id.slice(1)]?.(),
  };
}
