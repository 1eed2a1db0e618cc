// This module uses built-ins only, because it runs before anything is installed.
import fs from 'node:fs';
import path from 'node:path';

const packagesIn = (file) => JSON.parse(fs.readFileSync(file, 'utf8')).packages ?? {};

/**
 * Returns whether npm has installed everything that package-lock.json names. npm records what it installed in
 * `node_modules/.package-lock.json`; optional packages of other systems are not in it.
 *
 * @param {string} root the folder of package-lock.json.
 * @returns {boolean}
 */
export function isInstalled(root) {
  const noted = path.join(root, 'node_modules', '.package-lock.json');
  if (!fs.existsSync(noted)) return false;
  try {
    const there = packagesIn(noted);
    return Object.entries(packagesIn(path.join(root, 'package-lock.json'))).every(([name, wanted]) => {
      const found = there[name];
      if (name === '' || (!found && wanted.optional)) return true;
      return found?.version === wanted.version && found?.integrity === wanted.integrity;
    });
  } catch {
    // The record is unreadable, so the installation is incomplete.
    return false;
  }
}
