import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from '../base/cx.ts';
import { IconAlert, IconChevronDown } from '../base/Icon.tsx';
import styles from './Field.module.css';

// The parts that all fields share, and the select field. Pages with filters but without a form load only this file.

export interface FieldProps {
  label: ReactNode;
  name: string;
  /** Defaults to `name`; required where a page has two forms with a field of the same name. The error summary links to it. */
  id?: string | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  /** Adds "(opcional)" to the label. */
  optional?: boolean | undefined;
  className?: string | undefined;
}

/** Returns the attributes that connect a control with its hint and its error. */
export function described(id: string, hint: ReactNode, error: string | undefined) {
  const ids = cx(hint != null && `${id}-hint`, error && `${id}-error`);
  return { 'aria-describedby': ids || undefined, 'aria-invalid': error ? true : undefined };
}

export function Around({
  label,
  id,
  hint,
  error,
  optional,
  className,
  children,
}: Omit<FieldProps, 'name'> & { id: string; children: ReactNode }) {
  return (
    <div className={cx(styles.field, error && styles.wrong, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}> (opcional)</span>}
      </label>
      <Hint id={id} hint={hint} />
      {children}
      <FieldError id={id} error={error} />
    </div>
  );
}

export function Hint({ id, hint }: { id: string; hint: ReactNode }) {
  return hint == null ? null : (
    <p className={styles.hint} id={`${id}-hint`}>
      {hint}
    </p>
  );
}

/** The problem of a field. When it appears, the field gets the focus from the button that sent the form, so that the problem is spoken. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return error ? <Problem key={error} id={id} error={error} /> : null;
}

function Problem({ id, error }: { id: string; error: string }) {
  const text = useRef<HTMLParagraphElement>(null);
  /** Whether the field had the focus already: its new description would not be spoken. */
  const [isAlert, setAlert] = useState(false);
  useEffect(() => {
    const control = document.getElementById(id);
    // The buttons of a dialog are outside its form.
    const form = text.current?.closest('dialog') ?? text.current?.closest('form');
    const at = document.activeElement;
    if (!control || form?.querySelector('[aria-invalid]') !== control) return;
    if (at === control) setAlert(true);
    else if (at === document.body || (at?.matches('button') && form.contains(at))) control.focus();
  }, [id]);
  return (
    // With another key it is a new element: only an inserted alert is announced.
    <p
      key={String(isAlert)}
      ref={text}
      role={isAlert ? 'alert' : undefined}
      className={styles.error}
      id={`${id}-error`}
    >
      <IconAlert size={18} />
      {error}
    </p>
  );
}

export type Native<Tag extends 'input' | 'select' | 'textarea'> = Omit<ComponentProps<Tag>, keyof FieldProps>;

export interface Option {
  value: string;
  label: string;
  disabled?: boolean;
}

type SelectFieldProps = FieldProps &
  Native<'select'> & { options?: readonly Option[]; placeholder?: string | undefined };

/** What stands for no choice in an optional field. */
export const NO_CHOICE = 'Não indicar';

/** Renders a native select with `options`, or with <option> children. An optional one always has an empty choice. */
export function SelectField(props: SelectFieldProps) {
  const { label, name, id = name, hint, error, optional, className, options, children, ...native } = props;
  const { placeholder = optional ? NO_CHOICE : undefined, ...select } = native;
  return (
    <Around {...{ label, id, hint, error, optional, className }}>
      <span className={styles.box}>
        <select
          {...select}
          {...described(id, hint, error)}
          className={cx(styles.control, styles.select)}
          id={id}
          name={name}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options?.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
          {children}
        </select>
        <IconChevronDown />
      </span>
    </Around>
  );
}
