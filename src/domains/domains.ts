/** A group of features that belong together. */
export interface Domain {
  /** Name of its folder below src/domains. */
  name: string;
  purpose: string;
  /** Its features in dependency order: each may import from those before it, never from those after it, types included. */
  features: readonly string[];
}

/** The domains in dependency order: each may import from those before it, never from those after it, types included. */
export const DOMAINS: readonly Domain[] = [
  {
    name: 'people',
    purpose: 'who is there, and what each may reach',
    features: ['accounts', 'passkeys', 'recovery', 'staff', 'account-settings', 'children', 'child-mode'],
  },
  { name: 'money', purpose: 'what a family has bought', features: ['plans', 'payments', 'subscriptions'] },
  {
    name: 'bank',
    purpose: 'what is asked',
    features: [
      'curriculum',
      'test-bank',
      'authoring',
      'question-lists',
      'question-formats',
      'question-files',
      'variants',
    ],
  },
  {
    name: 'sitting',
    purpose: 'a child takes a test',
    features: ['attempts', 'sitting', 'catalogue', 'regrades', 'paper', 'prepared'],
  },
  {
    name: 'knowing',
    purpose: 'what the answers mean',
    features: ['norms', 'results', 'history', 'knowledge', 'diagnostic', 'practice', 'reports', 'statistics'],
  },
  { name: 'telling', purpose: 'what a family is sent, and takes with it', features: ['notifications', 'own-data'] },
  { name: 'desk', purpose: 'what only administrators do', features: ['operations', 'backoffice'] },
];

/** All features in dependency order. */
export const FEATURES: readonly string[] = DOMAINS.flatMap(({ features }) => features);
