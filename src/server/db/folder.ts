import fs from 'node:fs';
import path from 'node:path';

/** Reads the files with an extension in a subfolder, sorted by name; returns none if the subfolder does not exist. */
export function readFolder(folder: string, part: string, ending: string): { name: string; text: string }[] {
  const place = path.join(folder, part);
  if (!fs.existsSync(place)) return [];
  return fs
    .readdirSync(place)
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => ({ name, text: fs.readFileSync(path.join(place, name), 'utf8') }));
}
