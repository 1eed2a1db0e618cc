import { TextField } from '../../../../web/ui/forms/Field.tsx';

/** Returns whole Kz as typed, such as "9000", "9.000" or "9 000"; NaN, which the server refuses, for anything else. */
export const typedKz = (typed: FormDataEntryValue | null): number => {
  const digits = String(typed ?? '').replace(/[\s.]|kz$/gi, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
};

/** Asks for the amount that arrived, which the receipt states even if another one was due. */
export function AmountField({ preset, error }: { preset: number | undefined; error: string | undefined }) {
  return (
    <TextField
      key={preset}
      label="Quanto chegou (Kz)"
      name="amount"
      inputMode="numeric"
      defaultValue={preset}
      maxLength={12}
      autoComplete="off"
      hint="É o montante que fica no comprovativo da família."
      error={error}
    />
  );
}
