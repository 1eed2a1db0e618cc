import { z } from 'zod';
import { optionalText } from '../../shared/fields.ts';

/** Where transfers go; nothing of it until an administrator has said so. */
export interface TransferAccount {
  iban: string | null;
  beneficiary: string | null;
}

/** An IBAN as it is kept: no spaces, capital letters. */
const bareIban = (written: string): string => written.replace(/[\s.-]/g, '').toUpperCase();

/** Whether a bare IBAN is an Angolan one whose check digits are right (ISO 13616: modulo 97 leaves 1). */
function isAngolanIban(iban: string): boolean {
  if (!/^AO\d{23}$/.test(iban)) return false;
  // "AO" counts as 1024, and stands with the check digits after the account.
  return BigInt(`${iban.slice(4)}1024${iban.slice(2, 4)}`) % 97n === 1n;
}

/** The account as an administrator writes it; both empty take it away. */
export const transferAccountInput = z
  .object({
    iban: optionalText(60)
      .transform((written) => (written === null ? null : bareIban(written)))
      .refine(
        (iban) => iban === null || isAngolanIban(iban),
        'Este IBAN não está certo. Começa por AO e tem 25 caracteres.',
      ),
    beneficiary: optionalText(120),
  })
  .refine(({ iban, beneficiary }) => iban === null || beneficiary !== null, {
    path: ['beneficiary'],
    message: 'Escreva em nome de quem está a conta.',
  })
  .refine(({ iban, beneficiary }) => beneficiary === null || iban !== null, {
    path: ['iban'],
    message: 'Escreva o IBAN da conta.',
  });
