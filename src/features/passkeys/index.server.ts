import type { Feature } from '../../server/feature.ts';
import { deleteOldChallenges } from '../accounts/passkeys.store.ts';
import { bindPasskeys } from './passkeys.server.ts';

export const passkeys: Feature = {
  routes: bindPasskeys,
  jobs: ({ db }) => [{ name: 'forget-passkey-challenges', every: 3600, work: () => deleteOldChallenges(db) }],
};
