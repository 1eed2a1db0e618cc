import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { transcriptOf } from '../support/heard.ts';

// Compares what a screen reader says on a page with the transcript in test/e2e/heard/. HEARD=update writes the transcripts instead, and a
// missing one is written.

const FOLDER = path.join(import.meta.dirname, 'heard');
/** The build of the reader for browsers, in one file. It is evaluated, so the content security policy of the page does not concern it. */
const READER = fs
  .readFileSync(createRequire(import.meta.url).resolve('@guidepup/virtual-screen-reader/browser.js'), 'utf8')
  .replace(/export\{[\w$]+ as Virtual,([\w$]+) as virtual\}/, (_, virtual) => `window.virtualReader = ${virtual}`);

interface VirtualReader {
  start(options: { container: Element }): Promise<void>;
  next(): Promise<void>;
  stop(): Promise<void>;
  lastSpokenPhrase(): Promise<string>;
  spokenPhraseLog(): Promise<string[]>;
}

/** Returns what the virtual reader says from the beginning of the page, or of the open dialog, to the end. */
async function phrasesOn(page: Page): Promise<string[]> {
  await page.evaluate(`window.virtualReader ?? (() => { ${READER}\n})()`);
  return page.evaluate(async () => {
    const reader = (window as unknown as { virtualReader: VirtualReader }).virtualReader;
    // What the reader does not know of HTML: a closed fold has no content, and its summary is a button.
    const undo: (() => void)[] = [];
    const set = (element: Element, name: string, value: string) => {
      const before = element.getAttribute(name);
      element.setAttribute(name, value);
      undo.push(() => (before === null ? element.removeAttribute(name) : element.setAttribute(name, before)));
    };
    for (const element of document.querySelectorAll('noscript')) set(element, 'aria-hidden', 'true');
    for (const fold of document.querySelectorAll('details')) {
      if (!fold.open)
        for (const inside of fold.children) if (inside.tagName !== 'SUMMARY') set(inside, 'aria-hidden', 'true');
      const summary = fold.querySelector(':scope > summary');
      if (!summary) continue;
      set(summary, 'role', 'button');
      set(summary, 'aria-expanded', String(fold.open));
    }
    const [dialog] = [...document.querySelectorAll('dialog[open]')].reverse();
    await reader.start({ container: dialog ?? document.body });
    for (let steps = 0; steps < 3000; steps += 1) {
      await reader.next();
      if ((await reader.lastSpokenPhrase()) === 'end of document') break;
      if (dialog && (await reader.lastSpokenPhrase()).startsWith('end of dialog')) break;
    }
    const log = await reader.spokenPhraseLog();
    await reader.stop();
    for (const restore of undo.reverse()) restore();
    return log;
  });
}

/** Collects the screens of a journey, and compares them with its transcript. */
export class Transcript {
  #parts: string[] = [];
  readonly #file: string;

  constructor(name: string) {
    this.#file = path.join(FOLDER, `${name}.golden.txt`);
  }

  /** Writes down what is heard now. @param moment where in the journey this is. */
  async hear(page: Page, moment: string): Promise<void> {
    await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => {});
    this.#parts.push(`# ${moment}\n\n${transcriptOf(await phrasesOn(page))}`);
  }

  /** Compares the journey with its golden transcript. */
  isAsBefore(): void {
    const text = this.#parts.join('\n');
    if (process.env['HEARD'] === 'update' || !fs.existsSync(this.#file)) {
      fs.mkdirSync(FOLDER, { recursive: true });
      fs.writeFileSync(this.#file, text);
    }
    expect(text, 'regenerate with: HEARD=update npm test -- heard').toBe(fs.readFileSync(this.#file, 'utf8'));
  }
}
