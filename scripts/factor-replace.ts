// Requests the removal of a lost second factor, or cancels it, where no other administrator can.
//   npm run factor:replace -- --help
import { usernameKey } from '../src/domains/people/accounts/accounts.rules.ts';
import { findPassword } from '../src/domains/people/accounts/accounts.store.ts';
import { askForReplacement, cancelReplacement } from '../src/domains/people/staff/factor-replacement.server.ts';
import { findReplacement, hasAnyFactor } from '../src/domains/people/staff/factor-replacement.store.ts';
import { StartRefused } from '../src/server/config.ts';
import { command, withDatabase } from './operating.ts';

const HELP = `npm run factor:replace -- --username NOME [--cancel]

Pede que se retire a verificação em dois passos perdida de um professor ou administrador. Acontece daqui a 24 horas, com a aplicação a correr: a conta e
os administradores recebem já um e-mail, e até lá qualquer um deles pode cancelar, como este comando com --cancel.`;

const wanted = { username: { type: 'string' }, cancel: { type: 'boolean' } } as const;

await command(HELP, wanted, async (config, { username, cancel }) => {
  if (typeof username !== 'string') throw new StartRefused('--username: indique a conta.');
  await withDatabase(config, async (db) => {
    const user = await findPassword(db, usernameKey(username));
    if (!user) throw new StartRefused(`Não há nenhuma conta ${username}.`);
    if (!cancel && !(await hasAnyFactor(db, user.id)))
      throw new StartRefused(`A conta ${username} não tem verificação em dois passos, ou é de uma família.`);
    if (cancel && !(await findReplacement(db, user.id)))
      throw new StartRefused(`Não há nenhum pedido para a conta ${username}.`);
    const by = { userId: null, address: null };
    if (cancel) await cancelReplacement(db, by, user.id);
    else await askForReplacement(db, by, user.id);
    console.log(
      cancel
        ? `Cancelado: ${username} fica com a sua verificação em dois passos.`
        : `Pedido feito: a verificação em dois passos de ${username} é retirada daqui a 24 horas.`,
    );
  });
});
