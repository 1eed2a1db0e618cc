import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { amountWarning } from './AmountField.tsx';
import { Decision, type Flag } from './Flags.tsx';

const FLAG: Flag = {
  id: 1,
  paymentId: 2,
  transactionId: '00000000-0000-4000-8000-000000000000',
  userId: 3,
  username: 'familia',
  fullName: 'Ana Neto',
  email: 'ana@familia.example',
  phone: '+244923000001',
  referenceNumber: '900000001',
  planId: 'individual',
  paymentStatus: 'pending',
  amount: 9_000,
  received: 8_000,
  notificationType: 'mismatch',
  acceptable: true,
  rawData: { amount: '8000.00', reference_id: '900000001' },
  createdAt: '2026-11-20T09:00:00Z',
  decision: null,
  note: null,
  decidedBy: null,
  decidedById: null,
  decidedAt: null,
};
const read = (flag: Flag) => renderToStaticMarkup(<Decision flag={flag} problems={{}} />).replaceAll('\u00a0', ' ');

test('who decides about a wrong amount sees the difference, what the receipt will say, and how to reach the family', () => {
  const shown = read(FLAG);
  for (const part of [
    'Faltam 1.000 Kz',
    'O comprovativo diz 8.000 Kz.',
    '+244923000001',
    'Referência pedida',
    '900000001',
  ])
    expect(shown).toContain(part);
  expect(shown).not.toContain('name="amount"');
  expect(read({ ...FLAG, received: 9_000 })).not.toContain('Diferença');
});

test('how much arrived is asked only if the message does not say it and it can be accepted', () => {
  expect(read({ ...FLAG, received: null })).toContain('name="amount"');
  expect(read({ ...FLAG, received: null, acceptable: false })).not.toContain('name="amount"');
});

test('money that cannot be accepted can only go back', () => {
  expect(read(FLAG)).toContain('Aceitar como pagamento');
  expect(read({ ...FLAG, acceptable: false })).not.toContain('Aceitar');
});

test('who types another amount than was asked reads the difference before it is booked', () => {
  expect(amountWarning(9_000, '900')).toBe('Faltam 8.100\u00a0Kz. O plano começa na mesma: veja se escreveu bem.');
  expect(amountWarning(9_000, '90.000 Kz')).toContain('São 81.000\u00a0Kz a mais');
  expect([amountWarning(9_000, '9.000'), amountWarning(9_000, ''), amountWarning(undefined, '9')]).toEqual([
    null,
    null,
    null,
  ]);
});
