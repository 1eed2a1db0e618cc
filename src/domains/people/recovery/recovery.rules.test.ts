import { expect, test } from 'vitest';
import { invitationMail, readFragment, resetMail } from './recovery.rules.ts';

const TOKEN = 'a-token_of-43-characters';
const fragmentOf = (mail: ReturnType<typeof resetMail>) => mail.content.actions?.[0]?.path.split('#')[1] ?? '';

test('the link of an invitation carries the username, and that of another password only the token', () => {
  expect(readFragment(fragmentOf(invitationMail({ username: 'paula & cª', token: TOKEN })))).toEqual({
    token: TOKEN,
    invited: 'paula & cª',
  });
  expect(readFragment(fragmentOf(resetMail([{ username: 'paula', token: TOKEN }], false)))).toEqual({
    token: TOKEN,
    invited: null,
  });
});

test.each([
  ['', null, null],
  ['&convite=paula', null, null],
  [`${TOKEN}&convite=`, TOKEN, null],
  [`${TOKEN}&outro=1`, TOKEN, null],
  [`${TOKEN}&convite=${'x'.repeat(500)}`, TOKEN, 'x'.repeat(50)],
])('#%s is read', (fragment, token, invited) => expect(readFragment(fragment)).toEqual({ token, invited }));
