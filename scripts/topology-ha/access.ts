import fs from 'node:fs';
import https from 'node:https';
import net from 'node:net';
import pg from 'pg';
import { APP_ADDRESS, addressOf, type Cluster, pause } from './machines.ts';

/** Tries what a machine of the apps may and may not do with the machines of the database; returns each finding and whether it holds. */
export async function proveAccess(cluster: Cluster): Promise<[string, boolean][]> {
  const { primary } = await cluster.whole();
  const ca = fs.readFileSync(cluster.authority);

  /** Connects to the primary from the address of an app, and returns the code of the refusal, or "in". */
  const connect = async (role: string, database: string, encrypted = true): Promise<string> => {
    const client = new pg.Client({
      host: addressOf(primary),
      port: 5432,
      user: role,
      password: cluster.password,
      database,
      ssl: encrypted ? ({ ca, host: addressOf(primary) } as object) : false,
      stream: () => {
        const socket = new net.Socket();
        const open = socket.connect.bind(socket) as (options: net.SocketConnectOpts) => net.Socket;
        socket.connect = ((port: number, host: string) =>
          open({ port, host, localAddress: APP_ADDRESS })) as typeof socket.connect;
        return socket;
      },
    });
    client.on('error', () => {});
    return client.connect().then(
      () => client.end().then(() => 'in'),
      (error: { code?: string }) => error.code ?? String(error),
    );
  };
  const etcd = await new Promise<string>((resolve) => {
    https
      .get({ host: addressOf(primary), port: 2379, path: '/v2/keys/service', ca }, (response) =>
        resolve(`${response.statusCode}`),
      )
      .on('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'error'));
  });
  const restart = async (...shows: ('certificate' | 'password')[]) =>
    (
      await cluster.askPatroni(primary, 'POST', '/restart', {
        body: { postgres_version: '1.0', restart_pending: true },
        shows,
      })
    ).status;
  const [nobody, onlyPassword, onlyCertificate] = [
    await restart(),
    await restart('password'),
    await restart('certificate'),
  ];
  await pause(100);
  return [
    ['the app reaches its database over TLS', (await connect('caderneta', 'caderneta')) === 'in'],
    ['without TLS it does not', (await connect('caderneta', 'caderneta', false)) === '28000'],
    ['the superuser does not get in from an app’s machine', (await connect('postgres', 'postgres')) === '28000'],
    [`etcd does not answer without a certificate of the cluster (${etcd})`, /^E/.test(etcd)],
    [
      `Patroni changes nothing without a certificate and the password (${nobody}, ${onlyPassword}, ${onlyCertificate})`,
      [nobody, onlyPassword, onlyCertificate].every((status) => status === 401 || status === 403),
    ],
  ];
}
