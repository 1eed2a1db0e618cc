import type { Feature } from '../../../server/feature.ts';
import { bindExports } from './exports.server.ts';
import { importFigures } from './import-thread.server.ts';
import { bindImports } from './imports.server.ts';
import { bindPasted } from './pasted.server.ts';

export const questionFiles: Feature = {
  routes(frame) {
    bindImports(frame);
    bindExports(frame);
    bindPasted(frame);
  },
  figures: () => importFigures,
};
