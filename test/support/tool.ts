import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..', '..');

export interface ToolRun {
  /** Exit code; null if the process was killed. */
  status: number | null;
  /** Its output, if `quiet` was set. */
  printed: string;
}

/**
 * Runs a script of this project or of a package with this Node, from the project's folder, and waits for its end asynchronously: this
 * process must keep reading the pipes of the servers that it started, because they block otherwise.
 */
export function runTool(
  arguments_: readonly string[],
  options: { env?: Record<string, string>; quiet?: boolean; timeout?: number } = {},
): Promise<ToolRun> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const child = spawn(process.execPath, arguments_, {
      cwd: root,
      env: { ...process.env, ...options.env },
      stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      ...(options.timeout ? { timeout: options.timeout } : {}),
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (printed += chunk));
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, printed }));
  });
}
