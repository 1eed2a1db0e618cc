import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { transferChange } from './transfer-change.tsx';

const NOW = { iban: 'AO06000600000100037131174', beneficiary: 'Caderneta, Lda.' };
const read = (question: ReturnType<typeof transferChange>) =>
  question && [question.action, renderToStaticMarkup(question.text).replace(/<[^>]+>/g, ' ')].join(' ');

test('another account for transfers is asked about with the old and the new one', () => {
  const asked = read(transferChange(NOW, { iban: 'ao06 0055 0000 0000 0000 0000 1', beneficiary: 'Outra, Lda.' }));
  expect(asked).toContain('Mudar a conta');
  expect(asked).toContain('AO06 0006 0000 0100 0371 3117 4, Caderneta, Lda.');
  expect(asked).toContain('AO06 0055 0000 0000 0000 0000 1, Outra, Lda.');
  const removed = read(transferChange(NOW, { iban: ' ', beneficiary: 'Caderneta, Lda.' }));
  expect(removed).toContain('Retirar a conta');
  expect(removed).toContain('nenhuma conta');
  expect(read(transferChange({ iban: null, beneficiary: null }, { iban: 'AO06', beneficiary: '' }))).toContain(
    'nenhuma conta',
  );
});

test('the same account, written otherwise, needs no question', () => {
  expect(transferChange(NOW, { iban: 'ao06 0006 0000 0100 0371 3117 4 ', beneficiary: ' Caderneta, Lda.' })).toBeNull();
  expect(transferChange({ iban: null, beneficiary: null }, { iban: '', beneficiary: '' })).toBeNull();
});
