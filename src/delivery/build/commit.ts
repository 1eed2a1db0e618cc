import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Returns the commit of the checkout, or SOURCE_COMMIT where there is none, as in the image; empty if neither is known. */
export function commitOfSources(): string {
  if (process.env['SOURCE_COMMIT']) return process.env['SOURCE_COMMIT'];
  const cwd = path.join(import.meta.dirname, '..', '..', '..');
  const checkout = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd, encoding: 'utf8' });
  return checkout.status === 0 ? checkout.stdout.trim() : '';
}
