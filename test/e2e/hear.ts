import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { transcriptOf } from '../support/heard.ts';
import { expect } from './fixtures.ts';

// Compares what a screen reader says on a page with the transcript in test/e2e/heard/. HEARD=update writes the transcripts instead.

const FOLDER = path.join(import.meta.dirname, 'heard');
const REGENERATE = 'HEARD=update npm test -- heard';
const isUpdate = process.env['HEARD'] === 'update';

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

/** What comes from the bank of questions, and the words that stand for it: a transcript is about the product's own words. */
const OF_THE_BANK: Readonly<Record<string, string>> = {
  'fieldset h1': '‹pergunta›',
  'fieldset:has(h1) label': '‹resposta›',
  'form details > :not(summary)': '‹texto›',
};

/** Returns what the virtual reader says from the beginning of the page, or of the open dialog, to the end. */
async function phrasesOn(page: Page): Promise<string[]> {
  await page.evaluate(`window.virtualReader ?? (() => { ${READER}\n})()`);
  return page.evaluate(async (ofTheBank) => {
    const reader = (window as unknown as { virtualReader: VirtualReader }).virtualReader;
    const undo: (() => void)[] = [];
    const set = (element: Element, name: string, value: string) => {
      const before = element.getAttribute(name);
      element.setAttribute(name, value);
      undo.push(() => (before === null ? element.removeAttribute(name) : element.setAttribute(name, before)));
    };
    for (const [selector, word] of Object.entries(ofTheBank))
      for (const element of document.querySelectorAll(selector)) {
        let said = word;
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          const text = texts.currentNode as Text;
          const before = text.data;
          text.data = said;
          said = '';
          undo.push(() => {
            text.data = before;
          });
        }
      }
    // A message of a few seconds is announced (see `announced`), and not part of the page.
    for (const message of document.querySelectorAll('[popover="manual"]:has(> [role="alert"])'))
      set(message, 'aria-hidden', 'true');
    // What the reader does not know of HTML: a closed fold has no content, and its summary is a button.
    for (const element of document.querySelectorAll('noscript')) set(element, 'aria-hidden', 'true');
    // It reads the attribute `selected`, which an option has only if the server drew the page.
    for (const option of document.querySelectorAll('option')) set(option, 'aria-selected', String(option.selected));
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
  }, OF_THE_BANK);
}

/** Collects the screens of a journey, and compares each with the journey's transcript. */
export class Transcript {
  #parts: string[] = [];
  readonly #file: string;
  /** The parts of the golden transcript. */
  readonly #golden: readonly string[];

  constructor(name: string) {
    this.#file = path.join(FOLDER, `${name}.golden.txt`);
    if (!isUpdate && !fs.existsSync(this.#file)) throw new Error(`${this.#file} is missing: ${REGENERATE}`);
    this.#golden = isUpdate ? [] : fs.readFileSync(this.#file, 'utf8').split(/\n(?=# )/);
  }

  /** Compares what is heard now, once all of the page is drawn. @param moment where in the journey this is. */
  async hear(page: Page, moment: string): Promise<void> {
    await page.waitForLoadState('networkidle');
    await expect(page.getByText('A carregar…', { exact: true }).filter({ visible: true })).toHaveCount(0);
    const heard = async () => `# ${moment}\n\n${transcriptOf(await phrasesOn(page))}`;
    if (isUpdate) {
      // What is still arriving would differ.
      let last = '';
      await expect
        .poll(
          async () => {
            const before = last;
            last = await heard();
            return last === before;
          },
          { intervals: [1_000] },
        )
        .toBe(true);
      this.#parts.push(last);
      return;
    }
    const golden = this.#golden[this.#parts.length];
    await expect.poll(heard, { message: `${moment}; to change it: ${REGENERATE}` }).toBe(golden);
    this.#parts.push(golden as string);
  }

  /** Writes the transcript, or checks that all of it was heard. */
  ends(): void {
    if (!isUpdate) {
      expect(this.#parts).toEqual(this.#golden);
      return;
    }
    fs.mkdirSync(FOLDER, { recursive: true });
    fs.writeFileSync(this.#file, this.#parts.join('\n'));
  }
}
