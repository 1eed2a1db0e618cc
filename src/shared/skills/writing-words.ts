/** Spelling rules that a dictation practises; the same words name the kinds of mistakes. */
export const SPELLING_KINDS = [
  'accent',
  's-z-c',
  's-ss',
  'ch-x',
  'g-j',
  'r-rr',
  'qu-gu',
  'nh-lh',
  'm-p-b',
  'am-ao',
  'vowel',
  'silent-consonant',
  'together',
  'homophone',
  'capital',
] as const;
export type SpellingKind = (typeof SPELLING_KINDS)[number];

/** What a mistake in a dictation can be: what dictations practise, and what no rule explains. */
export const MISTAKE_KINDS = [...SPELLING_KINDS, 'letters', 'punctuation', 'other'] as const;
export type MistakeKind = (typeof MISTAKE_KINDS)[number];

/** What a comparison says of a child's text, compared with an anchor. */
export const COMPARED = ['less', 'alike', 'more'] as const;
export type Compared = (typeof COMPARED)[number];
