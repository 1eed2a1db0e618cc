// What the audit log can say. Whoever writes to it must use these words, and the back-office has Portuguese for each;
// both are seen to by the compiler, so that nothing internal reaches the person who reads the log.

/** What was done, with the thing first. */
export const AUDITED_ACTIONS = [
  'user.created',
  'user.role-changed',
  'user.suspended',
  'user.restored',
  'user.sessions-ended',
  'user.reset-forced',
  'user.second-factor-enabled',
  'user.second-factor-disabled',
  'user.second-factor-reset',
  'user.recovery-code-used',
  'user.exported',
  'users.exported',
  'test.created',
  'test.changed',
  'test.toggled',
  'test.duplicated',
  'test.reordered',
  'test.deleted',
  'tests.exported',
  'question.created',
  'question.changed',
  'question.copied',
  'question.deleted',
  'question.regraded',
  'questions.imported',
  'questions.import-undone',
  'curriculum.theme-created',
  'curriculum.theme-changed',
  'curriculum.theme-deleted',
  'curriculum.objective-created',
  'curriculum.objective-changed',
  'curriculum.objective-deleted',
  'curriculum.objective-joined',
  'curriculum.reordered',
  'payment.confirmed',
  'payment.flag-resolved',
  'payments.exported',
  'payments.subscriptions-exported',
  'payments.months-exported',
  'settings.changed',
  'settings.mail-tested',
  'settings.secret-rotated',
  'backup.made',
  'backup.downloaded',
  'audit.exported',
] as const;
export type AuditedAction = (typeof AUDITED_ACTIONS)[number];

/** Kinds of things that were changed, each followed by its id. */
export const AUDITED_KINDS = [
  'user',
  'test',
  'question',
  'theme',
  'objective',
  'plan',
  'payment',
  'notification',
  'setting',
  'backup',
] as const;
export type AuditedKind = (typeof AUDITED_KINDS)[number];

/** What was changed: one thing, or a whole list or part of the program. */
export type AuditedSubject =
  | `${AuditedKind} ${string | number}`
  | 'users'
  | 'tests'
  | 'payments'
  | 'subscriptions'
  | 'months'
  | 'audit'
  | 'mail'
  | 'server';

/** Fields of what was changed. */
export const AUDITED_FIELDS = [
  'active',
  'alternatives',
  'amount',
  'attempts',
  'bankReference',
  'batch',
  'beneficiary',
  'bytes',
  'code',
  'companyName',
  'content',
  'correctAnswer',
  'created',
  'decision',
  'description',
  'difficultyLevel',
  'discipline',
  'down',
  'duplicate',
  'ended',
  'evaluationType',
  'explanation',
  'figureAlt',
  'file',
  'flag',
  'format',
  'from',
  'iban',
  'imageAlt',
  'imageId',
  'notice',
  'objective',
  'objectives',
  'order',
  'otherAlternatives',
  'passage',
  'productName',
  'questionIds',
  'reason',
  'regrade',
  'replaced',
  'revision',
  'role',
  'rows',
  'same',
  'schoolClass',
  'sealed',
  'shuffle',
  'skillCategory',
  'statement',
  'status',
  'supportEmail',
  'suspended',
  'testId',
  'text',
  'theme',
  'trimesters',
  'up',
  'username',
  'webinars',
  'weight',
  'wrong',
] as const;
export type AuditedField = (typeof AUDITED_FIELDS)[number];
