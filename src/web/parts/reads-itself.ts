// Whether questions are read aloud to a child automatically, as the parent has set on this device.

const nameOf = (childId: number) => `ler:${childId}`;

export function readsItself(childId: number): boolean {
  try {
    return localStorage.getItem(nameOf(childId)) !== null;
  } catch {
    return false;
  }
}

export function setReadsItself(childId: number, on: boolean): void {
  try {
    if (on) localStorage.setItem(nameOf(childId), '1');
    else localStorage.removeItem(nameOf(childId));
  } catch {
    // Without storage the child taps "Ouvir".
  }
}
