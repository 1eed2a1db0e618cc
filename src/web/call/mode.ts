// Who has the phone, as pages and the service worker record it.

/** The phone is with children, and the server has narrowed the session. */
export const BY_SERVER = '1';
/** The phone was handed over without network: the session is still the parent's until the server has been told. */
export const BY_DEVICE = '0';
export type Mark = typeof BY_SERVER | typeof BY_DEVICE | null;

/** The copy for the service worker: the name of its cache, and the address of its only entry. */
export const MODE = { cache: 'modo', entry: '/modo' } as const;
export interface Mode {
  mark: Mark;
  since: number;
}
