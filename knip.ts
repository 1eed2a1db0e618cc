import type { KnipConfig } from 'knip';
import { OPEN_PAGES } from './src/areas/entry-pages.ts';
import { PAGES } from './src/areas/pages.ts';

export default {
  entry: [
    'src/delivery/render/prerender.tsx',
    'src/delivery/render/drawn.tsx',
    'src/delivery/render/public.tsx',
    'src/delivery/worker/sw.ts',
    'src/domains/sitting/sitting/FirstQuestion.tsx',
    'src/domains/sitting/sitting/first-question.web.ts',
    'src/web/ui/catalogue/catalogue.entry.tsx',
    'scripts/*.{ts,mjs}',
    'src/delivery/build/*.ts',
    // Built into strings (src/delivery/build/inline.ts).
    'src/delivery/inline/*.ts',
    // Named by an alias in vite.config.ts.
    'src/web/device/webcrypto.ts',
    'test/**/*.ts',
    'src/main.server.ts',
    // Started as a process by bare.ts.
    'bench/bare-server.ts',
    'bench/preload.ts',
    'bench/release.ts',
    // Screens that only the route table names (src/delivery/build/screens.ts).
    ...OPEN_PAGES.map(({ screen }) => screen),
    ...PAGES.flatMap(({ area, screen, parts = [] }) => [area, screen, ...parts.map((part) => part.screen)]),
  ],
  project: ['src/**/*.{ts,tsx}', 'scripts/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts'],
  // The screen reader is read as a file and evaluated in the page (test/e2e/hear.ts).
  ignoreDependencies: ['@biomejs/biome', '@fontsource-variable/figtree', '@guidepup/virtual-screen-reader'],
  // A type may be exported only because the signature of an exported function names it.
  ignoreExportsUsedInFile: { interface: true, type: true },
  ignoreBinaries: [
    'useradd',
    'pgrep',
    'mount',
    'umount',
    'du',
    'apt-get',
    'openssl',
    'psql',
    'pgbench',
    'haproxy',
    'ip',
    'fallocate',
    'espeak-ng',
    'opusenc',
  ],
} satisfies KnipConfig;
