import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createGunzip } from 'node:zlib';
import { StartRefused } from '../config.ts';

// Reading a backup file (format in backup.ts).

export const broken = (why: string) => new StartRefused(`A cópia não serve: ${why}. Nada foi alterado.`);

/** What a line of a backup may be, besides a row, which is a text. */
export interface Mark {
  table?: string;
  columns?: string[];
  end?: string;
  rows?: number;
  sha256?: string;
  sequences?: { name: string; value: number | null }[];
  complete?: boolean;
  tables?: number;
}

/** Yields the lines of a backup. Splits at line feeds only: `readline` also splits at U+2028 and U+2029, which JSON may contain. */
export async function* linesOf(file: string): AsyncGenerator<unknown> {
  const source = fs.createReadStream(file);
  const unpacked = source.pipe(createGunzip()).setEncoding('utf8');
  // Stream errors are passed to the reader.
  source.on('error', (error) => unpacked.destroy(error));
  let rest = '';
  try {
    for await (const piece of unpacked) {
      const lines = (rest + piece).split('\n');
      rest = lines.pop() as string;
      for (const line of lines) yield JSON.parse(line);
    }
    if (rest !== '') yield JSON.parse(rest);
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    throw broken('o ficheiro está danificado ou incompleto');
  }
}

/**
 * Reads a backup that was just written to its end, as a restore would.
 *
 * @param held the number of rows of each table in the snapshot of the backup, counted separately.
 * @throws StartRefused if a table or a row is missing, or a row is not as it was written.
 */
export async function verifyFile(file: string, held: ReadonlyMap<string, number>): Promise<void> {
  const missing = new Set(held.keys());
  let table: { name: string; rows: number; hash: ReturnType<typeof createHash> } | undefined;
  let complete = false;
  for await (const line of linesOf(file)) {
    if (typeof line === 'string') {
      if (!table) throw broken('há linhas fora de uma tabela');
      table.rows += 1;
      table.hash.update(`${line}\n`);
      continue;
    }
    const mark = line as Mark;
    if (mark.table !== undefined) table = { name: mark.table, rows: 0, hash: createHash('sha256') };
    else if (mark.end !== undefined) {
      const name = mark.end;
      if (table?.name !== name || table.rows !== mark.rows || table.hash.digest('hex') !== mark.sha256)
        throw broken(`as linhas de ${name} não são as que foram guardadas`);
      if (table.rows !== held.get(name))
        throw broken(`${name} tem ${held.get(name) ?? 0} linhas e a cópia guardou ${table.rows}`);
      missing.delete(name);
      table = undefined;
    } else if (mark.complete) complete = true;
  }
  if (missing.size > 0) throw broken(`faltam tabelas: ${[...missing].join(', ')}`);
  if (!complete) throw broken('o ficheiro está incompleto');
}
