import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../test/support/running-app.ts';
import { pause } from './report.ts';

interface Proxy {
  url: string;
  close(): void;
}

const config = path.join(import.meta.dirname, '..', 'deploy', 'haproxy.cfg');

/**
 * The proxy of deploy/haproxy.cfg in front of the program, so that a phone speaks TLS and HTTP/2 as it does to an installation.
 * Undefined where haproxy or openssl is not installed.
 */
export async function openProxy(to: string): Promise<Proxy | undefined> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'caderneta-proxy-'));
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  const made = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost'.split(' ');
  const remove = () => fs.rmSync(folder, { recursive: true, force: true });
  try {
    execFileSync('haproxy', ['-v'], { stdio: 'ignore' });
    execFileSync('openssl', [...made, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  } catch {
    remove();
    return undefined;
  }
  fs.appendFileSync(certificate, fs.readFileSync(key));
  const bind = `127.0.0.1:${await freePort()}`;
  const { host } = new URL(to);
  const haproxy = spawn('haproxy', ['-db', '-f', config], {
    env: { ...process.env, PROXY_BIND: bind, PROXY_CERTIFICATE: certificate, APP_ONE: host, APP_TWO: host },
    stdio: 'ignore',
  });
  // Until it has found the program ready.
  await pause(1_500);
  return {
    url: `https://${bind}`,
    close() {
      haproxy.kill();
      remove();
    },
  };
}
