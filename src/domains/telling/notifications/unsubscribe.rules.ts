import { type KindSwitch, TOPICS } from './kinds.rules.ts';

export interface Unsubscription {
  userId: number;
  topic: KindSwitch | 'emailNotifications';
}

/** Returns the content of a link's signed value, or undefined if its kind no longer exists. */
export function unsubscriptionOf(value: string | undefined): Unsubscription | undefined {
  const match = /^([1-9]\d{0,9}):([a-zA-Z]+)$/.exec(value ?? '');
  if (!match || !Object.hasOwn(TOPICS, match[2] as string)) return undefined;
  return { userId: Number(match[1]), topic: match[2] as Unsubscription['topic'] };
}
