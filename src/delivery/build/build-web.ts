// Builds the browser app into dist/: hashed files, the app's page, prerendered documents and the service worker. Each file is also stored
// compressed, so that the server never compresses it.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, type Plugin } from 'vite';
import { PAGES } from '../../areas/pages.ts';
import type { Rendered } from '../render/rendered.ts';
import { filesOf, type Manifest } from '../serve/built-files.ts';
import { splitStyles, usedStyles } from '../serve/used-styles.ts';
import { below, chunkGroups } from './chunks.ts';
import { classNames } from './class-names.ts';
import { makeIcons } from './icons.ts';
import { beyondChrome88 } from './old-phones.ts';
import { screens } from './screens.ts';

const root = path.join(import.meta.dirname, '..', '..', '..');
const dist = path.join(root, 'dist');
const rendererFolder = path.join(root, 'node_modules', '.cache', 'prerender');
const stylesFolder = path.join(root, 'node_modules', '.cache', 'document-styles');

process.env['NODE_ENV'] = 'production';

/** The script that the page of a test loads before the app. */
const FIRST_QUESTION = 'src/domains/sitting/sitting/first-question.web.ts';
/** Areas used on larger screens and faster lines. */
const STAFF_AREAS = ['src/areas/teacher.tsx', 'src/areas/admin.tsx'];
/**
 * Style sheets by kind of page. The rules of a module are in the first sheet whose modules reach it without the areas that come later. A
 * child's home, signing in, and what these share with other pages load only the first sheet; each area loads the sheets up to its own
 * (src/delivery/browser/styles.ts).
 */
const SHEETS = [
  { name: 'style', areas: [] as string[], modules: new Set<string>() },
  {
    name: 'sittings',
    areas: PAGES.flatMap(({ isSitting, area }) => (isSitting ? [area] : [])),
    modules: new Set<string>(),
  },
  {
    name: 'parents',
    areas: ['src/areas/parent.tsx', 'src/areas/writing.tsx', 'src/areas/opinion.tsx'],
    modules: new Set<string>(),
  },
  { name: 'staff', areas: STAFF_AREAS, modules: new Set<string>() },
];
/** The built file of each module that can be fetched separately: the manifest names only modules that are alone in their file. */
const fileOf = new Map<string, string>();
/** The file that every page loads first. */
let shellFile = '';
const whoseModules: Plugin = {
  name: 'whose-modules',
  enforce: 'pre',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      if (chunk.isEntry && chunk.name === 'app') shellFile = chunk.fileName;
      for (const id of chunk.moduleIds)
        if (this.getModuleInfo(id)?.dynamicImporters.length) fileOf.set(below(root, id), chunk.fileName);
    }
    SHEETS.forEach(({ modules }, place) => {
      const later = SHEETS.slice(place + 1).flatMap(({ areas }) => areas);
      const walk = (id: string): void => {
        const module = below(root, id);
        if (modules.has(module) || later.includes(module)) return;
        modules.add(module);
        const found = this.getModuleInfo(id);
        for (const next of [...(found?.importedIds ?? []), ...(found?.dynamicallyImportedIds ?? [])]) walk(next);
      };
      for (const id of this.getModuleIds()) if (this.getModuleInfo(id)?.isEntry) walk(id);
    });
  },
};

await build({
  configFile: path.join(root, 'vite.config.ts'),
  logLevel: 'warn',
  plugins: [whoseModules],
  build: {
    cssCodeSplit: false,
    modulePreload: {
      polyfill: false,
      // The panels are entered only by loading their page, which names their files itself; what the importing file needs is loaded already.
      resolveDependencies: (file, files, { hostId }) =>
        STAFF_AREAS.some((area) => fileOf.get(area) === file)
          ? []
          : files.filter((one) => one !== hostId && one !== shellFile),
    },
    rolldownOptions: {
      input: { app: path.join(root, 'src/web/app.html'), first: path.join(root, FIRST_QUESTION) },
      output: {
        // The names contain hashes only, to save bytes: every file lists the files that it may load. The manifest says what is in each.
        chunkFileNames: 'assets/[hash:8].js',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: chunkGroups(root, 'src/web/app.html'),
        },
      },
    },
  },
});
await build({
  configFile: path.join(root, 'vite.config.ts'),
  // Its warnings are about splitting the code, which does not matter here.
  logLevel: 'error',
  build: {
    ssr: 'src/delivery/render/prerender.tsx',
    outDir: rendererFolder,
    manifest: false,
    rolldownOptions: { input: 'src/delivery/render/prerender.tsx' },
  },
});
// The server imports the results: src/delivery/serve/first-question.ts and src/delivery/serve/drawn-pages.ts.
await buildForServer('src/domains/sitting/sitting/FirstQuestion.tsx', 'first');
await buildForServer('src/delivery/render/drawn.tsx', 'drawn');
// The documents' styles are built separately: shared parts would split the app into more files.
await build({
  configFile: path.join(root, 'vite.config.ts'),
  logLevel: 'warn',
  build: {
    outDir: stylesFolder,
    manifest: false,
    cssCodeSplit: false,
    // Exports are preserved. Without that, the modules of an entry that nobody imports would be dropped, together with their styles.
    rolldownOptions: { input: path.join(root, 'src/delivery/render/public.tsx'), preserveEntrySignatures: 'strict' },
  },
});
await build({
  configFile: false,
  root,
  logLevel: 'warn',
  publicDir: false,
  plugins: [screens()],
  build: {
    target: ['es2020', 'chrome88'],
    outDir: path.join(dist, 'public'),
    emptyOutDir: true,
    reportCompressedSize: false,
    rolldownOptions: { input: 'src/delivery/worker/sw.ts', output: { entryFileNames: 'sw.js', format: 'iife' } },
  },
});

// Comments without spaces are placeholders that the server fills in; those with spaces are for developers and are removed.
const page = fs.readFileSync(path.join(dist, 'src', 'web', 'app.html'), 'utf8');
fs.writeFileSync(path.join(dist, 'app.html'), page.replace(/\s*<!-- .*? -->/g, ''));
fs.rmSync(path.join(dist, 'src'), { recursive: true });
fs.cpSync(path.join(root, 'src', 'web', 'public'), path.join(dist, 'public'), { recursive: true });
await makeIcons(path.join(dist, 'public'));

const manifest = JSON.parse(fs.readFileSync(path.join(dist, 'manifest.json'), 'utf8')) as Manifest;
for (const [module, file] of fileOf) {
  const entry = Object.values(manifest).find((known) => known.file === file);
  if (entry) manifest[module] ??= { ...entry };
}
splitStyleSheet();
const shell = fs.readFileSync(path.join(dist, 'app.html'), 'utf8');
const theme = /<script>[\s\S]*?<\/script>/.exec(shell)?.[0] ?? '';

const { renderDocuments } = (await import(path.join(rendererFolder, 'prerender.js'))) as {
  renderDocuments: () => Promise<Rendered[]>;
};
const documentStyles = readStyles();
fs.mkdirSync(path.join(dist, 'pages'), { recursive: true });
for (const document of await renderDocuments()) {
  fs.writeFileSync(
    path.join(dist, 'pages', document.file),
    document.app ? appDocument(document) : plainDocument(document),
  );
}
// The results of these two builds are not served.
fs.rmSync(rendererFolder, { recursive: true });
fs.rmSync(stylesFolder, { recursive: true });

for (const name of fs.readdirSync(path.join(dist, 'assets'))) {
  if (!name.endsWith('.js')) continue;
  const found = beyondChrome88(fs.readFileSync(path.join(dist, 'assets', name), 'utf8'));
  if (found.length > 0) throw new Error(`assets/${name} is not for Chrome 88: ${found.join(', ')}`);
}

for (const folder of ['assets', 'public']) {
  for (const name of fs.readdirSync(path.join(dist, folder))) {
    if (!/\.(js|css|svg|txt|html|json)$/.test(name)) continue;
    const file = path.join(dist, folder, name);
    const bytes = fs.readFileSync(file);
    fs.writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }),
    );
    fs.writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

/**
 * Bundles a module that renders screens on the server, and writes the bundle to a folder of dist/. React is bundled with it, so that
 * its production build is used whatever NODE_ENV says.
 */
async function buildForServer(source: string, folder: string): Promise<void> {
  await build({
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'error',
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ssr: source,
      target: 'node20',
      outDir: path.join(dist, folder),
      manifest: false,
      rolldownOptions: { input: source },
    },
  });
}

/** Splits the app's style sheet into SHEETS. The manifest names each, with the areas that load it. */
function splitStyleSheet(): void {
  const assets = path.join(dist, 'assets');
  const [whole, ...more] = fs.readdirSync(assets).filter((name) => name.endsWith('.css'));
  if (!whole || more.length > 0) throw new Error('The build is to make one style sheet.');
  const { moduleOf } = classNames(path.join(root, 'src'));
  const { typefaces, others: rules } = takeTypefaces(fs.readFileSync(path.join(assets, whole), 'utf8').trim());
  let rest = rules;
  const sheets = SHEETS.map(({ name, areas, modules }) => {
    const { theirs, others } = splitStyles(rest, (className) => {
      const module = moduleOf(className);
      return module !== undefined && !modules.has(`src/${module}`);
    });
    rest = theirs;
    const file = `assets/${name}-${createHash('sha256').update(others).digest('base64url').slice(0, 8)}.css`;
    fs.writeFileSync(path.join(dist, file), others);
    return { file, areas };
  });
  if (rest) throw new Error('Rules of a module that no page reaches.');
  fs.rmSync(path.join(assets, whole));
  const [first = '', ...later] = sheets.map(({ file }) => file);
  const named = fs
    .readFileSync(path.join(dist, 'app.html'), 'utf8')
    .replace(`assets/${whole}`, () => first)
    .replace('<link rel="stylesheet"', (link) => `<style>${typefaces}</style>${link}`);
  fs.writeFileSync(
    path.join(dist, 'app.html'),
    named.replace(
      '<!--styles-->',
      () => `<meta name="styles" content="${later.map((file) => `/${file}`).join(' ')}" />`,
    ),
  );
  for (const [place, { areas }] of sheets.entries()) {
    for (const area of areas) {
      const entry = manifest[area];
      if (!entry) throw new Error(`${area} is not in the build`);
      entry.css = [...(entry.css ?? []), ...later.slice(0, place)];
    }
  }
  fs.writeFileSync(path.join(dist, 'manifest.json'), JSON.stringify(manifest, null, 2));
}

/**
 * Takes the `@font-face` rules out of the style sheet, for the page to declare inline. If a style sheet declared them a second time, the
 * browser would load the fonts again and the text would shift. The font of rarely used characters stays in the style sheet.
 */
function takeTypefaces(css: string): { typefaces: string; others: string } {
  const everywhere = (css.match(/@font-face\{[^}]*\}/g) ?? []).filter((face) => !face.includes('figtree-signs'));
  return {
    typefaces: everywhere.join(''),
    others: everywhere.reduce((rest, face) => rest.replace(face, ''), css),
  };
}

/** Returns a page of the app with its first render included; the scripts hydrate it. */
function appDocument({ head, body, screen }: Rendered): string {
  const files = screen ? filesOf(manifest, screen).filter((file) => !shell.includes(file)) : [];
  const links = files.map((file) =>
    file.endsWith('.css') ? `<link rel="stylesheet" href="/${file}">` : `<link rel="modulepreload" href="/${file}">`,
  );
  return shell
    .replace('<meta name="robots" content="noindex" />', '')
    .replace('<!--head-->', () => head + links.join(''))
    .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`);
}

/**
 * Returns a document that does not load the app: its styles are inline and its only script is the theme's, so that it is readable with the
 * first bytes.
 */
function plainDocument({ head, body }: Rendered): string {
  const styles = usedStyles(documentStyles, body);
  return `<!doctype html><html lang="pt-AO"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="/favicon.svg" type="image/svg+xml">${theme}${head}<style>${styles}</style></head><body><!--notice-->${body}</body></html>`;
}

function readStyles(): string {
  const folder = path.join(stylesFolder, 'assets');
  const css = fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.css'))
    .map((name) => fs.readFileSync(path.join(folder, name), 'utf8'))
    .join('')
    .trim();
  for (const [, file] of css.matchAll(/url\(["']?\/([^"')]+)/g)) {
    if (!fs.existsSync(path.join(dist, file as string)))
      throw new Error(`The documents name ${file}, which the app's build did not make.`);
  }
  return css;
}
