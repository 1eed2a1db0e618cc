import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { bringWritten, PracticeCard } from './PracticeCard.tsx';
import type { Card } from './practice.contract.ts';

vi.mock('../../../web/device/voices.ts', async (original) => ({
  ...(await original<object>()),
  useVoices: () => true,
}));

const CARD = {
  id: 'mistake:1:2',
  kind: 'mistake',
  rightDays: [],
  keepsOrder: true,
  correctAnswer: 'B',
  discipline: 'Matemática',
  question: {
    id: 2,
    statement: 'Quantas patas tem o cão?',
    alternatives: '["A) duas","B) quatro","C) seis","D) oito"]',
  },
} as unknown as Card;

const WRITTEN: Partial<Card> = { answering: { way: 'number', accepted: ['4'] } as Card['answering'] };

const drawn = (schoolClass: string, big: boolean, question: Partial<Card['question']> = {}, more: Partial<Card> = {}) =>
  renderToStaticMarkup(
    <PracticeCard
      card={{ ...CARD, ...more, schoolClass, question: { ...CARD.question, ...question } }}
      seed={1}
      again={false}
      big={big}
      readItself={false}
      onAnswer={() => Promise.resolve()}
      onNext={() => {}}
    />,
  );

const listened = (html: string) => [...html.matchAll(/[Oo]uvir [^<]+/g)].map(([label]) => label);

describe('a card', () => {
  test('of the first classes lets a child hear each answer, and shows no letters that it might take for the answer', () => {
    const html = drawn('1º Ano', true);
    expect(listened(html)).toEqual(['Ouvir duas', 'Ouvir quatro', 'Ouvir seis', 'Ouvir oito']);
    expect(html).not.toContain('>A<');
  });

  test('of the others reads question and answers together, with their letters', () => {
    const html = drawn('4º Ano', false);
    expect(listened(html)).toEqual([]);
    expect(html).toContain('>Ouvir<');
    expect(html).toContain('>A<');
  });

  test('is answered by its button, once an answer is chosen', () => {
    expect(drawn('4º Ano', false)).toMatch(/<button[^>]*disabled[^>]*>.*Responder/s);
  });

  test('shows no letters beside answers that are letters', () => {
    const html = drawn('4º Ano', false, { alternatives: '["A) m","B) n","C) p","D) b"]' });
    expect(html).not.toContain('>A<');
  });

  test.each([
    ['short answers in pairs, to leave them all on the screen', true, '["A) duas","B) quatro","C) seis","D) oito"]'],
    ['long ones below each other', false, '["A) duas patas e um rabo","B) quatro","C) seis","D) oito"]'],
  ])('puts %s', (_, inPairs, alternatives) => {
    expect(/class="[^"]*pairs/.test(drawn('4º Ano', false, { alternatives }))).toBe(inPairs);
  });

  test('reads a text only on request', () => {
    expect(listened(drawn('2º Ano', true, { passage: 'O cão ladra.' }))[0]).toBe('ouvir o texto');
  });

  test('gets the box for an answer in writing once its code is there, which only such a card loads', async () => {
    const hasBox = () => drawn('4º Ano', false, {}, WRITTEN).includes('data-written');
    await bringWritten([{}]);
    expect(hasBox()).toBe(false);
    await bringWritten([{}, WRITTEN]);
    expect(hasBox()).toBe(true);
  });
});
