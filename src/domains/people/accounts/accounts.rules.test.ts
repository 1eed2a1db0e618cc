import { expect, test } from 'vitest';
import { isReservedUsername } from './accounts.rules.ts';

test.each([
  'apoio',
  'Apoio',
  'ap0io',
  'apoi0',
  'aPOlO',
  'á-poio',
  'a.p.o.i.o',
  'apoioo',
  'apoio-2',
  'Apoio Caderneta',
  'suporte',
  '5uporte',
  'suporte.oficial',
  'o suporte',
  'admin',
  'adm1n',
  'adrnin',
  'administrador',
  'Caderneta',
  'cademeta',
  'c4derneta',
  'CADERNETA.AO',
  'equipa',
  'a equipa',
  'sistema1',
])('%s could be taken for the service', (username) => {
  expect(isReservedUsername(username, 'Caderneta')).toBe(true);
});

test.each([
  'teresa',
  'mãe da Weza',
  'familia.domingos',
  'ana.apolonio',
  'Apolónia',
  'paulo.equipado',
  'Adriano Miguel',
  'joão5',
  'dina',
])('%s is a name like others', (username) => {
  expect(isReservedUsername(username, 'Caderneta')).toBe(false);
});

test('a short product name is reserved only as a whole', () => {
  expect(isReservedUsername('Ana', 'Ana')).toBe(true);
  expect(isReservedUsername('mariana', 'Ana')).toBe(false);
});
