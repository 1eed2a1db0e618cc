import { type RefObject, useEffect, useRef } from 'react';
import styles from './FormulaPalette.module.css';
import { PIECES, type Piece, withPiece } from './formulas.rules.ts';

type Control = HTMLTextAreaElement | HTMLInputElement;

interface FormulaPaletteProps<Name extends string> {
  form: RefObject<HTMLFormElement | null>;
  /** Names of the fields that accept formulas; the first one is used until another has had the focus. */
  names: readonly Name[];
  onWrite: (name: Name, text: string) => void;
}

/** Buttons that insert signs and parts of formulas at the cursor of the field that was used last. */
export function FormulaPalette<Name extends string>({ form, names, onWrite }: FormulaPaletteProps<Name>) {
  const last = useRef<Control | null>(null);
  useEffect(() => {
    const around = form.current;
    const remember = ({ target }: FocusEvent) => {
      if (names.includes((target as Control).name as Name)) last.current = target as Control;
    };
    around?.addEventListener('focusin', remember);
    return () => around?.removeEventListener('focusin', remember);
  }, [form, names]);
  const insert = (piece: Piece) => {
    const control = last.current ?? form.current?.querySelector<Control>(`[name="${names[0]}"]`);
    if (!control) return;
    const { value, selectionStart, selectionEnd } = control;
    const typed = withPiece(
      { text: value, start: selectionStart ?? value.length, end: selectionEnd ?? value.length },
      piece,
    );
    onWrite(control.name as Name, typed.text);
    // Runs after the field shows the new text.
    requestAnimationFrame(() => {
      control.focus();
      control.setSelectionRange(typed.start, typed.end);
    });
  };
  return (
    <details className={styles['palette']}>
      <summary>Inserir uma fórmula</summary>
      <div role="toolbar" aria-label="Fórmulas" className={styles['pieces']}>
        {PIECES.map((piece) => (
          <button
            key={piece.name}
            type="button"
            title={piece.name}
            aria-label={piece.name}
            onClick={() => insert(piece)}
          >
            {piece.sign}
          </button>
        ))}
      </div>
    </details>
  );
}
