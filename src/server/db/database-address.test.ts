import { expect, test } from 'vitest';
import { readDatabaseAddress } from './database-address.ts';

test('several hosts are read as by libpq, and the driver gets the first', () => {
  expect(
    readDatabaseAddress('postgres://a:p%40s@one,[::1]:6000,two:5433/x?target_session_attrs=read-write&ssl=true'),
  ).toEqual({
    first: 'postgres://a:p%40s@one/x?ssl=true',
    hosts: [
      { host: 'one', port: 5432 },
      { host: '::1', port: 6000 },
      { host: 'two', port: 5433 },
    ],
    writable: true,
  });
});

test.each(['postgres://a@one:5433/x', 'postgres://app@/postgres?host=%2Ftmp%2Fsocket'])(
  'an address with one host is not changed: %s',
  (url) => {
    expect(readDatabaseAddress(url)).toMatchObject({ first: url, writable: false });
  },
);

test.each([
  ['postgres://a@one,two/x', /falta \?target_session_attrs/],
  ['postgres://a@one,one:5432/x?target_session_attrs=primary', /one:5432 está duas vezes/],
  ['postgres://a@one/x?target_session_attrs=standby', /tem de ser read-write/],
  ['postgres://a@one,two/x?target_session_attrs=primary&port=1', /outra vez em host ou port/],
  ['postgres://a@one,/x?target_session_attrs=primary', /não se consegue ler/],
  ['postgres://a@one:70000/x', /não se consegue ler/],
])('an invalid address is refused: %s', (url, reason) => {
  expect(() => readDatabaseAddress(url)).toThrow(reason);
});
