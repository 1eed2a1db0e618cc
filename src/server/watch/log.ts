import { createRequire } from 'node:module';
import { type DestinationStream, type Logger, pino } from 'pino';
import type pretty from 'pino-pretty';
import { namesOfCall } from '../http/request-id.ts';

export type Log = Logger;

/** Readable lines on a terminal, otherwise one JSON line per event. */
function standardOutput(): DestinationStream {
  if (!process.stdout.isTTY) return pino.destination(1);
  const readable = createRequire(import.meta.url)('pino-pretty') as typeof pretty;
  return readable({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss' });
}

/**
 * Structured log on standard output, UTC times.
 *
 * Lines contain ids, never names, answers, passwords, tokens or bodies, because log readers must not see personal data.
 */
export function createLog(level: string, destination: DestinationStream = standardOutput()): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, mixin: namesOfCall }, destination);
}
