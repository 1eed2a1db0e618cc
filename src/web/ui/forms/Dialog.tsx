import { type ReactNode, useEffect, useId, useRef } from 'react';
import { cx } from '../base/cx.ts';
import { IconClose } from '../base/Icon.tsx';
import { ToastPlace } from '../base/Toast.tsx';
import styles from './Dialog.module.css';

export interface DialogProps {
  open: boolean;
  /** Called for Esc, the phone's Back button (call/close-requests.ts), the close button and a tap outside a menu. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Buttons, with the safe choice first: it gets the focus if the dialog has no field. */
  footer?: ReactNode;
  /** Width: 440, 560 (default) or 640 px; xl is as wide as the page, for an editor beside its preview. */
  size?: 's' | 'm' | 'l' | 'xl' | undefined;
  /** On a phone the dialog slides in from the lower edge. */
  sheet?: boolean | undefined;
  /** On a wide screen the dialog is a panel at the right side. */
  side?: boolean | undefined;
  /** Whether something is being sent; the dialog cannot be closed then. */
  busy?: boolean | undefined;
  /** A tap outside closes the dialog. Use it only where no input could be lost. */
  lightDismiss?: boolean | undefined;
}

/** Number of open dialogs that prevent the page from scrolling; scrolling is restored when the last one closes. */
let holding = 0;

function holdPage(): () => void {
  const root = document.documentElement;
  if (holding++ === 0) {
    // Replaces the width of the hidden scroll bar, so that the page does not shift sideways behind the dialog.
    root.style.paddingRight = `${window.innerWidth - root.clientWidth}px`;
    root.style.overflow = 'hidden';
  }
  return () => {
    if (--holding === 0) root.style.paddingRight = root.style.overflow = '';
  };
}

export function Dialog({
  open,
  onClose,
  title,
  children,
  footer,
  size = 'm',
  sheet,
  side,
  busy,
  lightDismiss,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();

  useEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    // The focus is restored by hand: browsers of 2021 do not restore it, and none does when the dialog is unmounted.
    const opener = document.activeElement as HTMLElement | null;
    const release = holdPage();
    element.showModal();
    const first =
      element.querySelector<HTMLElement>('[data-autofocus]') ??
      element.querySelector<HTMLElement>('input:not([type=hidden]):not(:disabled), select, textarea') ??
      element.querySelector<HTMLElement>('footer button, footer a');
    first?.focus();
    return () => {
      element.close();
      release();
      opener?.focus();
    };
  }, [open]);

  const ask = () => {
    if (!busy) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the keyboard's way to close; the click is for the area outside
    <dialog
      ref={dialog}
      className={cx(styles.dialog, styles[size], sheet && styles.sheet, side && styles.side)}
      aria-labelledby={heading}
      aria-busy={busy}
      onCancel={(event) => {
        // A file field inside the dialog fires its own cancel event, which bubbles up to here.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        ask();
      }}
      // A second Esc closes a dialog even if the page prevented the first; the owner of `open` must be informed.
      onClose={(event) => event.target === event.currentTarget && open && onClose()}
      onClick={(event) => lightDismiss && event.target === event.currentTarget && ask()}
    >
      {open && (
        <div className={styles.inside}>
          <header className={styles.head}>
            <h2 id={heading}>{title}</h2>
            <button type="button" className={styles.close} aria-label="Fechar" aria-disabled={busy} onClick={ask}>
              <IconClose size={22} />
            </button>
          </header>
          <div className={styles.body}>{children}</div>
          {footer != null && <footer className={styles.foot}>{footer}</footer>}
          <ToastPlace />
        </div>
      )}
    </dialog>
  );
}
