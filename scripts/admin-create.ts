// Creates the first administrator of an installation, or a further one.
//   npm run admin:create -- --help
import { createStaff } from '../src/features/staff/staff.server.ts';
import { StartRefused } from '../src/server/config.ts';
import { command, secretLine, withDatabase } from './operating.ts';

const HELP = `npm run admin:create -- --username NOME --name "Nome Completo" --email ENDEREÇO

Cria um administrador. A senha (10 caracteres ou mais) é pedida, ou lida da entrada: nunca vai na linha de comandos.`;

const wanted = { username: { type: 'string' }, name: { type: 'string' }, email: { type: 'string' } } as const;

await command(HELP, wanted, async (config, { username, name, email }) => {
  if (typeof username !== 'string' || username.trim().length < 3)
    throw new StartRefused('Indique --username com pelo menos 3 caracteres.');
  if (typeof name !== 'string' || name.trim() === '') throw new StartRefused('Indique --name com o nome completo.');
  if (typeof email !== 'string' || !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email))
    throw new StartRefused('Indique --email com um endereço.');
  const password = await secretLine('Senha: ');
  await withDatabase(config, async (db) => {
    const by = { userId: null, address: null };
    const { id } = await createStaff(db, by, {
      username: username.trim(),
      fullName: name.trim(),
      email,
      password,
      role: 'admin',
    });
    console.log(`Administrador criado: ${username.trim()} (número ${id}). Entre em ${config.publicUrl}/auth.`);
  });
});
