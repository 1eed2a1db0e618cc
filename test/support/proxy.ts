import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './running-app.ts';

const config = path.join(import.meta.dirname, '..', '..', 'deploy', 'haproxy.cfg');

/**
 * Starts the proxy of deploy/haproxy.cfg with a new certificate. haproxy and openssl must be installed.
 *
 * @param bind host and port that it listens on.
 * @param apps host and port of each app process.
 * @param requests most requests of one address in 10 seconds: in these runs one address stands for a town.
 * @returns a function that stops it.
 */
export async function startProxy(
  bind: string,
  apps: readonly [string, string],
  requests = 1_000_000,
): Promise<() => void> {
  const folder = temporaryFolder();
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  const made = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost'.split(' ');
  execFileSync('openssl', [...made, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  fs.appendFileSync(certificate, fs.readFileSync(key));
  const haproxy = spawn('haproxy', ['-db', '-f', config], {
    env: {
      ...process.env,
      PROXY_BIND: bind,
      PROXY_CERTIFICATE: certificate,
      PROXY_REQUESTS: String(requests),
      APP_ONE: apps[0],
      APP_TWO: apps[1],
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  process.once('exit', () => haproxy.kill());
  haproxy.stderr.on('data', (chunk: Buffer) => process.env['TOPOLOGY_LOG'] && process.stderr.write(chunk));
  // Waits until the proxy has found the processes ready.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  return () => {
    haproxy.kill();
    fs.rmSync(folder, { recursive: true, force: true });
  };
}
