/**
 * What a call asks of the second factor of a teacher or an administrator (decision 0084).
 *
 * - `true`: the caller has a second factor and confirmed it in this session in the last minutes.
 * - `'with-factor'`: the same of callers of staff who have a second factor; all others may call. For the calls that add, replace or remove one.
 * - `exempt`: the password is enough, for this reason.
 */
export type StepUp = true | 'with-factor' | { readonly exempt: string };

/** Reasons for which calls of staff need no step-up. */
export const EXEMPT = {
  reads: { exempt: 'reads the question bank, counts or settings, and nothing of a family' },
  bank: { exempt: 'changes the question bank only: no mark changes, and a teacher can change it back' },
  desk: { exempt: 'shows accounts and payments page by page, never a child; files of them need a step-up' },
  texts: {
    exempt: 'shows texts that wait for a level by class and task, never whose they are, or records such a level',
  },
  own: { exempt: 'concerns the caller’s own account, and none of its second factors' },
  confirms: { exempt: 'is the confirmation itself' },
} as const satisfies Record<string, StepUp>;
