import { useEffect, useState } from 'react';
import { draftNamed, draftsUnder, dropDraft, keepDraft } from '../../../web/device/drafts.ts';
import styles from '../../../web/parts/panel.module.css';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconPencil } from '../../../web/ui/icons/ActionIcon.tsx';
import { Notice } from '../../../web/ui/lists/Card.tsx';
import { knownUser } from '../../people/accounts/session.tsx';

/** Prefixes of the names of drafts; the id of the test or question follows, or 'new'. */
export const TEST_DRAFTS = 'test:';
export const questionDrafts = (testId: number) => `question:${testId}:`;

/** A draft belongs to its user: another user who signs in in the same tab does not see it. */
const nameOf = (of: string) => `${knownUser()?.id ?? 0}:${of}`;

/** Deletes a draft, because it was saved or deliberately discarded. */
export const giveUpDraft = (of: string) => dropDraft(nameOf(of));

/** Renames a draft, unless there is already one with that name. */
export function renameDraft(of: string, to: string): void {
  const kept = draftNamed<object>(nameOf(of));
  if (!kept || draftNamed(nameOf(to))) return;
  keepDraft(nameOf(to), kept);
  dropDraft(nameOf(of));
}

/**
 * Returns the content of a form, stored in this tab with every keystroke until it is saved or discarded.
 *
 * @param over initial values that replace those of a stored draft.
 */
export function useDraft<Value extends object>(of: string, start: Value, over: Partial<Value> = {}) {
  const [name] = useState(() => nameOf(of));
  const [kept] = useState(() => draftNamed<Value>(name));
  const [from, setFrom] = useState(start);
  const [value, setValue] = useState<Value>(() => ({ ...start, ...kept, ...over }));
  const [restored, setRestored] = useState(kept !== undefined);
  useEffect(() => {
    if (JSON.stringify(value) === JSON.stringify(from)) dropDraft(name);
    else keepDraft(name, value);
  }, [name, value, from]);
  return {
    value,
    setValue,
    /** Whether the form shows a stored draft. */
    restored,
    /** Resets the form to its initial value or to another one. */
    restart: (initial: Value = start) => {
      setFrom(initial);
      setValue(initial);
      setRestored(false);
    },
  };
}

/** Shown above a form that contains a stored draft. */
export function Restored({ onRestart }: { onRestart: () => void }) {
  return (
    <Notice
      title="O que escreveu e não guardou está aqui."
      icon={<IconPencil />}
      action={
        <Button variant="secondary" size="s" onClick={onRestart}>
          Começar de novo
        </Button>
      }
    />
  );
}

interface UnfinishedProps {
  /** Prefix of the drafts' names. */
  under: string;
  /** Returns the name of a draft for use in a sentence. */
  title: (rest: string) => string;
  onContinue: (rest: string) => void;
  onGivenUp: () => void;
}

/** Drafts in this tab that were not saved, with buttons to continue or discard them. */
export function Unfinished({ under, title, onContinue, onGivenUp }: UnfinishedProps) {
  return draftsUnder(nameOf(under)).map((rest) => (
    <div key={rest} className={styles['unfinished']}>
      <Notice title={title(rest)} icon={<IconPencil />}>
        <span className={styles['unfinishedButtons']}>
          <Button variant="secondary" size="s" onClick={() => onContinue(rest)}>
            Continuar
          </Button>
          <Button
            variant="quiet"
            size="s"
            onClick={() => {
              giveUpDraft(under + rest);
              onGivenUp();
            }}
          >
            Apagar
          </Button>
        </span>
      </Notice>
    </div>
  ));
}
