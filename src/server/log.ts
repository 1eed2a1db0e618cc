import { type DestinationStream, type Logger, pino } from 'pino';
import { namesOfCall } from './request-id.ts';

export type Log = Logger;

/**
 * Structured log on standard output, one JSON line an event, UTC times.
 *
 * Lines carry ids, never names, answers, passwords, tokens or bodies: whoever reads logs needs no child's data.
 */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, mixin: namesOfCall }, destination);
}
