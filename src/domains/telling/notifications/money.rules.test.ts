import { describe, expect, test } from 'vitest';
import {
  discountEarned,
  paymentConfirmed,
  paymentFlagged,
  paymentReversed,
  paymentSettled,
  planEnded,
  planEnding,
  renewalReady,
  renewalRedeemed,
} from './money.rules.ts';

// Tests the exact texts: a parent reads each of them, and a wrong amount or date costs trust.

const NOW = new Date('2026-11-21T09:00:00Z');
const paid = { paymentId: 5, planId: 'individual', amount: 9_000, completedAt: NOW } as const;

describe('notifications about money', () => {
  test('a payment that arrived', () => {
    const told = paymentConfirmed({ ...paid, runs: 'individual', until: new Date('2027-11-21T09:00:00Z') }, NOW);
    expect(told).toMatchObject({
      title: 'Pagamento confirmado',
      message:
        'Recebemos 9.000\u00a0Kz pelo plano Individual. O seu plano está pago até 21 de Novembro de 2027. O comprovativo está na página «Assinatura».',
      actionLink: '/subscription',
    });
  });

  test('a payment for a cheaper plan, which waits for the end of the present one', () => {
    const told = paymentConfirmed({ ...paid, runs: 'family', until: new Date('2027-03-02T22:59:00Z') }, NOW);
    expect(told?.message).toBe(
      'Recebemos 9.000\u00a0Kz pelo plano Individual. O plano Família continua até 2 de Março de 2027; depois começa este. O comprovativo está na página «Assinatura».',
    );
  });

  test.each([
    ['mismatch', 8_000, 'Recebemos 8.000 Kz, mas o pedido era de 9.000 Kz.'],
    ['mismatch', 9_000, 'Recebemos 9.000 Kz que não bate certo com o seu pedido de 9.000 Kz.'],
    ['mismatch', null, 'Recebemos um pagamento que não bate certo com o seu pedido de 9.000 Kz.'],
    ['late', 9_000, 'Recebemos 9.000 Kz, mas o prazo desse pagamento já tinha terminado.'],
    ['paid_twice', 9_000, 'Recebemos 9.000 Kz pelo plano Individual, que já estava pago.'],
    ['discount_used', 9_000, 'Recebemos 9.000 Kz, mas o desconto desse pagamento já tinha sido usado noutro ano.'],
  ])('money that waits for a decision: %s, %s', (why, received, what) => {
    const told = paymentFlagged({ key: 'proxypay:1', why, planId: 'individual', amount: 9_000, received }, NOW);
    expect(told.message.replaceAll('\u00a0', ' ')).toBe(`${what} Estamos a ver e dizemos-lhe.`);
  });

  test('money that was sent back, also if its amount could not be read', () => {
    const settled = { flag: 1, planId: 'individual', decision: 'returned' } as const;
    expect(paymentSettled({ ...settled, received: null }, NOW).message).toContain('Devolvemos o dinheiro que pagou');
    expect(paymentSettled({ ...settled, received: 8_000 }, NOW).message).toContain('Devolvemos os 8.000\u00a0Kz que');
    expect(paymentSettled({ ...settled, received: 8_000 }, NOW).message).not.toContain('continua');
  });

  test('money that was paid a second time and sent back does not end the plan', () => {
    const settled = { flag: 1, planId: 'individual', decision: 'returned', received: 9_000, staysPaid: true } as const;
    expect(paymentSettled(settled, NOW).message).toContain(
      'Devolvemos os 9.000\u00a0Kz que pagou a mais pelo plano Individual. O plano continua pago.',
    );
  });

  test('a payment that was taken back, by mistake or paid back', () => {
    const reversed = { paymentId: 5, planId: 'individual', amount: 9_000, runs: 'free', until: null } as const;
    expect(paymentReversed({ ...reversed, what: 'mistake' }, NOW).message).toContain('por engano 9.000\u00a0Kz');
    const { message } = paymentReversed({ ...reversed, what: 'refunded' }, NOW);
    expect(message).toContain('Devolvemos o que pagou: 9.000\u00a0Kz pelo plano Individual.');
    expect(message).not.toContain('engano');
  });

  test('an old payment that was recorded late is not notified', () => {
    const old = { ...paid, runs: 'individual', until: null, completedAt: new Date('2026-11-01T09:00:00Z') } as const;
    expect(paymentConfirmed(old, NOW)).toBeUndefined();
  });

  test.each([
    ['2026-12-21T09:00:00Z', 30, 'O plano Família acaba daqui a 30 dias'],
    ['2026-11-28T08:00:00Z', 7, 'O plano Família acaba daqui a 7 dias'],
    ['2026-11-22T08:00:00Z', 1, 'O plano Família acaba amanhã'],
    // 23:30 in Luanda is still the same day; half past midnight is the next.
    ['2026-11-21T22:30:00Z', 1, 'O plano Família acaba hoje'],
    ['2026-11-21T23:30:00Z', 1, 'O plano Família acaba amanhã'],
  ])('the reminder for a plan that ends at %s', (until, reminder, title) => {
    const ending = { planId: 'family', reminder, until: new Date(until), renewal: true } as const;
    expect(planEnding(ending, NOW).title).toBe(title);
  });

  test('the reminder says whether the plan is renewed', () => {
    const ending = { planId: 'family', reminder: 7, until: new Date('2026-11-28T08:00:00Z') } as const;
    expect(planEnding({ ...ending, renewal: true }, NOW)).toMatchObject({
      message: 'Acaba a 28 de Novembro de 2026. Pode renovar já: o novo ano conta a partir dessa data.',
      // The link leads to the year that can be paid, not to a page on which the current plan cannot be chosen.
      actionLink: '/subscription?plan=family',
    });
    expect(planEnding({ ...ending, renewal: false }, NOW).message).toBe(
      'Acaba a 28 de Novembro de 2026 e não se renova, como escolheu. Depois dessa data nada se apaga.',
    );
  });

  test('the payment of a renewal', () => {
    const transactionId = '00000000-0000-4000-8000-000000000001';
    const until = new Date('2026-12-05T09:00:00Z');
    expect(renewalReady({ transactionId, planId: 'family-plus', amount: 15_000, until }, NOW)).toMatchObject({
      title: 'O pagamento da renovação está pronto',
      message:
        'O plano Família Plus acaba a 5 de Dezembro de 2026. Para mais um ano são 15.000\u00a0Kz. Pode pagar até 7 dias depois dessa data.',
      actionLink: `/payment-gateway?transaction=${transactionId}`,
    });
  });

  test('a year without a payment, thanks to referrals', () => {
    const until = new Date('2027-12-05T09:00:00Z');
    expect(renewalRedeemed({ planId: 'family', until }, NOW)).toMatchObject({
      title: 'Mais um ano, graças às famílias que convidou',
      message: 'O plano Família continua, sem pagar nada, e vale até 5 de Dezembro de 2027.',
    });
  });

  test('a plan that has ended', () => {
    expect(planEnded({ planId: 'individual', until: NOW }, NOW)).toMatchObject({
      title: 'O plano Individual acabou',
      message:
        'A sua conta está agora no plano Essencial. As crianças, os testes e os resultados continuam todos guardados.',
    });
  });

  test('a discount', () => {
    expect(discountEarned({ paymentId: 5, paid: 10, percent: 100 }, NOW)).toMatchObject({
      title: 'Ganhou 100% de desconto',
      message:
        '10 famílias que convidou já pagaram. Com plano pago, o desconto conta na renovação. Sem ele, no próximo pagamento.',
    });
  });
});
