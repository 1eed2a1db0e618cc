import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Payment } from '../payments/payments.contract.ts';
import PaymentOver from './PaymentOver.tsx';

const CANCELLED = { status: 'cancelled', reversedAt: null, planId: 'family', amount: 18_000 } as Payment;
const read = (payment: Payment) => renderToStaticMarkup(<PaymentOver payment={payment} ahead={0} />);

test('a family does not read of a payment that was taken back that it cancelled it', () => {
  const reversed = read({ ...CANCELLED, reversedAt: '2026-11-20T09:00:00Z' });
  expect(reversed).toContain('Anulado');
  expect(reversed).toContain('Pagamento anulado');
  expect(reversed).not.toContain('ancelado');
  expect(read(CANCELLED)).toContain('Cancelado');
});
