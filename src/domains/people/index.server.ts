import type { Feature } from '../../server/feature.ts';
import { accountSettings } from './account-settings/index.server.ts';
import { accounts } from './accounts/index.server.ts';
import { childMode } from './child-mode/index.server.ts';
import { children } from './children/index.server.ts';
import { emailVerification } from './email-verification/index.server.ts';
import { passkeys } from './passkeys/index.server.ts';
import { recovery } from './recovery/index.server.ts';

/** The features of `people` that serve calls or pages, run jobs or report metrics. The API document lists their endpoints in this order. */
export const people: readonly Feature[] = [
  accounts,
  emailVerification,
  recovery,
  passkeys,
  accountSettings,
  children,
  childMode,
];
