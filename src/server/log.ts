import { type DestinationStream, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import { namesOfCall } from './request-id.ts';

export type Log = Logger;

/** Readable lines on a terminal, otherwise one JSON line per event. */
const standardOutput = (): DestinationStream =>
  process.stdout.isTTY ? pretty({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss' }) : pino.destination(1);

/**
 * Structured log on standard output, UTC times.
 *
 * Lines contain ids, never names, answers, passwords, tokens or bodies, because log readers must not see personal data.
 */
export function createLog(level: string, destination: DestinationStream = standardOutput()): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, mixin: namesOfCall }, destination);
}
