import { expect, test } from 'vitest';
import { actionsFor } from './account-actions.tsx';
import { factsOf } from './UserDialog.tsx';
import type { Account } from './users.contract.ts';

const FAMILY: Account = {
  id: 7,
  username: 'ana',
  fullName: 'Ana Neto',
  email: 'ana@familia.example',
  emailVerified: true,
  phone: null,
  userRole: 'parent',
  subscriptionType: 'free',
  subscriptionEnd: null,
  createdAt: '2026-11-20T09:00:00Z',
  lastLogin: null,
  suspendedAt: null,
  deletionAt: null,
  resetForced: false,
  secondFactor: false,
  replacementAt: null,
  children: 1,
  sessions: 0,
};
const email = (account: Account) => Object.fromEntries(factsOf(account))['E-mail'];

test('of an address that is not confirmed it is said that no notification goes there', () => {
  expect(email(FAMILY)).toBe('ana@familia.example');
  expect(email({ ...FAMILY, emailVerified: false })).toBe(
    'ana@familia.example (por confirmar: não recebe avisos por e-mail)',
  );
});

test('who erases a family is told to decide first about money that waits, because nobody can be asked afterwards', () => {
  const text = (account: Account) => actionsFor(account).find(({ id }) => id === 'erase')?.text;
  expect(text(FAMILY)).toContain('decida antes os que estão sinalizados');
  expect(text({ ...FAMILY, userRole: 'teacher' })).not.toContain('sinalizados');
});
