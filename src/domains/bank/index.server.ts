import type { Feature } from '../../server/feature.ts';
import { authoring } from './authoring/index.server.ts';
import { curriculum } from './curriculum/index.server.ts';
import { questionFiles } from './question-files/index.server.ts';
import { questionLists } from './question-lists/index.server.ts';
import { tests } from './test-bank/index.server.ts';
import { variants } from './variants/index.server.ts';

/** The features of `bank` that serve calls or pages, run jobs or report metrics. The API document lists their endpoints in this order. */
export const bank: readonly Feature[] = [curriculum, tests, authoring, questionLists, questionFiles, variants];
