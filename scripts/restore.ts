// Restores a backup into an empty database and compares it row by row.
//   npm run restore -- --help
import fs from 'node:fs';
import path from 'node:path';
import { StartRefused } from '../src/server/config.ts';
import { hasEmbedded } from '../src/server/db/embedded.ts';
import { restoreBackup } from '../src/server/db/restore.ts';
import { command, withAddress } from './operating.ts';

const HELP = `DATA_DIR=PASTA-NOVA npm run restore -- --from FICHEIRO
DATABASE_URL=postgres://… npm run restore -- --from FICHEIRO

Repõe uma cópia de segurança num lugar novo: uma pasta de dados que ainda não existe, ou uma base de dados vazia. Cada
tabela é conferida, linha a linha, com o que foi guardado; se algo não bate certo, nada fica. A cópia de uma versão
anterior é actualizada no fim. Depois arranque a aplicação com o mesmo DATA_DIR (ou DATABASE_URL) e a mesma SECRET_KEY.`;

await command(HELP, { from: { type: 'string' } }, async (config, { from }) => {
  if (typeof from !== 'string' || !fs.existsSync(from))
    throw new StartRefused('Indique com --from um ficheiro que exista.');
  if (!config.databaseUrl) {
    const folder = path.join(config.dataDir, 'postgres');
    if (hasEmbedded(folder))
      throw new StartRefused(
        `Já há dados em ${config.dataDir}. Indique outro DATA_DIR: uma cópia só se repõe num lugar novo.`,
      );
  }
  await withAddress(
    config,
    async (url) => {
      const { tables, rows, at, migrated } = await restoreBackup(url, from);
      console.log(`Reposta e conferida a cópia de ${at.toISOString()}: ${tables} tabelas, ${rows} linhas.`);
      if (migrated.length > 0) console.log(`Actualizada com ${migrated.join(', ')}.`);
    },
    { fresh: true },
  );
});
