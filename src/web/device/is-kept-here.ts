/** Returns whether this device has a database of that name; `true` in browsers that cannot tell, or that have none at all. */
export async function isKeptHere(name: string): Promise<boolean> {
  const stores = await globalThis.indexedDB?.databases?.();
  return !stores || stores.some((store) => store.name === name);
}
