import { door as bank } from './bank/door.ts';
import { door as desk } from './desk/door.ts';
import type { Domain } from './domain.ts';
import { door as knowing } from './knowing/door.ts';
import { door as money } from './money/door.ts';
import { door as people } from './people/door.ts';
import { door as sitting } from './sitting/door.ts';
import { door as skills } from './skills/door.ts';
import { door as telling } from './telling/door.ts';

/** The domains in dependency order: each may import from those before it, never from those after it, types included. */
export const DOMAINS: readonly Domain[] = [
  {
    name: 'people',
    door: people,
    purpose: 'who is there, and what each may reach',
    features: [
      'accounts',
      'email-verification',
      'passkeys',
      'recovery',
      'staff',
      'account-settings',
      'children',
      'child-mode',
    ],
  },
  { name: 'money', door: money, purpose: 'what a family has bought', features: ['plans', 'payments', 'subscriptions'] },
  {
    name: 'bank',
    door: bank,
    purpose: 'what is asked',
    features: [
      'curriculum',
      'answering',
      'misconceptions',
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
    door: sitting,
    purpose: 'a child takes a test',
    features: ['attempts', 'sitting', 'catalogue', 'regrades', 'paper', 'prepared'],
  },
  {
    name: 'knowing',
    door: knowing,
    purpose: 'what the answers mean',
    features: [
      'norms',
      'progress',
      'family-files',
      'knowledge',
      'results',
      'history',
      'diagnostic',
      'trial',
      'practice',
      'begun',
      'child-errors',
      'child-home',
      'reports',
      'statistics',
    ],
  },
  {
    name: 'skills',
    door: skills,
    purpose: 'what a choice of four cannot measure',
    features: ['grid', 'recording', 'reading', 'calculating', 'writing', 'opinions', 'lines'],
  },
  {
    name: 'telling',
    door: telling,
    purpose: 'what a family is sent, and takes with it',
    features: ['notifications', 'own-data', 'parcels'],
  },
  {
    name: 'desk',
    door: desk,
    purpose: 'what only administrators do',
    features: ['operations', 'phones', 'backoffice'],
  },
];

/** All features in dependency order. */
export const FEATURES: readonly string[] = DOMAINS.flatMap(({ features }) => features);
