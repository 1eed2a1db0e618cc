// Writes a backup of the whole database, consistent even while the app runs.
//   npm run backup -- --help
import fs from 'node:fs';
import path from 'node:path';
import { backupFolder, makeBackup } from '../src/server/db/backup.ts';
import { putInPlace } from '../src/server/db/durable.ts';
import { command, withDatabase } from './operating.ts';

const HELP = `npm run backup -- [--to PASTA]

Faz uma cópia de segurança de tudo o que está na base de dados, num só ficheiro, tal como estava num só momento; a
aplicação pode continuar a trabalhar. O ficheiro fica em DATA_DIR/backups e, com --to, também na PASTA indicada.
Não inclui SECRET_KEY (guarde-a à parte) nem a fila de trabalhos.

Repõe-se com npm run restore.`;

await command(HELP, { to: { type: 'string' } }, (config, { to }) =>
  withDatabase(
    config,
    async (db) => {
      const made = await makeBackup(db, config.dataDir, new Date(), config.backupKeep);
      const file = path.join(backupFolder(config.dataDir), made.name);
      console.log(`Cópia feita: ${file} (${made.rows} linhas, ${(made.bytes / 1_000_000).toFixed(1)} MB)`);
      if (typeof to !== 'string') return;
      fs.mkdirSync(to, { recursive: true });
      // The file has a temporary name while it is written, so that a partial file is never taken for a backup.
      const there = path.join(to, made.name);
      fs.copyFileSync(file, `${there}.partial`);
      await putInPlace(`${there}.partial`, there);
      console.log(`E em ${there}`);
    },
    // The backup before an upgrade may be made by the new version.
    'any',
  ),
);
