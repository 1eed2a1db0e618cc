import { useEffect, useState } from 'react';
import { Button } from '../base/Button.tsx';
import { IconCheck } from '../base/Icon.tsx';
import { IconCopy } from '../icons/ActionIcon.tsx';

export interface CopyButtonProps {
  /** The text to copy. */
  text: string;
  /** What the text is, for screen readers: "referência". */
  what: string;
  size?: 's' | 'm' | 'l' | undefined;
  /** Label instead of "Copiar". */
  label?: string | undefined;
}

/** Copies a text to the clipboard and confirms it in its label for two seconds. */
export function CopyButton({ text, what, size = 's', label = 'Copiar' }: CopyButtonProps) {
  const [state, setState] = useState<'rest' | 'copied' | 'failed'>('rest');
  useEffect(() => {
    if (state === 'rest') return;
    const timer = setTimeout(() => setState('rest'), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  return (
    <>
      <Button
        variant="secondary"
        size={size}
        icon={state === 'copied' ? <IconCheck size={18} /> : <IconCopy size={18} />}
        onClick={() => void copy(text).then((done) => setState(done ? 'copied' : 'failed'))}
      >
        {state === 'copied' ? 'Copiado' : state === 'failed' ? 'Copie à mão' : label}
        {label === 'Copiar' && <span className="sr"> {what}</span>}
      </Button>
      <span className="sr" role="status">
        {state === 'copied' ? `Copiado: ${what}` : state === 'failed' ? 'Não foi possível copiar. Copie à mão.' : ''}
      </span>
    </>
  );
}

/** Copies a text. Returns whether it is on the clipboard. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages without https, and some WebViews, lack the clipboard API.
    const field = document.createElement('textarea');
    field.value = text;
    field.setAttribute('readonly', '');
    field.className = 'sr';
    document.body.append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    return done;
  }
}
