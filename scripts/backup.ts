// Writes a backup of the whole database, consistent even while the app runs.
//   npm run backup -- --help
import fs from 'node:fs';
import path from 'node:path';
import { backupFolder, makeBackup } from '../src/server/db/backup.ts';
import { putInPlace } from '../src/server/db/durable.ts';
import { command, withDatabase } from './operating.ts';

const HELP = `npm run backup -- [--to PASTA]

Faz uma cópia de segurança de tudo o que está na base de dados, num só ficheiro, tal como estava num só momento; a
aplicação pode continuar a trabalhar. O ficheiro fica em DATA_DIR/backups e, com --to, também na PASTA indicada; sem
DATA_DIR no ambiente de um servidor de base de dados, só na PASTA, e é a si que cabe apagá-lo em 30 dias.
Não inclui SECRET_KEY (guarde-a à parte) nem a fila de trabalhos.

Repõe-se com npm run restore.`;

/** Puts a copy of a finished file into a folder. It has a temporary name while it is written, so that a partial file is never taken for a backup. */
async function copyTo(folder: string, file: string): Promise<string> {
  const there = path.join(folder, path.basename(file));
  fs.copyFileSync(file, `${there}.partial`);
  await putInPlace(`${there}.partial`, there);
  return there;
}

await command(HELP, { to: { type: 'string' } }, (config, { to }) =>
  withDatabase(
    config,
    async (db) => {
      const there = typeof to === 'string' ? to : undefined;
      if (there) fs.mkdirSync(there, { recursive: true });
      // A second copy in the default folder would never be deleted: the operator does not know of it, and later runs use another folder.
      const isOnlyThere = there !== undefined && config.databaseUrl !== undefined && !config.dataDirIsGiven;
      const dataDir = isOnlyThere ? fs.mkdtempSync(path.join(there, '.copia-')) : config.dataDir;
      try {
        const made = await makeBackup(db, dataDir, new Date(), config.backupKeep);
        const file = path.join(backupFolder(dataDir), made.name);
        const copied = there && (await copyTo(there, file));
        console.log(
          `Cópia feita: ${isOnlyThere ? copied : file} (${made.rows} linhas, ${(made.bytes / 1_000_000).toFixed(1)} MB)`,
        );
        if (copied && !isOnlyThere) console.log(`E em ${copied}`);
      } finally {
        if (isOnlyThere) fs.rmSync(dataDir, { recursive: true, force: true });
      }
    },
    // The backup before an upgrade may be made by the new version.
    'any',
  ),
);
