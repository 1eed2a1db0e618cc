import fs from 'node:fs';

/** Clock ticks a second of /proc/<pid>/stat on Linux. */
const TICKS = 100;

function fields(pid: number): number[] | undefined {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return undefined;
  }
}

/** CPU milliseconds that a process has used, user and system, with those of its ended children when asked. */
function cpuOf(pid: number, withEnded: boolean): number {
  const stat = fields(pid);
  if (!stat) return 0;
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = stat.slice(11, 15);
  return ((user + system + (withEnded ? endedUser + endedSystem : 0)) * 1000) / TICKS;
}

const childrenOf = (pid: number): number[] =>
  fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => fields(candidate)?.[1] === pid);

/** CPU milliseconds of the app's process. */
export const appCpu = (pid: number): number => cpuOf(pid, false);

/** CPU milliseconds of a PostgreSQL server: the postmaster, what it has reaped, and all that live beneath it. */
export const databaseCpu = (postmaster: number): number =>
  cpuOf(postmaster, true) + childrenOf(postmaster).reduce((sum, child) => sum + cpuOf(child, true), 0);

/** Resident memory of a process in MB (1,000,000 bytes). */
export function residentMb(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round((Number(line?.[1]) * 1024) / 100_000) / 10;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);
