// Loaded before the app by the variants of bench/split.ts: changes how it uses the driver, without a setting in the app
// that would serve no other purpose.
import pg from 'pg';

const connections = Number(process.env['BENCH_CONNECTIONS'] ?? 0);
if (connections > 0) {
  const Pool = pg.Pool;
  // The queue's own pool stays as it is.
  pg.Pool = class extends Pool {
    constructor(options: pg.PoolConfig = {}) {
      super(options.application_name === 'caderneta' ? { ...options, max: connections } : options);
    }
  } as typeof Pool;
}

if (process.env['BENCH_UNPREPARED']) {
  const query = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, first: unknown, ...rest: unknown[]) {
    const unnamed =
      typeof first === 'object' && first !== null && 'name' in first ? { ...first, name: undefined } : first;
    return query.call(this, unnamed, ...rest);
  } as typeof pg.Client.prototype.query;
}
