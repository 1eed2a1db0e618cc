import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import styles from './Button.module.css';
import { cx } from './cx.ts';

interface Look {
  variant?: 'primary' | 'secondary' | 'quiet' | 'brass' | 'danger' | undefined;
  /** s 44 px, m 48 px, l 56 px. Children's screens use l, the smallest size allowed for them. */
  size?: 's' | 'm' | 'l' | undefined;
  /** Makes the button as wide as its container. */
  full?: boolean | undefined;
  icon?: ReactNode;
  iconEnd?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

export interface ButtonProps extends Look, Omit<ComponentProps<'button'>, keyof Look> {
  busy?: boolean | undefined;
  /** Label while busy ('Enviando...'). Its width is reserved from the start, so that the button never changes its width. */
  busyText?: string | undefined;
}

export interface LinkButtonProps extends Look, Omit<ComponentProps<'a'>, keyof Look> {
  href: string;
}

/** Renders a button; with `href`, a plain link that looks like one. */
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

  const { busy, busyText, disabled, onClick, type = 'button', ...native } = rest;
  const off = busy || disabled;
  // Uses aria-disabled instead of disabled: the button keeps the focus, and screen readers still find it.
  const guard = (event: MouseEvent<HTMLButtonElement>) => {
    if (off) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...native}
      type={type}
      className={look}
      onClick={guard}
      {...(off ? { 'aria-disabled': true, 'aria-busy': busy } : {})}
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
