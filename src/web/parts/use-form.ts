import { type FormEvent, useMemo, useState } from 'react';
import { failureOf } from '../call/call.ts';
import type { FormError } from '../ui/forms/ErrorSummary.tsx';

/** Problems of a form, by field name. */
export type Problems = Record<string, string>;
/** Values of a form, by field name. */
export type Typed = Record<string, string>;

export interface Sending {
  /** Validates the form before it is sent. */
  check?: ((typed: Typed) => Problems) | undefined;
  onSend: (typed: Typed, form: FormData) => Promise<void>;
}

interface FormOptions extends Sending {
  /** Runs after a refusal that is not about a field, while the form is still busy. */
  onRefused?: (() => Promise<unknown>) | undefined;
  /** Prefix of the fields' ids. */
  idPrefix?: string | undefined;
}

/** Submits a form, one submission at a time. Problems appear at their fields, a refusal without fields in `refused`. */
export function useForm({ check, onSend, onRefused, idPrefix = '' }: FormOptions) {
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [refused, setRefused] = useState('');
  const errors = useMemo<FormError[]>(
    () => Object.entries(problems).map(([name, message]) => ({ id: idPrefix + name, message })),
    [problems, idPrefix],
  );
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    const typed = Object.fromEntries(form) as Typed;
    const found = check?.(typed) ?? {};
    setProblems(found);
    setRefused('');
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await onSend(typed, form);
    } catch (error) {
      const failure = failureOf(error);
      setProblems(failure.fields);
      // With a problem at a field the person goes on typing at once.
      if (Object.keys(failure.fields).length > 0) return;
      setRefused(failure.said);
      await onRefused?.();
    } finally {
      setBusy(false);
    }
  };
  const clear = () => {
    setProblems({});
    setRefused('');
  };
  return {
    busy,
    problems,
    refused,
    errors,
    clear,
    onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
  };
}
