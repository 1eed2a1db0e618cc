import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { appCpu, databaseCpu } from './cpu.ts';
import type { Program, Taker } from './families.ts';
import { type Connection, openConnection } from './http.ts';
import { POOL } from './limit.ts';
import { type PlainFigures, type PlainTest, scriptOf, testOf } from './pgbench.ts';
import { answer, complete, result, type Sitting } from './sitting.ts';

/** The statements of the bare server; they are those that pgbench sends. */
export interface BareScript {
  begin: string;
  answer: string;
  complete: string;
  read: string;
}

/** A server that does the same thirteen calls with Node's HTTP server and the driver alone, on the program's database. */
export interface BareServer {
  /** In the figures, the driver's CPU is that of the whole server. */
  run(concurrency: number, milliseconds: number): Promise<PlainFigures>;
  close(): void;
}

function bareScript(test: PlainTest): BareScript {
  const { begin, rest } = scriptOf(test);
  const [complete = '', read = ''] = rest.slice(-2).map((text) => text.replace(':attempt', '$1'));
  return {
    begin: begin.replace(':child', '$1'),
    answer:
      'insert into answers (attempt_id, question_id, selected_answer, response_time, sequence) values ($1, $2, $3, $4, $5)',
    complete,
    read,
  };
}

/** @param children as for `plainStatements`: at least one for each caller, none of them used by another load. */
export async function bareServer(program: Program, testId: number, children: readonly Taker[]): Promise<BareServer> {
  const test = await testOf(program.db, testId);
  const file = path.join(import.meta.dirname, 'bare-server.ts');
  const server: ChildProcess = fork(file, [program.databaseUrl, String(POOL), JSON.stringify(bareScript(test))]);
  const [port] = (await once(server, 'message')) as [number];
  const url = `http://127.0.0.1:${port}`;
  const questions = test.questions.map((id) => ({ id }));

  const one = async (connection: Connection, { childId }: Taker): Promise<void> => {
    const begun = await connection.call('POST', '/api/attempts', { childId });
    const sitting: Sitting = { id: (begun.json() as { attempt: number }).attempt, questions };
    for (const place of questions.keys()) await answer(connection, sitting, place, 0);
    await complete(connection, sitting);
    if ((await result(connection, sitting)).status !== 200) throw new Error('the bare server failed');
  };
  return {
    async run(concurrency, milliseconds) {
      const before = { server: appCpu(server.pid as number), database: databaseCpu(program.postmaster) };
      const since = performance.now();
      let attempts = 0;
      await Promise.all(
        children.slice(0, concurrency).map(async (taker) => {
          const connection = openConnection(url);
          while (performance.now() < since + milliseconds) {
            await one(connection, taker);
            attempts += 1;
          }
          connection.close();
        }),
      );
      return {
        perSecond: (attempts * 1000) / (performance.now() - since),
        driverCpu: (appCpu(server.pid as number) - before.server) / attempts,
        databaseCpu: (databaseCpu(program.postmaster) - before.database) / attempts,
      };
    },
    close: () => void server.disconnect(),
  };
}
