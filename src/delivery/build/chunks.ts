import path from 'node:path';
import type { Rolldown } from 'vite';

/**
 * Code that is used together, by chunk: prefixes of paths below the project's root. On a slow line a further request often costs more than
 * the bytes that it would save, but unneeded bytes cost time too. The bundler itself decides about all other modules.
 */
export const CHUNKS: Readonly<Record<string, readonly string[]>> = {
  /** Needed by the app, and by pages that have not loaded it: who has the phone, units of time, and new ids. */
  hands: [
    'src/web/call/mode',
    'src/web/call/narrow',
    'src/web/device/hands',
    'src/web/device/room',
    'src/web/device/uuid',
    'src/web/device/sealed/opener',
    'src/shared/time',
  ],
  /** React alone. The file imports none of our code, so its name stays the same between releases and browsers keep it cached. */
  react: ['node_modules/react/', 'node_modules/react-dom/', 'node_modules/scheduler/'],
  /** What most pages show. What the app's page imports statically is added to it. */
  app: [
    'src/web/ui/base/',
    'src/web/parts/Empty',
    'src/web/parts/Failed',
    'src/web/parts/fold',
    'src/web/device/is-kept-here',
    'src/web/device/kept-here',
    'src/web/device/now',
    'src/areas/Unreachable',
    'src/areas/reload-when-back',
    'src/areas/take-over',
    'src/domains/sitting/sitting/just-finished',
    'src/shared/initial',
    'src/shared/logo',
    'src/shared/months',
    'src/shared/unbroken',
  ],
  /** The frame of a parent's screens, their cache, and common texts. */
  frame: [
    'node_modules/@tanstack/',
    'virtual:parent-pages',
    'src/areas/Cached',
    'src/areas/Frame',
    'src/areas/home/Tabs.module',
    'src/areas/parent',
    'src/delivery/render/kept-page',
    'src/web/call/api',
    'src/web/parts/ChildNotFound',
    'src/web/parts/text',
    'src/web/ui/icons/ParentIcon',
    'src/web/ui/lists/Badge',
    'src/web/ui/lists/Header',
    'src/web/ui/lists/Score.',
    'src/domains/knowing/history/family.tsx',
    'src/domains/knowing/history/History.module',
    'src/domains/knowing/results/results.rules',
    'src/domains/knowing/results/sentences.rules',
    'src/domains/money/plans/plans.rules',
    'src/domains/money/plans/webinars.rules',
    'src/shared/dates',
    'src/shared/money',
    'src/shared/text',
    'src/shared/words',
  ],
  /** What every store on the device needs. */
  stores: ['node_modules/idb/', 'src/web/device/forget.', 'src/web/device/journal'],
  /** Code that stores answers: used by the test, and by any page that finds unsent answers. */
  device: [
    'src/web/device/answer-queue',
    'src/web/device/device-',
    'src/web/call/photo-form',
    'src/web/device/drafts',
    'src/web/device/queue',
    'src/web/device/waiting',
    'src/delivery/browser/early-start',
    'src/domains/sitting/sitting/server-clock',
    'src/domains/sitting/sitting/sitting-work',
    'src/domains/sitting/sitting/sitting.rules',
  ],
  /** Components that show a question, wherever it is shown. */
  reading: [
    'src/web/ui/paper/Drawing',
    'src/domains/bank/test-bank/Formatted',
    'src/domains/bank/test-bank/Question.module',
    'src/web/parts/ReadAloud',
    'src/domains/bank/test-bank/heard.rules',
    'src/domains/bank/test-bank/presented.rules',
    'src/domains/bank/test-bank/tests.rules',
    'src/domains/bank/test-bank/room.rules',
    'src/shared/young',
    'src/web/device/voices',
    'src/web/parts/reads-itself',
  ],
  /** Shown together after an answer: a tile for each alternative, and the sentence about the mistake behind a wrong one. */
  alternatives: ['src/web/ui/paper/OptionTile', 'src/domains/knowing/results/wrong-answer'],
  /** The line of dots that shows progress. */
  progress: ['src/shared/fio', 'src/web/ui/paper/Fio'],
  /** Components for answering a question. */
  question: [
    'src/web/ui/paper/Timer',
    'src/domains/bank/test-bank/Question.tsx',
    'src/domains/sitting/sitting/TakeTest.module',
  ],
};

/** Returns the chunk whose list names a module, by the module's path below the project's root. */
export const chunkOf = (module: string): string | undefined =>
  Object.keys(CHUNKS).find((name) => CHUNKS[name]?.some((prefix) => module.startsWith(prefix)));

/** Groups of modules for the bundler. Modules that the entry imports statically, and that no list names, are in the chunk `app`. */
export function chunkGroups(root: string, entry: string) {
  let shell: Set<string> | undefined;
  const nameOf = (id: string, graph: Rolldown.ChunkingContext) => {
    shell ??= staticImports(path.join(root, entry), graph);
    return chunkOf(below(root, id)) ?? (shell.has(id) ? 'app' : null);
  };
  return [
    // The bundler's helpers are separate, because pages that have not loaded the app need them too.
    { name: 'helpers', test: /rolldown.runtime/ },
    { name: nameOf, debugName: 'chunks' },
  ];
}

/** Returns the path of a module below the project's root, with forward slashes; the name of a virtual module as it is. */
export const below = (root: string, id: string): string =>
  id.startsWith('\0') ? id.slice(1) : path.relative(root, id.replace(/\?.*/, '')).split(path.sep).join('/');

function staticImports(entry: string, graph: Rolldown.ChunkingContext): Set<string> {
  const found = new Set([entry]);
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}
