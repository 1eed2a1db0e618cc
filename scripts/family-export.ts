// Exports all data of one family in the format of its own download, for requests that arrive by letter.
//   npm run family:export -- --help
import fs from 'node:fs';
import { usernameKey } from '../src/domains/people/accounts/accounts.rules.ts';
import { readOwnData } from '../src/domains/telling/own-data/data.server.ts';
import { StartRefused } from '../src/server/config.ts';
import { audit } from '../src/server/watch/audit.ts';
import { command, withDatabase } from './operating.ts';

const HELP = `npm run family:export -- --user NOME --to FICHEIRO

Escreve num ficheiro JSON tudo o que se guarda de uma família: conta, aparelhos, filhos, testes, respostas, resultados,
avisos e pagamentos. É o mesmo que a família pode descarregar em Definições. O pedido fica no registo de auditoria.`;

await command(HELP, { user: { type: 'string' }, to: { type: 'string' } }, async (config, { user, to }) => {
  if (typeof user !== 'string' || typeof to !== 'string') throw new StartRefused('Indique --user e --to.');
  await withDatabase(config, async (db) => {
    const found = await db.row<{ id: number }>('select id from users where username_key = $1', [usernameKey(user)]);
    const data = found && (await readOwnData(db, found.id));
    if (!data) throw new StartRefused(`Não há nenhuma conta com o nome de usuário ${user}.`);
    if (fs.existsSync(to)) throw new StartRefused(`Já existe um ficheiro ${to}.`);
    // Audited first: no file may exist of which the audit log knows nothing.
    await audit(db, { userId: null, action: 'user.exported', subject: `user ${found.id}`, address: null });
    fs.writeFileSync(to, `${JSON.stringify(data, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    console.log(`Escrito em ${to}. Contém dados de crianças: entregue-o em mão e apague-o depois.`);
  });
});
