import { type FormEvent, useMemo, useState } from 'react';
import { failureOf } from '../../web/call.ts';
import type { FormError } from '../../web/ui/ErrorSummary.tsx';

/** What is wrong with a form, by the name of the field. */
export type Problems = Record<string, string>;
/** What was typed, by the name of the field. */
export type Typed = Record<string, string>;

export interface Sending {
  /** What can be told before asking the server. */
  check?: ((typed: Typed) => Problems) | undefined;
  onSend: (typed: Typed) => Promise<void>;
}

/** How a form is sent: once at a time; what is wrong stands beside its field, and what is wrong with no field in `refused`. */
export function useForm({ check, onSend }: Sending) {
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [refused, setRefused] = useState('');
  const errors = useMemo<FormError[]>(
    () => Object.entries(problems).map(([id, message]) => ({ id, message })),
    [problems],
  );
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const typed = Object.fromEntries(new FormData(event.currentTarget)) as Typed;
    const found = check?.(typed) ?? {};
    setProblems(found);
    setRefused('');
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await onSend(typed);
    } catch (error) {
      const failure = failureOf(error);
      setProblems(failure.fields);
      setRefused(Object.keys(failure.fields).length === 0 ? failure.said : '');
    } finally {
      setBusy(false);
    }
  };
  return { busy, problems, refused, errors, onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event) };
}
