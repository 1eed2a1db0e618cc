import type { Capability } from '../domain.ts';

/** What other domains may import from `people`. */
export const door: readonly Capability[] = [
  {
    what: 'The contracts of accounts, sessions and children, and the rules of their fields',
    files: [
      'accounts/accounts.contract.ts',
      'children/children.contract.ts',
      'children/children.rules.ts',
      'children/family.contract.ts',
    ],
  },
  {
    what: 'Who is signed in: the session in the browser, and signing out',
    files: ['accounts/session.tsx', 'accounts/SignOut.tsx'],
  },
  {
    what: 'A family’s child by id, and another one on a screen',
    files: ['children/children.store.ts'],
  },
  {
    what: 'Users, their mailbox, and the mails about their security',
    files: [
      'accounts/accounts.server.ts',
      'accounts/accounts.store.ts',
      'accounts/security-mail.rules.ts',
      'accounts/security-mail.server.ts',
    ],
  },
  {
    what: 'The offer to a parent with results: confirm the e-mail, or keep a recovery code',
    files: ['recovery/AccountOffer.tsx'],
  },
  {
    what: 'Handing the phone to a child and taking it back',
    files: ['child-mode/HandOver.tsx', 'child-mode/PinOffer.tsx'],
  },
  {
    what: 'What administrators change of the accounts of staff',
    files: ['staff/staff.server.ts', 'staff/factor-replacement.server.ts'],
  },
];
