// Builds the server into dist/server/: one file for the program, one for each thread, and files with the code that they share. Node can run
// the sources directly, and does so in development, but stripping types costs every process and thread some 20 MB, and six hundred modules
// take more memory and time to load than a few files.
import fs from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'vite';
import { commitOfSources } from './commit.ts';

const root = path.join(import.meta.dirname, '..', '..', '..');
const source = path.join(root, 'src');

/** Matches the start of a thread: from the named file of the same folder or, without a name, from the module's own file. */
const THREAD = /new Worker\(new URL\((?:'\.\/([^']+)\.ts', )?import\.meta\.url\)/;
const nameOf = (file: string) => path.basename(file).replace(/\.ts$/, '');

/** The source file of each thread, by its name without extension. */
const threads = Object.fromEntries(
  fs.globSync('domains/**/*.server.ts', { cwd: source }).flatMap((name) => {
    const found = THREAD.exec(fs.readFileSync(path.join(source, name), 'utf8'));
    if (!found) return [];
    const file = found[1] ? path.join(path.dirname(name), `${found[1]}.ts`) : name;
    return [[nameOf(file), path.join(source, file)]];
  }),
);

/** Lets modules locate data files relative to their place in src/, but threads relative to the build. */
const places: Plugin = {
  name: 'places',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(source + path.sep)) return;
    const file = `../../${path.relative(root, id).split(path.sep).join('/')}`;
    return code.replace(
      new RegExp(`${THREAD.source}|import\\.meta\\.(url|dirname)`, 'g'),
      (found, beside: string | undefined, what: string | undefined) => {
        if (found.startsWith('new Worker'))
          return `new Worker(new URL('./${beside ?? nameOf(id)}.js', import.meta.url)`;
        return what === 'url'
          ? `new URL('${file}', import.meta.url).href`
          : `(import.meta.dirname + '/${path.posix.dirname(file)}')`;
      },
    );
  },
};

await build({
  configFile: false,
  root,
  logLevel: 'error',
  publicDir: false,
  plugins: [places],
  ssr: { noExternal: ['zod'] },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist/server',
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: { 'main.server': path.join(source, 'main.server.ts'), ...threads },
      // Packages are loaded from node_modules, as from the sources; but of zod only what is used: its package loads the messages of 50 languages.
      external: (id) => id !== 'zod' && !/^[./\0]/.test(id) && !path.isAbsolute(id),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash:8].js',
        // V8 keeps the source in memory, with two bytes for each character of a file that is not ASCII alone.
        comments: false,
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
      },
    },
  },
});

// The build cannot escape what stands in a tagged template.
const program = fs.readFileSync(path.join(root, 'dist', 'server', 'main.server.js'), 'utf8');
const beyond = /^.*[^\0-\x7f].*$/m.exec(program);
if (beyond) throw new Error(`The program is not ASCII alone; write this with escapes in its source: ${beyond[0]}`);

// `build_info` in /metrics names it.
fs.writeFileSync(path.join(root, 'dist', 'commit'), commitOfSources());
