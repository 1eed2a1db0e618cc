interface Allowance {
  /** When the plan allows the next one of each; null is now. Without a limit null. */
  limit: { nextDictation: string | null; nextText: string | null } | null;
  /** What was done on this phone since the server said so. */
  doneHere?: readonly ('dictation' | 'text')[];
}

/** Returns whether the plan allows a dictation or a text now, as far as the phone knows: in child mode it cannot ask the server. */
export const isAllowed = ({ limit, doneHere = [] }: Allowance, kind: 'dictation' | 'text'): boolean =>
  limit === null || !(limit[kind === 'dictation' ? 'nextDictation' : 'nextText'] || doneHere.includes(kind));
