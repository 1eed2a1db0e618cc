import type { Feature } from '../../../server/feature.ts';
import { bindExports } from './exports.server.ts';
import { importFigures } from './import-thread.server.ts';
import { bindImports } from './imports.server.ts';

export const questionFiles: Feature = {
  routes(frame) {
    bindImports(frame);
    bindExports(frame);
  },
  figures: () => importFigures,
};
