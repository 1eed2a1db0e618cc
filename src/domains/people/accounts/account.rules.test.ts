import { expect, test } from 'vitest';
import { deviceInWords, maskedAddress, refusalOfPassword } from './account.rules.ts';
import { weaknessOf } from './accounts.rules.ts';

test.each([
  ['105.168.12.34', '105.168.x.x'],
  ['::ffff:105.168.12.34', '105.168.x.x'],
  ['2c0f:f888:aa:1::7', '2c0f:f888:…'],
  ['::1', '…'],
  ['', '…'],
])('the address %j is shown as %j', (address, shown) => {
  expect(maskedAddress(address)).toBe(shown);
});

test.each([
  ['Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36', 'Chrome em Android'],
  ['Mozilla/5.0 (Linux; Android 13; SM-A047F) SamsungBrowser/25.0 Chrome/121.0.0.0', 'Samsung Internet em Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1', 'Safari em iOS'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox em Windows'],
  ['curl/8.5', 'Aparelho desconhecido'],
])('%s is %s', (device, words) => {
  expect(deviceInWords(device)).toBe(words);
});

test.each([
  ['parent', '123456', null],
  ['teacher', 'nove-letr', 'A senha deve ter pelo menos 10 caracteres.'],
  ['admin', 'administrador', 'Esta senha é das mais usadas e adivinha-se depressa.'],
  ['teacher', 'a-domingas-7', 'Esta senha contém o seu nome.'],
  ...[
    'Luanda2024!',
    's3nh4s3gur4',
    'angola.angola',
    '1234567890',
    '9876543210',
    '!!benfica1904',
    'DeusEFiel2025',
    'abcabcabcabc',
  ].map((password) => ['admin', password, 'Esta senha é das mais usadas e adivinha-se depressa.'] as const),
  ...['goiabas-azuis', 'zebra canta jazz', 'tq8-vlm-40-xz', 'três maboques verdes'].map(
    (password) => ['admin', password, null] as const,
  ),
] as const)('a %s with the password %j: %j', (userRole, password, refusal) => {
  expect(refusalOfPassword(password, { userRole, username: 'dcassoma', fullName: 'Domingas Cassoma' })).toBe(refusal);
});

test('a parent is warned of the same common passwords as staff', () => {
  for (const password of ['Luanda2024!', '123456', 'minhasenha'])
    expect(weaknessOf(password, {})).toBe('Esta senha é das mais usadas e adivinha-se depressa.');
  expect(weaknessOf('goiabas-azuis', {})).toBeNull();
});
