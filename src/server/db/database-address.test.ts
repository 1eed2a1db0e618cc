import { expect, test } from 'vitest';
import { encodePassword, readDatabaseAddress } from './database-address.ts';

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
  ['postgres://app:pa/ss@one/x', 'postgres://app:pa%2Fss@one/x', 'one', 'pa/ss'],
  ['postgres://app:12/3@one/x', 'postgres://app:12%2F3@one/x', 'one', '12/3'],
  ['postgres://app:a?b#c@d@one:5433/x?ssl=true', 'postgres://app:a%3Fb%23c%40d@one:5433/x?ssl=true', 'one', 'a?b#c@d'],
  ['postgres://app:p%40s@one/x', 'postgres://app:p%40s@one/x', 'one', 'p@s'],
  ['postgres://app@one/x?options=-c%20a', 'postgres://app@one/x?options=-c%20a', 'one', ''],
])('a password with characters of an address is encoded: %s', (given, url, host, password) => {
  expect(encodePassword(given)).toBe(url);
  const { first, hosts } = readDatabaseAddress(url);
  expect(hosts[0]?.host).toBe(host);
  expect(decodeURIComponent(new URL(first).password)).toBe(password);
});

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
