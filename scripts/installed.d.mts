/** Returns whether npm has installed everything that package-lock.json names. */
export function isInstalled(root: string): boolean;
