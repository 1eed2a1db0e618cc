import { randomInt } from 'node:crypto';
import type { Gateway } from './gateway.server.ts';

/** Opens a gateway for tests and demonstrations. It creates plausible references and lets the owner's browser confirm payments. */
export function openSimulated(): Gateway {
  return {
    name: 'simulated',
    browserCompletes: true,
    entity: '00000',
    createReference: async () => String(randomInt(100_000_000, 1_000_000_000)),
    withdrawReference: async () => {},
    outstanding: async () => [],
    acknowledge: async () => {},
    readCallback: () => undefined,
  };
}
