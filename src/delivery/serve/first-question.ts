import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DIST } from './page-html.ts';

type Draw = (sitting: unknown) => Promise<string>;
let bundle: Promise<{ drawFirstQuestion: Draw }> | undefined;

/**
 * Renders the first question of a sitting as HTML, for a phone that has not loaded the app yet. The renderer is loaded on the first call.
 *
 * @returns undefined if there is no build or the question cannot be rendered. The phone then waits for the app.
 */
export async function drawFirstQuestion(sitting: unknown): Promise<string | undefined> {
  bundle ??= import(pathToFileURL(path.join(DIST, 'first', 'FirstQuestion.js')).href) as Promise<{
    drawFirstQuestion: Draw;
  }>;
  try {
    return await (await bundle).drawFirstQuestion(sitting);
  } catch {
    return undefined;
  }
}
