// Replaces SECRET_KEY and re-encrypts everything that is encrypted with the old key.
//   npm run secret:rotate -- --help
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { resealSecondFactors } from '../src/domains/people/account-settings/second-factor.server.ts';
import { resealPhotos } from '../src/domains/skills/opinions/ending.server.ts';
import { SHORTEST_SECRET, StartRefused } from '../src/server/config.ts';
import type { Transaction } from '../src/server/db/db.ts';
import { putInPlace } from '../src/server/db/durable.ts';
import { audit } from '../src/server/watch/audit.ts';
import { appIsRunning, command, withDatabase } from './operating.ts';

const HELP = `NEW_SECRET_KEY=NOVA npm run secret:rotate -- --env-file FICHEIRO   (a antiga é a SECRET_KEY do ficheiro, ou do ambiente)
npm run secret:rotate                    (sem SECRET_KEY: a chave guardada em DATA_DIR/secret.key)

Muda a chave secreta. Os segundos factores e as fotografias de textos que esperam são selados de novo com a chave nova,
numa só transacção. Pare antes a aplicação e arranque-a depois com a chave nova: enquanto corre, o comando recusa. Com a chave antiga deixam de valer:
as ligações de cancelamento nos e-mails já enviados; os testes levados sem internet e as folhas de papel impressas que
ainda não voltaram; e o dono deixa de poder copiar de novo as ligações de partilha em aberto (continuam a abrir).
Uma conta apagada antes pode voltar a contar como indicação com o mesmo e-mail, porque a marca que ficou dela é da
chave antiga. As sessões não dependem dela.`;

/**
 * Replaces the key file within a transaction. The old key stays beside it as `secret.key.old` until the transaction has been committed,
 * because a crash in between leaves the database with either key.
 *
 * @param work runs the transaction and calls `store` as its last step.
 * @throws StartRefused with the place of the old key if the transaction fails after the file was replaced.
 */
async function withOldKeyKept<T>(
  file: string,
  next: string,
  work: (store: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const old = `${file}.old`;
  let stored = false;
  let result: T;
  try {
    result = await work(async () => {
      fs.writeFileSync(`${file}.new`, next, { mode: 0o600 });
      fs.copyFileSync(file, `${old}.partial`);
      await putInPlace(`${old}.partial`, old);
      stored = true;
      await putInPlace(`${file}.new`, file);
    });
  } catch (error) {
    if (!stored) throw error;
    throw new StartRefused(
      `A mudança da chave não acabou: ${(error as Error).message}. A chave antiga está em ${old}: se os segundos factores não abrem com a chave em ${file}, reponha-a.`,
      { cause: error },
    );
  }
  fs.rmSync(old);
  return result;
}

await command(HELP, {}, async (config) => {
  const fromFile = config.secretIsKept;
  // A start reads the file without the white space around the key.
  const given = fromFile ? process.env['NEW_SECRET_KEY']?.trim() : process.env['NEW_SECRET_KEY'];
  if (given ? given.length < SHORTEST_SECRET : !fromFile)
    throw new StartRefused(`Indique NEW_SECRET_KEY com ${SHORTEST_SECRET} caracteres ou mais.`);
  const next = given || randomBytes(32).toString('base64url');
  const file = path.join(config.dataDir, 'secret.key');
  const old = `${file}.old`;
  if (fromFile && fs.existsSync(old))
    throw new StartRefused(
      `Uma mudança anterior da chave ficou a meio: a chave antiga está em ${old}. Se os segundos factores não abrem com a chave em ${file}, reponha a antiga; depois apague ${old} e tente de novo.`,
    );
  await withDatabase(config, async (db) => {
    if (await appIsRunning(db))
      throw new StartRefused(
        'A aplicação está a correr com esta base de dados e continuaria com a chave antiga. Pare todos os processos e tente de novo.',
      );
    const rotated = async (transaction: Transaction, store: () => Promise<void>) => {
      const { sealed, unread } = await resealSecondFactors(transaction, config.secretKey, next);
      if (sealed === 0 && unread > 0)
        throw new StartRefused(
          'Nenhum segundo factor abre com a SECRET_KEY indicada: não é a chave com que a aplicação tem corrido. Veja o que está no ambiente e em --env-file. Se a antiga se perdeu, não há que mudá-la: arranque com uma nova. Nada foi alterado.',
        );
      await resealPhotos(transaction, config.secretKey, next);
      await audit(transaction, {
        userId: null,
        action: 'settings.secret-rotated',
        subject: 'server',
        address: null,
        after: { sealed },
      });
      // The file is written last, so that a failure rolls back the rest.
      await store();
      return sealed;
    };
    const count = fromFile
      ? await withOldKeyKept(file, next, (store) => db.transaction((transaction) => rotated(transaction, store)))
      : await db.transaction((transaction) => rotated(transaction, async () => {}));
    console.log(
      `Chave mudada; ${count} segundos factores selados de novo.${fromFile ? ` A nova está em ${file}.` : ' Arranque com a nova em SECRET_KEY.'}`,
    );
  });
});
