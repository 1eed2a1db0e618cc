// Restores a backup into a temporary folder and starts the app on it, to prove that the backup works. The app sends no mail and reaches no
// payment gateway.
//   npm run rehearse -- --help
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { StartRefused } from '../src/server/config.ts';
import { recordRehearsal } from '../src/server/db/backup.ts';
import { startEmbedded } from '../src/server/db/embedded.ts';
import { restoreBackup } from '../src/server/db/restore.ts';
import { command } from './operating.ts';
import { PROGRAM_ENVIRONMENT, SOURCES } from './program.mjs';

const HELP = `npm run rehearse -- --from FICHEIRO [--port 3999] [--end]

Ensaia a reposição de uma cópia de segurança: repõe-na numa pasta temporária, confere-a e arranca a aplicação sobre ela,
para que se entre e se veja um resultado recente. Ctrl+C acaba o ensaio e apaga tudo; com --end acaba assim que a
aplicação está pronta.

O ensaio não toca em mais nada: não usa DATABASE_URL, os mails são ficheiros da pasta temporária, e não há pagamentos nem
mensagens para telemóveis. Do ambiente só vêm SECRET_KEY, para que os segundos passos abram, e DATA_DIR, onde fica apontado
em backups/ensaio.json quando foi o ensaio; sem isso, o Painel Administrativo avisa que nunca houve nenhum.`;

const READY_WITHIN_MS = 60_000;

/** Returns the part of this environment that the app gets: nothing that leads to a real database, mail server, gateway or phone. */
function environmentOf(dataDir: string, port: string, secretKey: string): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return {
    ...(PATH === undefined ? {} : { PATH }),
    ...(HOME === undefined ? {} : { HOME }),
    ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
    DATA_DIR: dataDir,
    PORT: port,
    SECRET_KEY: secretKey,
    DEMO: '0',
    BACKUP_EVERY: '0',
    LOG_LEVEL: 'warn',
    // A host that does not exist: push messages waiting in the backup must not reach a phone.
    PUSH_SERVICES: 'push.invalid',
  };
}

async function ready(url: string, app: ChildProcess): Promise<void> {
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until && app.exitCode === null; ) {
    const reply = await fetch(`${url}/readyz`).catch(() => undefined);
    await reply?.arrayBuffer();
    if (reply?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new StartRefused('A aplicação não arrancou sobre a cópia reposta.');
}

/** Starts the app on the restored data; resolves when the command is to end. */
async function show(
  dataDir: string,
  port: string,
  secretKey: string,
  ends: boolean,
  interruption: AbortSignal,
  onReady: () => void,
): Promise<void> {
  const url = `http://127.0.0.1:${port}`;
  const app = spawn(process.execPath, [...SOURCES], {
    cwd: path.dirname(import.meta.dirname),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...PROGRAM_ENVIRONMENT, ...environmentOf(dataDir, port, secretKey) },
  });
  const ended = new Promise<void>((resolve) => app.on('exit', () => resolve()));
  const stop = () => app.kill('SIGTERM');
  interruption.addEventListener('abort', stop);
  try {
    await ready(url, app).catch((error: unknown) => {
      interruption.throwIfAborted();
      throw error;
    });
    onReady();
    console.log(`A aplicação está pronta em ${url}${ends ? '.' : ' (Ctrl+C acaba e apaga tudo).'}`);
    if (!ends) await ended;
  } finally {
    stop();
    await ended;
  }
}

/** Records the rehearsal for the administrators' panel. A failure to do so is ignored, because the rehearsal itself has succeeded. */
function note(dataDir: string): void {
  try {
    recordRehearsal(dataDir, new Date());
  } catch (error) {
    console.error(`O ensaio não ficou apontado em ${dataDir}: ${(error as Error).message}`);
  }
}

await command(
  HELP,
  { from: { type: 'string' }, port: { type: 'string' }, end: { type: 'boolean' } },
  async ({ secretKey, dataDir: ownDataDir }, { from, port = '3999', end }) => {
    if (typeof from !== 'string' || !fs.existsSync(from))
      throw new StartRefused('Indique com --from um ficheiro que exista.');
    // Before the folder exists: the default handlers would end the command without removing it.
    const interruption = new AbortController();
    const interrupt = () => interruption.abort(new StartRefused('Ensaio interrompido: nada ficou.'));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'caderneta-rehearsal-'));
    // The embedded database may run as another user.
    fs.chmodSync(dataDir, 0o755);
    try {
      const embedded = await startEmbedded(path.join(dataDir, 'postgres'));
      try {
        interruption.signal.throwIfAborted();
        const { tables, rows, at } = await restoreBackup(embedded.url(), from, interruption.signal);
        console.log(`Reposta e conferida a cópia de ${at.toISOString()}: ${tables} tabelas, ${rows} linhas.`);
      } finally {
        await embedded.stop();
      }
      interruption.signal.throwIfAborted();
      await show(dataDir, String(port), secretKey, end === true, interruption.signal, () => note(ownDataDir));
      console.log('Ensaio acabado: nada ficou.');
    } finally {
      fs.rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
