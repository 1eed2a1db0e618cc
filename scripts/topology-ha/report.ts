export interface Row {
  proof: string;
  times: number;
  /** Seconds without a successful write, one number for each run. */
  seconds: number[];
  bound: number | undefined;
  note: string;
}

const percentile95 = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] as number;

/** Prints a table for bench/topology.md and returns the requirements that were not met. */
export function print(rows: readonly Row[]): string[] {
  console.log(
    '\n| proof | times | seconds without writes: median, p95, most | bound for p95 | |\n|---|--:|---|--:|---|',
  );
  const problems: string[] = [];
  for (const { proof, times, seconds, bound, note } of rows) {
    const sorted = [...seconds].sort((a, b) => a - b);
    const figures =
      sorted.length === 0
        ? ''
        : [sorted[Math.floor(sorted.length / 2)], percentile95(sorted), sorted.at(-1)]
            .map((value) => value?.toFixed(1))
            .join(', ');
    if (bound !== undefined && !(percentile95(sorted) <= bound)) problems.push(`${proof}: ${figures} > ${bound}`);
    console.log(`| ${proof} | ${times} | ${figures} | ${bound ?? ''} | ${note} |`);
  }
  return problems;
}
