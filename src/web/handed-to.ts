import { WHOM } from './child-mode.ts';

/** Stores what the child's home needs for a start without network. */
export function storeHandedTo(whom: unknown): void {
  try {
    localStorage.setItem(WHOM, JSON.stringify(whom));
  } catch {
    // Then the home needs a network.
  }
}

/** What `storeHandedTo` stored; undefined if nothing. */
export function readHandedTo(): unknown {
  try {
    return JSON.parse(localStorage.getItem(WHOM) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
