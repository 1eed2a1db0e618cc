import { describe, expect, test } from 'vitest';
import { problemsOfCredentials, problemsOfRegistration } from './sign-in.rules.ts';
import { strengthOf } from './strength.rules.ts';

describe('signing in', () => {
  test.each([
    [{ username: 'ana', password: 'segredo' }, {}],
    [{ username: ' an ', password: 'segredo' }, { username: 'Nome de usuário é obrigatório' }],
    [{ username: 'ana', password: '12345' }, { password: 'Senha é obrigatória e deve ter pelo menos 6 caracteres' }],
    [
      { username: '', password: '' },
      { username: 'Nome de usuário é obrigatório', password: 'Senha é obrigatória e deve ter pelo menos 6 caracteres' },
    ],
  ])('%j', (form, problems) => {
    expect(problemsOfCredentials(form)).toEqual(problems);
  });
});

describe('registering', () => {
  const good = {
    username: 'teresa',
    fullName: 'Teresa Domingos',
    email: 'teresa@exemplo.ao',
    password: 'goiaba-azul',
    confirmPassword: 'goiaba-azul',
  };

  test('a complete form may be sent', () => {
    expect(problemsOfRegistration(good)).toEqual({});
  });

  test.each([
    ['a different confirmation', { confirmPassword: 'goiaba-verde' }, { confirmPassword: 'As senhas não coincidem' }],
    ['a missing confirmation', { confirmPassword: '' }, { confirmPassword: 'Confirmação de senha é obrigatória' }],
    ['an e-mail without a domain', { email: 'teresa@exemplo' }, { email: 'Indique um e-mail válido' }],
    [
      'a telephone number as e-mail',
      { email: '923 456 789' },
      { email: 'Falta o @. Um número de telefone não serve aqui.' },
    ],
    ['a missing e-mail', { email: ' ' }, { email: 'E-mail é obrigatório' }],
    ['a missing name', { fullName: '  ' }, { fullName: 'Nome completo é obrigatório' }],
  ])('%s is reported at its field', (_, change, problems) => {
    expect(problemsOfRegistration({ ...good, ...change })).toEqual(problems);
  });

  test('problems are listed in the order of the fields', () => {
    const empty = { username: '', fullName: '', email: '', password: '', confirmPassword: '' };
    expect(Object.keys(problemsOfRegistration(empty))).toEqual(Object.keys(empty));
  });
});

test.each([
  ['', null, 0],
  ['abc', null, 1],
  ['123456', 'common', 1],
  ['goiabada', null, 2],
  ['Goiaba-azul-7', null, 3],
  ['quatro goiabas azuis', null, 3],
] as const)('the strength of "%s" is %s', (password, weakness, strength) => {
  expect(strengthOf(password, weakness)).toBe(strength);
});
