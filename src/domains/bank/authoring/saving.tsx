import { type ReactNode, useMemo, useRef, useState } from 'react';
import { failureOf } from '../../../web/call/call.ts';
import { failed } from '../../../web/call/outcome.ts';
import styles from '../../../web/parts/panel.module.css';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconAlert } from '../../../web/ui/base/Icon.tsx';
import { Notice } from '../../../web/ui/lists/Card.tsx';

type Problems = Record<string, string>;

interface SavingOptions<Stored, Saved> {
  /** Returns the problems by field, before anything is sent. */
  check: () => Problems;
  /** @param revision the revision on which the change is based. */
  send: (revision: number | undefined) => Promise<Saved>;
  onSaved: (saved: Saved) => Promise<void> | void;
  /** Reads what is stored now, after somebody else has changed it; undefined when it was deleted or is new. */
  readAgain: () => Promise<Stored | undefined>;
  /** Title of the message about a refusal, and what was not possible. */
  refusal: readonly [title: string, what: string];
  /** Names of the form's fields by the call's names, where they differ. */
  names?: Readonly<Record<string, string>>;
  setBusy: (busy: boolean) => void;
}

const SAME_NAMES = {};

/**
 * Saves a test or a question. After a refusal the form stays as it is and shows the reason; a concurrent change by somebody else is shown.
 */
export function useSaving<Stored, Saved>({
  check,
  send,
  onSaved,
  readAgain,
  refusal: [title, what],
  names = SAME_NAMES,
  setBusy,
}: SavingOptions<Stored, Saved>) {
  const [problems, setProblems] = useState<Problems>({});
  const [refused, setRefused] = useState('');
  /** What is stored after somebody else's concurrent change. */
  const [theirs, setTheirs] = useState<Stored>();
  const errors = useMemo(() => Object.entries(problems).map(([id, message]) => ({ id, message })), [problems]);
  const refuse = async (error: unknown) => {
    const failure = failureOf(error);
    const now = failure.code === 'changed-meanwhile' ? await readAgain() : undefined;
    if (now) return setTheirs(now);
    failed(title, what, error);
    setProblems(Object.fromEntries(Object.entries(failure.fields).map(([name, text]) => [names[name] ?? name, text])));
    if (Object.keys(failure.fields).length === 0) setRefused(`${what}: ${failure.said}`);
  };
  /** A shortcut may ask to save while an earlier request is still on its way. */
  const isSaving = useRef(false);
  const save = async (revision: number | undefined) => {
    if (isSaving.current) return;
    const found = check();
    setProblems(found);
    setRefused('');
    setTheirs(undefined);
    if (Object.keys(found).length > 0) return;
    isSaving.current = true;
    setBusy(true);
    try {
      await onSaved(await send(revision));
    } catch (error) {
      await refuse(error);
    } finally {
      isSaving.current = false;
      setBusy(false);
    }
  };
  return { problems, refused, theirs, errors, save, dropTheirs: () => setTheirs(undefined) };
}

interface ConflictProps {
  title: string;
  /** How it is stored now, in a few words. */
  children: ReactNode;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Somebody else saved while this form was open: both are still there, and the person at the form chooses. */
export function Conflict({ title, children, onKeepMine, onTakeTheirs }: ConflictProps) {
  return (
    <div role="alert">
      <Notice title={title} icon={<IconAlert />}>
        <p>O que escreveu continua neste formulário. Guardado está agora:</p>
        <p className={styles['theirs']}>{children}</p>
        <span className={styles['unfinishedButtons']}>
          <Button variant="secondary" size="s" onClick={onKeepMine}>
            Substituir pelo que escrevi
          </Button>
          <Button variant="quiet" size="s" onClick={onTakeTheirs}>
            Ficar com o que está guardado
          </Button>
        </span>
      </Notice>
    </div>
  );
}
