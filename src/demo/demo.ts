import type { Database } from '../server/db/db.ts';
import type { Log } from '../server/watch/log.ts';
import { seedDemoCalculations } from './calculations.ts';
import { seedDemoDiagnostics } from './diagnostics.ts';
import { seedDemoFamily } from './family.ts';
import { seedDemoOpinions } from './opinions.ts';
import { seedDemoReadings } from './readings.ts';
import { seedDemoTrial } from './trial.ts';
import { seedDemoWritings } from './writings.ts';

/** Adds the demo accounts and their children's results to a database, unless they are there already. */
export async function seedDemo(db: Database, log: Log, secretKey: string): Promise<void> {
  await seedDemoFamily(db);
  await seedDemoDiagnostics(db);
  await seedDemoTrial(db, log);
  await seedDemoReadings(db);
  await seedDemoCalculations(db);
  await seedDemoWritings(db);
  await seedDemoOpinions(db, secretKey);
}
