// Creates the first administrator of an installation, or a further one.
//   npm run admin:create -- --help
import { z } from 'zod';
import { usersContract } from '../src/domains/desk/backoffice/users.contract.ts';
import { createStaff } from '../src/domains/people/staff/staff.server.ts';
import { StartRefused } from '../src/server/config.ts';
import { command, secretLine, withDatabase } from './operating.ts';

const HELP = `npm run admin:create -- --username NOME --name "Nome Completo" --email ENDEREÇO

Cria um administrador. A senha (10 caracteres ou mais) é pedida, ou lida da entrada: nunca vai na linha de comandos.`;

const wanted = { username: { type: 'string' }, name: { type: 'string' }, email: { type: 'string' } } as const;

/** Maps the fields of the call to the options that they come from. */
const OPTIONS: Record<string, string> = { username: '--username', fullName: '--name', email: '--email' };

await command(HELP, wanted, async (config, { username, name, email }) => {
  const { password: passwordSchema, ...fields } = usersContract['POST /api/admin/users'].body.shape;
  const parsed = z
    .object(fields)
    .safeParse({ username: username ?? '', fullName: name ?? '', email: email ?? '', role: 'admin' });
  if (!parsed.success)
    throw new StartRefused(
      parsed.error.issues.map(({ path, message }) => `${OPTIONS[String(path[0])]}: ${message}`).join('\n'),
    );
  const person = parsed.data;
  const typed = passwordSchema.safeParse(await secretLine('Senha: '));
  if (!typed.success) throw new StartRefused(typed.error.issues.map(({ message }) => message).join('\n'));
  const password = typed.data ?? null;
  await withDatabase(config, async (db) => {
    const by = { userId: null, address: null };
    const { id } = await createStaff(db, by, { ...person, password });
    console.log(`Administrador criado: ${person.username} (número ${id}). Entre em ${config.publicUrl}/auth.`);
  });
});
