import { type RefObject, useEffect, useRef, useState } from 'react';
import { IconAlert } from '../../../web/ui/base/Icon.tsx';
import { Spinner } from '../../../web/ui/base/Spinner.tsx';
import { IconImage } from '../../../web/ui/icons/StaffIcon.tsx';
import { FORMULA_PIECES, MARK_PIECES, type Piece, pictureAt, type Typed, withPiece } from './formulas.rules.ts';
import { useUpload } from './ImageField.tsx';
import styles from './TextTools.module.css';
import { isWorthReading, readPasted } from './teaching.web.ts';

type Control = HTMLTextAreaElement | HTMLInputElement;

interface TextToolsProps<Name extends string> {
  form: RefObject<HTMLFormElement | null>;
  /** Names of the fields that accept marks and formulas; the first one is used until another has had the focus. */
  names: readonly Name[];
  /** The field with one text a line, into which no table goes. */
  lines: Name;
  onWrite: (name: Name, text: string) => void;
}

/**
 * Buttons that insert marks, pictures and formulas at the cursor of the field that was used last. Text that is pasted from Word or another
 * program keeps what it shows: bold, underlined, raised and lowered text, tables and formulas.
 */
export function TextTools<Name extends string>({ form, names, lines, onWrite }: TextToolsProps<Name>) {
  const { change, focus } = useFields(form, names, onWrite);
  const [notes, setNotes] = useState<readonly string[]>([]);
  const { busy, refused, choose, input } = useUpload('Escolher o ficheiro para o texto', ({ src }) =>
    change(focus(), (typed) => withPiece(typed, pictureAt(src))),
  );
  const isPasting = usePasting(form, names, change, setNotes);
  const insert = (piece: Piece) => {
    const control = focus();
    const isTable = 'isBlock' in piece && piece.isBlock;
    const place =
      isTable && control?.name === lines ? form.current?.querySelector<Control>(`[name="${names[0]}"]`) : control;
    change(place, (typed) => withPiece(typed, piece));
  };
  const button = (piece: Piece) => (
    <button key={piece.name} type="button" title={piece.name} aria-label={piece.name} onClick={() => insert(piece)}>
      <span className={styles[piece.name === 'Negrito' ? 'bold' : piece.name === 'Sublinhado' ? 'underlined' : '']}>
        {piece.sign}
      </span>
    </button>
  );
  return (
    <div className={styles['palette']}>
      <div role="toolbar" aria-label="Texto" className={styles['pieces']}>
        {MARK_PIECES.map(button)}
        <button
          type="button"
          title="Imagem no texto"
          aria-label="Imagem no texto"
          aria-disabled={busy}
          onClick={() => busy || choose()}
        >
          {busy ? <Spinner label="A enviar a imagem…" /> : <IconImage size={20} />}
        </button>
        {input}
      </div>
      <div role="status">
        {isPasting && <p className={styles['note']}>A ler o que colou…</p>}
        {(refused ? [refused] : notes).map((note) => (
          <p key={note} className={styles['note']}>
            <IconAlert size={18} /> {note}
          </p>
        ))}
      </div>
      <details>
        <summary>Inserir uma fórmula</summary>
        <div role="toolbar" aria-label="Fórmulas" className={styles['pieces']}>
          {FORMULA_PIECES.map(button)}
        </div>
      </details>
    </div>
  );
}

type Change = (control: Control | null | undefined, make: (typed: Typed) => Typed, takesFocus?: boolean) => void;

/** Returns how the text of a field is changed at its cursor, and the field that had the focus last. */
function useFields<Name extends string>(
  form: RefObject<HTMLFormElement | null>,
  names: readonly Name[],
  onWrite: TextToolsProps<Name>['onWrite'],
): { change: Change; focus: () => Control | null | undefined } {
  const last = useRef<Control | null>(null);
  useEffect(() => {
    const around = form.current;
    const remember = ({ target }: FocusEvent) => {
      if (names.includes((target as Control).name as Name)) last.current = target as Control;
    };
    around?.addEventListener('focusin', remember);
    return () => around?.removeEventListener('focusin', remember);
  }, [form, names]);
  const change: Change = (control, make, takesFocus = true) => {
    if (!control) return;
    const { value, selectionStart, selectionEnd } = control;
    const typed = make({ text: value, start: selectionStart ?? value.length, end: selectionEnd ?? value.length });
    onWrite(control.name as Name, typed.text);
    // Runs after the field shows the new text.
    requestAnimationFrame(() => {
      if (takesFocus) control.focus();
      control.setSelectionRange(typed.start, typed.end);
    });
  };
  return { change, focus: () => last.current ?? form.current?.querySelector<Control>(`[name="${names[0]}"]`) };
}

/**
 * Reads text with formats that is pasted into one of the fields; without network it is pasted as plain text.
 *
 * @returns whether a text is being read.
 */
function usePasting(
  form: RefObject<HTMLFormElement | null>,
  names: readonly string[],
  change: Change,
  onNotes: (notes: readonly string[]) => void,
): boolean {
  const [reading, setReading] = useState(0);
  const now = useRef({ change, onNotes });
  now.current = { change, onNotes };
  useEffect(() => {
    const around = form.current;
    const paste = async (event: ClipboardEvent) => {
      const control = event.target as Control;
      const html = event.clipboardData?.getData('text/html') ?? '';
      if (!names.includes(control.name) || !isWorthReading(html)) return;
      event.preventDefault();
      const plain = event.clipboardData?.getData('text/plain') ?? '';
      setReading((count) => count + 1);
      now.current.onNotes([]);
      const { text, notes } = await readPasted(html, plain);
      setReading((count) => count - 1);
      now.current.onNotes(notes);
      const withPasted = ({ text: before, start, end }: Typed) => {
        const behind = start + text.length;
        return { text: before.slice(0, start) + text + before.slice(end), start: behind, end: behind };
      };
      // The teacher may have gone on to another field.
      now.current.change(control, withPasted, control === document.activeElement);
    };
    const listener = (event: ClipboardEvent) => void paste(event);
    around?.addEventListener('paste', listener);
    return () => around?.removeEventListener('paste', listener);
  }, [form, names]);
  return reading > 0;
}
