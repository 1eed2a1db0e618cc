import { expect, test } from 'vitest';
import { type SecurityChange, securityWords } from './security-mail.rules.ts';

/** Where a change is told: by mail alone, to administrators; in the app too, by `security-changed`; or in the app alone. */
const TOLD: Record<SecurityChange, 'mail' | 'app'> = {
  password_changed: 'app',
  password_changed_code_ended: 'app',
  email_changed: 'app',
  email_mended_of: 'mail',
  second_factor_added: 'app',
  second_factor_removed: 'app',
  factor_waits: 'app',
  factor_waits_of: 'mail',
  replacement_asked: 'app',
  replacement_asked_of: 'mail',
  passkey_added: 'app',
  passkey_removed: 'app',
  guessed_at: 'app',
  new_device: 'app',
  pin_chosen: 'app',
  child_mode_left: 'app',
  child_mode_left_by_pin: 'app',
  recovery_code_made: 'app',
  role_changed: 'app',
  role_changed_of: 'mail',
  deletion_asked: 'app',
  deletion_asked_staff: 'app',
  deletion_cancelled: 'app',
  transfers_changed: 'mail',
};
const inApp = (Object.keys(TOLD) as SecurityChange[]).filter((change) => TOLD[change] === 'app');

test.each(inApp)('what the app says of %s does not point to a mail', (change) => {
  const { text, note } = securityWords(change, 'ana', new Date('2026-11-21T09:00:00Z'), 'Chrome em Android');
  expect(`${text} ${note}`).not.toMatch(/este e-mail|este endereço|\{/);
});

test('a changed address is not said to get mails before it is confirmed', () => {
  const { text } = securityWords('email_changed', 'ana', new Date('2026-11-21T09:00:00Z'));
  expect(text).not.toContain('endereço novo');
});
