import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from '../base/cx.ts';
import { IconMore } from '../icons/ActionIcon.tsx';
import styles from './ActionMenu.module.css';

export interface Action {
  label: string;
  icon: ReactNode;
  /** The address of a link… */
  href?: string;
  /** …or what a button does. */
  onClick?: () => void;
  disabled?: boolean;
  /** Deletes something. */
  danger?: boolean;
}

/** Smallest distance between a menu and the left edge of the window, in pixels. */
const EDGE = 8;

/** Returns the index of the item that a key moves the focus to, or undefined if the key does not move it. */
function itemAfter(key: string, from: number, labels: readonly string[]): number | undefined {
  const last = labels.length - 1;
  if (key === 'ArrowDown') return from === last ? 0 : from + 1;
  if (key === 'ArrowUp') return from <= 0 ? last : from - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key.length !== 1 || key === ' ') return undefined;
  const initial = key.toLocaleLowerCase('pt');
  const order = labels.map((_, step) => (from + 1 + step) % labels.length);
  return order.find((index) => labels[index]?.toLocaleLowerCase('pt').startsWith(initial));
}

/**
 * Renders the button "⋯" with a menu of the actions on one row, after the menu button pattern of the WAI-ARIA practices: arrows, Home, End
 * and initials move, Esc closes and returns to the button.
 *
 * @param props.label names the button, with the row that the actions are on.
 */
export function ActionMenu({ label, actions }: { label: string; actions: readonly Action[] }) {
  const [open, setOpen] = useState(false);
  const slot = useRef<HTMLSpanElement>(null);
  const items = () => [...(slot.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  const close = (focusButton: boolean) => {
    setOpen(false);
    if (focusButton) slot.current?.querySelector('button')?.focus();
  };
  useEffect(() => {
    if (!open) return;
    const menu = slot.current?.querySelector<HTMLElement>('[role=menu]');
    // Beside the left edge of a phone it would begin outside the window.
    const outside = menu ? EDGE - menu.getBoundingClientRect().left : 0;
    if (menu && outside > 0) menu.style.right = `${-outside}px`;
    slot.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
    const onPointer = (event: PointerEvent) => {
      if (!slot.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointer);
    return () => document.removeEventListener('pointerdown', onPointer);
  }, [open]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      close(true);
    } else if (event.key === 'Tab') setOpen(false);
    else {
      const all = items();
      const from = all.indexOf(document.activeElement as HTMLElement);
      const to = itemAfter(
        event.key,
        from,
        actions.map((action) => action.label),
      );
      if (to === undefined) return;
      event.preventDefault();
      all[to]?.focus();
    }
  };
  const choose = (action: Action) => {
    if (action.disabled) return;
    close(true);
    action.onClick?.();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: takes the keys of the button and the items inside
    <span className={styles.slot} ref={slot} onKeyDown={onKeyDown}>
      <button
        type="button"
        className={styles.more}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={label}
        title="Mais acções"
        onClick={() => setOpen(!open)}
      >
        <IconMore />
      </button>
      {open && (
        <span role="menu" aria-label={label} className={styles.menu}>
          {actions.map((action) =>
            action.href === undefined ? (
              <button
                key={action.label}
                type="button"
                role="menuitem"
                tabIndex={-1}
                aria-disabled={action.disabled}
                className={cx(action.danger && styles.danger)}
                onClick={() => choose(action)}
              >
                {action.icon}
                {action.label}
              </button>
            ) : (
              <a key={action.label} role="menuitem" tabIndex={-1} href={action.href}>
                {action.icon}
                {action.label}
              </a>
            ),
          )}
        </span>
      )}
    </span>
  );
}
