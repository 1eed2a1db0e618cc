import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import styles from './Button.module.css';
import { cx } from './cx.ts';

interface Look {
  variant?: 'primary' | 'secondary' | 'quiet' | 'brass' | 'danger' | undefined;
  /** s 44 px, m 48 px, l 56 px: l is the smallest a child may be given. */
  size?: 's' | 'm' | 'l' | undefined;
  /** As wide as its container. */
  full?: boolean | undefined;
  icon?: ReactNode;
  iconEnd?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

export interface ButtonProps extends Look, Omit<ComponentProps<'button'>, keyof Look> {
  busy?: boolean | undefined;
  /** Said while busy ('Enviando...'). Room for it is kept from the start, so the button never changes width. */
  busyText?: string | undefined;
}

export interface LinkButtonProps extends Look, Omit<ComponentProps<'a'>, keyof Look> {
  href: string;
}

/** A button; with `href`, a plain link that looks like one. */
export function Button(props: ButtonProps | LinkButtonProps) {
  const { variant = 'primary', size = 'm', full, icon, iconEnd, className, children, ...rest } = props;
  const look = cx(styles.button, styles[variant], styles[size], full && styles.full, className);

  if ('href' in rest) {
    return (
      <a {...rest} className={look}>
        {icon}
        {children}
        {iconEnd}
      </a>
    );
  }

  const { busy, busyText, onClick, type = 'button', ...native } = rest;
  // aria-disabled instead of disabled: focus stays where it is and the reader still finds the button.
  const guard = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...native}
      type={type}
      className={look}
      onClick={guard}
      {...(busy ? { 'aria-disabled': true, 'aria-busy': true } : {})}
    >
      {busyText === undefined ? (
        <>
          {icon}
          {children}
          {iconEnd}
        </>
      ) : (
        <span className={styles.stack}>
          <span className={busy ? styles.away : undefined}>
            {icon}
            {children}
            {iconEnd}
          </span>
          <span className={busy ? undefined : styles.away}>{busyText}</span>
        </span>
      )}
    </button>
  );
}
