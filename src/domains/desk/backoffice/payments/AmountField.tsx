import { useState } from 'react';
import { TextField } from '../../../../web/ui/forms/Field.tsx';
import { differenceInWords } from '../../operations/flags.rules.ts';

/** Returns whole Kz as typed, such as "9000", "9.000" or "9 000"; NaN, which the server refuses, for anything else. */
export const typedKz = (typed: FormDataEntryValue | null): number => {
  const digits = String(typed ?? '').replace(/[\s.]|kz$/gi, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
};

/** Returns what a typed amount means that is not the one asked: a zero too few is not seen in the number. @returns null if it is the one asked. */
export function amountWarning(asked: number | undefined, typed: string): string | null {
  const amount = typedKz(typed);
  const difference = Number.isNaN(amount) ? null : differenceInWords(asked ?? null, amount);
  return difference && `${difference}. O plano começa na mesma: veja se escreveu bem.`;
}

interface AmountFieldProps {
  /** Whole Kz that were asked, with which the field starts. */
  asked: number | undefined;
  error: string | undefined;
}

/** Asks for the amount that arrived, which the receipt states even if another one was due. */
export function AmountField({ asked, error }: AmountFieldProps) {
  const [typed, setTyped] = useState(String(asked ?? ''));
  return (
    <>
      <TextField
        label="Quanto chegou (Kz)"
        name="amount"
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        maxLength={12}
        autoComplete="off"
        hint="É o montante que fica no comprovativo da família."
        error={error}
      />
      <p className="refused" role="status">
        {amountWarning(asked, typed)}
      </p>
    </>
  );
}
