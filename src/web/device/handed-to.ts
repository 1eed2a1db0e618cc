import { WHOM } from './hands.ts';

/** Stores the data that the child's home needs to start without network. */
export function storeHandedTo(whom: unknown): void {
  try {
    localStorage.setItem(WHOM, JSON.stringify(whom));
  } catch {
    // Storage is blocked: the child's home then needs a network.
  }
}

/** Returns what `storeHandedTo` stored, or undefined if nothing was. */
export function readHandedTo(): unknown {
  try {
    return JSON.parse(localStorage.getItem(WHOM) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
