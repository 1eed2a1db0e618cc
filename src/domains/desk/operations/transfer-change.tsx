import type { ReactNode } from 'react';
import type { Settings } from './settings.contract.ts';

/** What is asked before a setting is changed. */
export interface Question {
  title: string;
  /** Label of the button that goes on. */
  action: string;
  text: ReactNode;
}

/** Groups an IBAN in fours, as it is printed on paper. */
export const inFours = (iban: string) => iban.replace(/(.{4})(?=.)/g, '$1 ');

const lineOf = ({ iban, beneficiary }: { iban: string; beneficiary: string }) =>
  iban === '' ? 'nenhuma conta' : inFours(iban) + (beneficiary && `, ${beneficiary}`);

/**
 * Asks about another account for transfers, because every family would pay into it: which it is now, and which it would be.
 *
 * @returns null if nothing changes.
 */
export function transferChange(
  now: Settings['transferAccount'],
  typed: { iban: string; beneficiary: string },
): Question | null {
  const before = { iban: now.iban ?? '', beneficiary: now.beneficiary ?? '' };
  const after = { iban: typed.iban.replace(/\s+/g, '').toUpperCase(), beneficiary: typed.beneficiary.trim() };
  if (after.iban === before.iban && after.beneficiary === before.beneficiary) return null;
  const isRemoved = after.iban === '';
  return {
    title: isRemoved ? 'Retirar a conta para transferências?' : 'Mudar a conta para transferências?',
    action: isRemoved ? 'Retirar a conta' : 'Mudar a conta',
    text: (
      <>
        <p>
          Agora: <b>{lineOf(before)}</b>
        </p>
        <p>
          Passa a ser: <b>{lineOf(after)}</b>
        </p>
        <p>
          {isRemoved
            ? 'As famílias deixam de ver uma conta para onde transferir.'
            : 'É para lá que as famílias passam a mandar o dinheiro. Confira cada algarismo.'}
        </p>
      </>
    ),
  };
}
