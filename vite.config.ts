import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { classNames } from './src/delivery/build/class-names.ts';
import { relativeText } from './src/delivery/build/relative-text.ts';
import { screens } from './src/delivery/build/screens.ts';
import { THEME } from './src/delivery/inline/programs.ts';

const root = import.meta.dirname;
const { nameOf } = classNames(path.join(root, 'src'));

/** What every build of the browser's code has in common: phones down to Chrome 88, React without its development half. */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [
    react(),
    screens(),
    {
      name: 'theme-before-first-paint',
      transformIndexHtml: (html) => html.replace('<!--theme-->', `<script>${THEME}</script>`),
    },
  ],
  resolve: {
    alias: {
      // The hook that wouter takes from this package is part of React.
      'use-sync-external-store/shim/index.js': 'react',
      // @hpke/common imports Node's module where the global one is missing. Browsers always have it.
      crypto: path.join(root, 'src/web/device/webcrypto.ts'),
    },
  },
  css: { modules: { generateScopedName: nameOf }, postcss: { plugins: [relativeText] } },
  build: {
    // With what the build looks for in its own files, Chrome 88 reads this too (src/delivery/build/old-phones.ts).
    target: 'chrome98',
    cssTarget: 'chrome88',
    outDir: 'dist',
    emptyOutDir: true,
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { input: { app: path.join(root, 'src/web/app.html') } },
  },
});
