import type { KnipConfig } from 'knip';
import { OPEN_PAGES, PAGES } from './src/areas/pages.ts';

export default {
  entry: [
    'src/areas/prerender.tsx',
    'src/areas/drawn.tsx',
    'src/areas/public.tsx',
    'src/web/worker/sw.ts',
    'src/features/sitting/FirstQuestion.tsx',
    'src/features/sitting/first-question.web.ts',
    'src/web/ui/catalogue.entry.tsx',
    'scripts/*.{ts,mjs}',
    'test/**/*.ts',
    'src/main.server.ts',
    'bench/preload.ts',
    // Screens that only the route table names (scripts/screens.ts).
    ...OPEN_PAGES.map(({ screen }) => screen),
    ...PAGES.flatMap(({ area, screen, parts = [] }) => [area, screen, ...parts.map((part) => part.screen)]),
  ],
  project: ['src/**/*.{ts,tsx}', 'scripts/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts'],
  ignoreDependencies: ['@biomejs/biome', '@fontsource-variable/figtree', '@fontsource/noto-sans-math'],
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
  ],
} satisfies KnipConfig;
