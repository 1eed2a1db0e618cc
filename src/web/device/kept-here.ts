import { useEffect, useState } from 'react';

/** Returns whether this device has a database of that name; `true` in browsers that cannot tell. */
export async function isKeptHere(name: string): Promise<boolean> {
  const stores = await indexedDB.databases?.();
  return !stores || stores.some((store) => store.name === name);
}

/**
 * Returns what `isKeptHere` resolves to, and false until then. It is used for parts whose code is loaded only if the device has the
 * database.
 */
export function useKeptHere(name: string): boolean {
  const [kept, setKept] = useState(false);
  useEffect(() => {
    let gone = false;
    isKeptHere(name).then(
      (found) => !gone && setKept(found),
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [name]);
  return kept;
}
