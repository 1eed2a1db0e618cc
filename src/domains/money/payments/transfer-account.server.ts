import type { Queryable } from '../../../server/db/db.ts';
import { readSetting, saveSetting } from '../../../server/db/settings.ts';
import { audit } from '../../../server/watch/audit.ts';
import type { TransferAccount } from './transfer-account.contract.ts';

/** Key of the setting in the settings table. */
const SETTING = 'payments.transfer-account';

/** Reads the account that an administrator has saved last. */
export async function readTransferAccount(db: Queryable): Promise<TransferAccount> {
  return { iban: null, beneficiary: null, ...(await readSetting<Partial<TransferAccount>>(db, SETTING)) };
}

/**
 * Replaces the account to which families transfer money, and writes it to the audit log, in the caller's transaction.
 *
 * @returns whether it is another one than before.
 */
export async function saveTransferAccount(
  transaction: Queryable,
  { iban, beneficiary }: TransferAccount,
  by: { userId: number; address: string | null },
): Promise<boolean> {
  const before = await readTransferAccount(transaction);
  if (before.iban === iban && before.beneficiary === beneficiary) return false;
  await saveSetting(transaction, SETTING, { iban, beneficiary });
  await audit(transaction, {
    userId: by.userId,
    action: 'settings.changed',
    subject: `setting ${SETTING}`,
    before: { ...before },
    after: { iban, beneficiary },
    address: by.address,
  });
  return true;
}
