import type { Metric } from 'prom-client';

/**
 * A Prometheus metric read on demand: one number, or one per label value. It must be read from an index or from memory,
 * never by scanning a growing table, and must not contain personal data.
 */
export interface Figure {
  name: string;
  help: string;
  /** Name of the label. */
  label?: string;
  /** Undefined leaves the metric out. */
  read: () => Promise<number | Record<string, number> | undefined>;
}

interface Tally {
  help: string;
  label: string;
  counts: Map<string, number>;
}

const tallies = new Map<string, Tally>();

/**
 * Creates a counter of this process since its start. `name` ends with `_total`.
 *
 * @returns a function that increments it for a label value.
 */
export function tally(name: string, help: string, label: string): (value: string) => void {
  const { counts } = tallies.get(name) ?? tallies.set(name, { help, label, counts: new Map() }).get(name)!;
  return (value) => void counts.set(value, (counts.get(value) ?? 0) + 1);
}

const metrics: Metric[] = [];

/**
 * Reports a metric of this process whose labels are bounded, for what a `tally` cannot hold: several labels, or a distribution.
 *
 * @param metric created with `registers: []`.
 */
export function addMetric<M extends Metric>(metric: M): M {
  metrics.push(metric);
  return metric;
}

export const addedMetrics = (): readonly Metric[] => metrics;

export const allTallies = (): ReadonlyMap<string, Readonly<Tally>> => tallies;

type Values = Map<string, number | Record<string, number> | undefined>;

/** Milliseconds for which read metrics are cached. */
const FRESH_MS = 5_000;

/**
 * Reads all metrics sequentially, on one connection, at most once in five seconds however often they are requested.
 *
 * @returns a function that returns the last values read.
 */
export function figureReader(figures: readonly Figure[]): () => Promise<Values> {
  let reading: Promise<Values> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (!reading || performance.now() - readAt > FRESH_MS) {
      readAt = performance.now();
      reading = readAll(figures);
    }
    return reading;
  };
}

/** Reads every metric. If the database fails, the remaining metrics are skipped. */
async function readAll(figures: readonly Figure[]): Promise<Values> {
  const found: Values = new Map();
  try {
    for (const { name, read } of figures) found.set(name, await read());
  } catch {
    // Reported by `figures_read`.
  }
  return found;
}
