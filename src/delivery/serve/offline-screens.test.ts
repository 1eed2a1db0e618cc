import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Manifest } from './built-files.ts';
import { OFFLINE, offlineFiles, WITH_NETWORK } from './offline-screens.ts';

const root = path.join(import.meta.dirname, '..', '..', '..');

const [screen = ''] = OFFLINE;
const [withNetwork = ''] = WITH_NETWORK;

test('a phone keeps what its screens load later, and what that loads later; not the other pages, nor what needs the network', () => {
  const built: Manifest = {
    'src/web/app.html': { file: 'app.js', dynamicImports: [screen, 'Dashboard.tsx', '_moved.js'] },
    [screen]: { file: 'screen.js', css: ['screen.css'], imports: ['_shared.js'], dynamicImports: ['End.tsx'] },
    '_shared.js': { file: 'shared.js', dynamicImports: ['Offer.tsx'] },
    'Offer.tsx': { file: 'offer.js' },
    'End.tsx': { file: 'end.js', css: ['end.css'], dynamicImports: ['Drawing.tsx'] },
    'Drawing.tsx': { file: 'drawing.js' },
    // The bundler put it into a file with another name.
    '_moved.js': { file: 'out.js' },
    [withNetwork]: { file: 'out.js' },
    'Dashboard.tsx': { file: 'dashboard.js', dynamicImports: ['Bell.tsx'] },
    'Bell.tsx': { file: 'bell.js' },
  };
  expect(offlineFiles(built, [screen, 'Dashboard.tsx']).sort()).toEqual([
    'app.js',
    'drawing.js',
    'end.css',
    'end.js',
    'offer.js',
    'screen.css',
    'screen.js',
    'shared.js',
  ]);
});

test('the lists name files that exist', () => {
  expect([...OFFLINE, ...WITH_NETWORK].filter((name) => !fs.existsSync(path.join(root, name)))).toEqual([]);
});
