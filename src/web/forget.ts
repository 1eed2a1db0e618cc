const listeners = new Set<() => void>();

/** Called when the user has signed out on this page. */
export function onForget(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Lets everything that keeps a user's data in this page or on this device drop it. */
export function forgetHere(): void {
  for (const listener of listeners) listener();
}
