import { z } from 'zod';
import { optionalText } from '../../../shared/fields.ts';

/** The account to which families transfer money; its fields are null until an administrator enters it. */
export interface TransferAccount {
  iban: string | null;
  beneficiary: string | null;
}

/** Normalises an IBAN: no spaces, dots and dashes, and capital letters. */
const bareIban = (written: string): string => written.replace(/[\s.-]/g, '').toUpperCase();

/** Returns whether a normalised IBAN is Angolan with valid check digits (ISO 13616: modulo 97 leaves 1). */
function isAngolanIban(iban: string): boolean {
  if (!/^AO\d{23}$/.test(iban)) return false;
  // "AO" is replaced by 1024 and moved behind the account number, followed by the check digits.
  return BigInt(`${iban.slice(4)}1024${iban.slice(2, 4)}`) % 97n === 1n;
}

/** The account as an administrator enters it; if both fields are empty, it is removed. */
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
