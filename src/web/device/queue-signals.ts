/** Events of the queue, for the test screen. */
export type QueueEvent =
  /** An answer was discarded: the attempt is over (`closed`), or the server does not accept the answer (`refused`). */
  | { kind: 'dropped'; attemptId: number; questionId: number; why: 'closed' | 'refused'; code: string }
  /** The attempt has been graded. */
  | { kind: 'completed'; attemptId: number }
  /** The attempt could not be completed now; the completion stays queued. Status 0: no network. */
  | { kind: 'finish-delayed'; attemptId: number; status: number }
  /** The attempt can never be completed, because it no longer exists. */
  | { kind: 'finish-refused'; attemptId: number; status: number; message: string }
  /** A choice, a move or a completion in another tab of this browser. */
  | { kind: 'elsewhere'; attemptId: number }
  /** The server's time, read from any reply. */
  | { kind: 'clock'; serverTime: number; roundTrip: number };

/** A message to other tabs of this browser: something was chosen or completed, an attempt was graded, or the device's data was deleted. */
export type TabMessage = { changed: number } | { completed: number } | { forgotten: true };

/** Creates the listeners of the queue, and its channel to the other tabs of this browser. */
export function createSignals() {
  const changes = new Set<() => void>();
  const events = new Set<(event: QueueEvent) => void>();
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('caderneta');
  // On the server, which renders a test's first question, the channel must not keep the process alive.
  (channel as { unref?: () => void } | null)?.unref?.();
  return {
    changed(): void {
      for (const listener of changes) listener();
    },
    emit(event: QueueEvent): void {
      for (const listener of events) listener(event);
    },
    post: (message: TabMessage) => channel?.postMessage(message),
    onMessage(listener: (message: TabMessage) => void): void {
      if (channel) channel.onmessage = ({ data }: MessageEvent<TabMessage>) => listener(data);
    },
    /** Registers a listener that is called when the save state of an attempt may have changed, as useSyncExternalStore needs. */
    subscribe(listener: () => void): () => void {
      changes.add(listener);
      return () => changes.delete(listener);
    },
    onEvent(listener: (event: QueueEvent) => void): () => void {
      events.add(listener);
      return () => events.delete(listener);
    },
  };
}

export type Signals = ReturnType<typeof createSignals>;
