// Opens a prompt on the database for developers and operators.
//   npm run db -- --help
import { spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import pg from 'pg';
import { command, withAddress } from './operating.ts';

const HELP = `npm run db

Abre uma linha de comandos SQL sobre a base de dados: a de DATABASE_URL, ou a que está em DATA_DIR. Usa o psql quando está
instalado; sem ele aceita uma instrução por linha e mostra o resultado em tabela. Sai-se com \\q.`;

await command(HELP, {}, (config) =>
  withAddress(config, async (url) => {
    const { error, status } = spawnSync('psql', [url], { stdio: 'inherit' });
    if (error) await prompt(url);
    else process.exitCode = status ?? 1;
  }),
);

/** Reads statements until `\q` or the end of input; an error is printed and does not end the prompt. */
async function prompt(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: 'caderneta=> ' });
  lines.prompt();
  for await (const line of lines) {
    if (line.trim() === '\\q') break;
    try {
      const { rows, command: verb, rowCount } = await client.query(line);
      if (rows.length > 0) console.table(rows);
      if (verb) console.log(`${verb} ${rowCount ?? ''}`);
    } catch (error) {
      console.error((error as Error).message);
    }
    lines.prompt();
  }
  lines.close();
  await client.end();
}
