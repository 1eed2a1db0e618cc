import { execFileSync } from 'node:child_process';
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

/** CPU milliseconds of a process (user and system), optionally including its ended children. */
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

/**
 * CPU milliseconds of a PostgreSQL server: the postmaster, its ended children and its running ones. Repeated when
 * a process started or ended during the reading, because one that ended in between would not be counted at all.
 */
export function databaseCpu(postmaster: number): number {
  for (;;) {
    const children = childrenOf(postmaster);
    const used = children.reduce((sum, child) => sum + cpuOf(child, true), cpuOf(postmaster, true));
    if (childrenOf(postmaster).join() === children.join()) return used;
  }
}

/** CPU milliseconds of this process's children that have ended. */
export const endedChildrenCpu = (): number => cpuOf(process.pid, true) - cpuOf(process.pid, false);

/** CPU milliseconds of this process. */
export function ownCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** CPU milliseconds of the whole machine; a run reports from it how much other processes used. */
export function machineCpu(): number {
  const line = fs.readFileSync('/proc/stat', 'utf8').split('\n')[0] as string;
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, stolen = 0] = line.split(/\s+/).slice(1).map(Number);
  return ((user + nice + system + irq + softIrq + stolen) * 1000) / TICKS;
}

const kilobytesIn = (file: string, field: string): number =>
  Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(fs.readFileSync(file, 'utf8'))?.[1] ?? 0);

/** Resident memory of a process in MB (1,000,000 bytes). */
export const residentMb = (pid: number): number => (kilobytesIn(`/proc/${pid}/status`, 'VmRSS') * 1024) / 1e6;

/**
 * Memory of a PostgreSQL server in MB, with shared memory counted once.
 *
 * @returns undefined without permission to read it.
 */
export function databaseMb(postmaster: number): number | undefined {
  try {
    const pids = [postmaster, ...childrenOf(postmaster)];
    return pids.reduce((sum, pid) => sum + (kilobytesIn(`/proc/${pid}/smaps_rollup`, 'Pss') * 1024) / 1e6, 0);
  } catch {
    return undefined;
  }
}

export function machine(): string[] {
  const cpu = fs.readFileSync('/proc/cpuinfo', 'utf8');
  const model = /model name\s*:\s*(.+)/.exec(cpu)?.[1] ?? 'unknown processor';
  const cores = cpu.match(/^processor\s*:/gm)?.length ?? 0;
  const memory = (kilobytesIn('/proc/meminfo', 'MemTotal') * 1024) / 1e9;
  const kernel = execFileSync('uname', ['-sr'], { encoding: 'utf8' }).trim();
  return [`${cores} cores`, model, `${memory.toFixed(1)} GB of memory`, kernel];
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Returns the middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return Number.isInteger(middle)
    ? ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
    : (sorted[Math.floor(middle)] ?? 0);
}

/** Milliseconds between two readings of the size: short enough to see the peak of a file that takes a second. */
const EVERY_MS = 100;

/** Returns the largest resident size of a process in MB while something runs. */
export async function mostDuring(pid: number, work: () => Promise<void>): Promise<number> {
  let most = residentMb(pid);
  const look = setInterval(() => {
    most = Math.max(most, residentMb(pid));
  }, EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(look);
  }
  return most;
}
