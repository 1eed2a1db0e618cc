const listeners = new Set<() => void>();

/** Registers a function that is called when the user has signed out on this page. */
export function onForget(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls the registered functions, which delete the user's data in this page and on this device. */
export function forgetHere(): void {
  for (const listener of listeners) listener();
}
