import { hasTooManyTags, MAX_PASTED } from '../../../shared/questions/question-limits.ts';
import { reader, refresh } from '../../../web/call/api.ts';
import { caller } from '../../../web/call/call.ts';
import { pager } from '../../../web/call/pager.ts';
import type { authoringContract } from './authoring.contract.ts';
import type { pastedContract } from './pasted.contract.ts';
import type { themesContract } from './themes/themes.contract.ts';

// Code that the teachers' screens share: their calls, and the cached lists that a change invalidates.

export const useTeaching = reader<typeof authoringContract>();
export const useTeachingPages = pager<typeof authoringContract>();
export const useThemePages = pager<typeof themesContract>();
export const callTeaching = caller<typeof authoringContract>();

/** Invalidates everything that was read of the bank, because every change is visible in several lists. */
export const refreshBank = () =>
  refresh(
    '/api/teacher/tests',
    '/api/teacher/themes',
    '/api/teacher/questions',
    '/api/teacher/coverage',
    '/api/teacher/deleted',
    '/api/teacher/statistics',
  );

const callPasted = caller<typeof pastedContract>();

/** Formats and elements for which pasted HTML is worth more than its plain text. */
const SHOWS =
  /<(?:b|strong|u|ins|sup|sub|table|math|img|i|em|s|strike|del)[\s>]|font-weight|text-decoration|vertical-align|mso-text-raise|class="katex/i;

export const isWorthReading = (html: string): boolean =>
  html.length <= MAX_PASTED && SHOWS.test(html) && !hasTooManyTags(html);

/** Returns pasted HTML in the bank's notation, and notes on what it could not keep; the plain text if the server cannot do it. */
export async function readPasted(html: string, plain: string): Promise<{ text: string; notes: readonly string[] }> {
  try {
    return await callPasted('POST /api/teacher/pasted', { body: { html } });
  } catch {
    return { text: plain, notes: ['Colou-se só o texto, sem negrito, sublinhado nem tabelas.'] };
  }
}
