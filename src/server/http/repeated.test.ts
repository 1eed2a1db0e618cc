import { expect, test } from 'vitest';
import { repeated } from './repeated.ts';

/** Returns work that fails `times` times, and a count of how often it ran. */
function failing(times: number, error: Error) {
  const work = async () => {
    work.runs += 1;
    if (work.runs <= times) throw error;
    return 'done';
  };
  work.runs = 0;
  return work;
}
const withCode = (code: string) => Object.assign(new Error('lost'), { code });

test.each(['57P01', '57P02', '57P03', '25006', '08006', 'ECONNRESET', 'ECONNREFUSED'])(
  'work that lost its database connection (%s) is repeated once',
  async (code) => {
    const work = failing(1, withCode(code));
    expect(await repeated(work)).toBe('done');
    expect(work.runs).toBe(2);
  },
);

test('a connection that ended without a code counts too, and work is repeated only once', async () => {
  const work = failing(2, new Error('Connection terminated unexpectedly'));
  await expect(repeated(work)).rejects.toThrow('Connection terminated');
  expect(work.runs).toBe(2);
});

test.each(['57014', '55P03', '23505', '40001', '53300'])('any other failure (%s) is not repeated', async (code) => {
  const work = failing(1, withCode(code));
  await expect(repeated(work)).rejects.toThrow('lost');
  expect(work.runs).toBe(1);
});
