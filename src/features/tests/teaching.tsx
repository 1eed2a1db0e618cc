import { reader, refresh } from '../../web/api.ts';
import { CallError, caller } from '../../web/call.ts';
import { pager } from '../../web/paged.ts';
import { toast } from '../../web/ui/Toast.tsx';
import type { authoringContract } from './authoring.contract.ts';

// What the teachers' screens share: their calls, and what becomes of the cache and of a refusal after them.

export const useTeaching = reader<typeof authoringContract>();
export const useTeachingPages = pager<typeof authoringContract>();
export const callTeaching = caller<typeof authoringContract>();

/** Whatever was read of the bank is out of date: every change shows in several lists. */
export const refreshBank = () => refresh('/api/teacher/tests', '/api/teacher/questions', '/api/teacher/coverage');

export const failureOf = (error: unknown) => (error instanceof CallError ? error : new CallError(0, '', 'offline'));

/** The specification's error toast: its title, what failed, and the server's own words. */
export function failed(title: string, what: string, error: unknown): void {
  toast({ kind: 'error', title, text: `${what}: ${failureOf(error).said}` });
}
export const succeeded = (text: string) => toast({ kind: 'success', title: 'Sucesso', text });

/** The list inside its JSON text; empty when it cannot be read (specification §4). */
export function alternativesOf(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return [];
  }
}

/** Text, or the markup that the server made of it where there is mathematics. */
export function Text({ plain, html, className }: { plain: string; html: string | undefined; className?: string }) {
  return html === undefined ? (
    <p className={className}>{plain}</p>
  ) : (
    <p className={className} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
