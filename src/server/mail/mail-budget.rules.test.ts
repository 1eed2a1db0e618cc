import { describe, expect, test } from 'vitest';
import { joined, MAX_COUNTED, type Said, waitOf } from './mail-budget.rules.ts';

describe('the wait of a mail', () => {
  test.each([
    ['warning', [], 0],
    ['warning', [1, 2], 0],
    ['warning', [0, 1, 2], 900],
    ['warning', [600, 1800, 3500], 100],
    ['warning', [899, 1000, 2000], 1],
    ['warning', [900, 1000, 2000], 0],
    ['warning', [1, 2, 3600], 0],
    ['verification', [], 0],
    ['verification', [10], 3590],
    ['recovery', Array.from({ length: 11 }, () => 5), 0],
    ['recovery', Array.from({ length: 12 }, () => 5), 3595],
    ['ordinary', Array.from({ length: 29 }, () => 5), 0],
    ['ordinary', Array.from({ length: 30 }, () => 5), 'given-up'],
  ] as const)('%s after %j: %s', (purpose, ages, wait) => expect(waitOf(purpose, ages)).toBe(wait));

  test('is decided by as many mails as are counted', () => {
    const ages = Array.from({ length: MAX_COUNTED }, () => 5);
    for (const purpose of ['recovery', 'warning', 'verification', 'ordinary'] as const)
      expect(waitOf(purpose, ages), purpose).not.toBe(0);
  });

  test('no purpose allows more than thirty mails in any hour', () => {
    for (const purpose of ['recovery', 'warning', 'verification', 'ordinary'] as const) {
      const sent: number[] = [];
      for (let now = 0; now < 7200; now += 1) {
        const ages = sent.map((at) => now - at).filter((age) => age < 3600);
        if (waitOf(purpose, ages) === 0) sent.unshift(now);
      }
      for (const at of sent)
        expect(sent.filter((one) => one >= at && one < at + 3600).length, purpose).toBeLessThanOrEqual(30);
    }
  });
});

describe('joined mails', () => {
  const said = (text: string): Said => ({
    subject: text,
    content: {
      title: text,
      paragraphs: [text],
      actions: [{ label: 'Escolher', path: '/auth/recover' }],
      notes: ['Nota'],
    },
  });

  test('keep every text, and each action and note once', () => {
    expect(joined('warning', [said('um'), said('dois')])).toEqual({
      subject: 'Avisos sobre a sua conta',
      content: {
        title: 'Avisos sobre a sua conta',
        paragraphs: ['um', 'dois'],
        actions: [{ label: 'Escolher', path: '/auth/recover' }],
        notes: ['Nota'],
      },
    });
    expect(joined('warning', [said('um')])).toEqual(said('um'));
    expect(joined('verification', [said('um'), said('dois')]).subject).toBe('um');
  });

  test('say how many more there are beyond thirty', () => {
    const many = Array.from({ length: 40 }, (_, number) => said(String(number))) as [Said, ...Said[]];
    const { paragraphs } = joined('warning', many).content;
    expect(paragraphs).toHaveLength(31);
    expect(paragraphs.at(-1)).toBe('E mais 10. Veja todos na sua conta.');
  });
});
