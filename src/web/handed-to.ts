import { WHOM } from './child-mode.ts';

/** Keeps what the child's home needs for a start without network. */
export function keepHandedTo(whom: unknown): void {
  try {
    localStorage.setItem(WHOM, JSON.stringify(whom));
  } catch {
    // Then the home needs a network.
  }
}

/** What `keepHandedTo` kept; undefined without it. */
export function readHandedTo(): unknown {
  try {
    return JSON.parse(localStorage.getItem(WHOM) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
