import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DIST } from './page-html.ts';

type Draw = (sitting: unknown) => string;
let bundle: Promise<{ drawFirstQuestion: Draw }> | undefined;

/**
 * The first question of a sitting as HTML, for a phone whose app is still on its way. Loaded with the first that asks.
 *
 * @returns undefined without a build, or if it cannot be drawn: the phone then waits for the app.
 */
export async function drawFirstQuestion(sitting: unknown): Promise<string | undefined> {
  bundle ??= import(pathToFileURL(path.join(DIST, 'first', 'FirstQuestion.js')).href) as Promise<{
    drawFirstQuestion: Draw;
  }>;
  try {
    return (await bundle).drawFirstQuestion(sitting);
  } catch {
    return undefined;
  }
}
