import { execFileSync } from 'node:child_process';
import { startProxy } from '../test/support/proxy.ts';
import { freePort } from '../test/support/running-app.ts';

/**
 * Returns the proxy of deploy/haproxy.cfg in front of the program, so that a phone speaks TLS and HTTP/2 as it does to an installation.
 * Undefined where haproxy or openssl is not installed.
 */
export async function openProxy(to: string): Promise<{ url: string; close(): void } | undefined> {
  try {
    execFileSync('haproxy', ['-v'], { stdio: 'ignore' });
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  const bind = `127.0.0.1:${await freePort()}`;
  const { host } = new URL(to);
  return { url: `https://${bind}`, close: await startProxy(bind, [host, host]) };
}
