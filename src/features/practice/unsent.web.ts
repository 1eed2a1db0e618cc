// Whether this device has practice to send, in local storage: pages of devices without any load no code for it.

/** Event dispatched on the window when the server has accepted reviews: replies read before are out of date. */
export const PRACTICE_SENT = 'practice-sent';

const NAME = 'treino-por-enviar';

export function hasUnsentPractice(): boolean {
  try {
    return localStorage.getItem(NAME) !== null;
  } catch {
    return false;
  }
}

export function keepHasUnsentPractice(unsent: boolean): void {
  try {
    if (unsent) localStorage.setItem(NAME, '1');
    else localStorage.removeItem(NAME);
  } catch {
    // Storage is blocked: reviews are sent from the practice page only.
  }
}
