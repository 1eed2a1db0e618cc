import type { Feature } from '../../../server/feature.ts';
import { bindPasskeys } from './passkeys.server.ts';
import { deleteOldChallenges } from './passkeys.store.ts';

export const passkeys: Feature = {
  routes: bindPasskeys,
  jobs: ({ db }) => [{ name: 'forget-passkey-challenges', every: 3600, work: () => deleteOldChallenges(db) }],
};
