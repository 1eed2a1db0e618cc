import { type ReactNode, useState } from 'react';
import { cx } from '../base/cx.ts';
import { joinDate, splitDate } from './date.ts';
import styles from './Field.module.css';
import {
  Around,
  described,
  FieldError,
  type FieldProps,
  Hint,
  type Native,
  NO_CHOICE,
  type Option,
} from './SelectField.tsx';

export { type Option, SelectField } from './SelectField.tsx';

export type TextFieldProps = FieldProps & Native<'input'> & { icon?: ReactNode };

/** Renders a field for one line of text; every native attribute (type, inputMode, autoComplete, value, onChange, ref…) is passed on. */
export function TextField(props: TextFieldProps) {
  const { label, name, id = name, hint, error, optional, className, icon, ...native } = props;
  return (
    <Around {...{ label, id, hint, error, optional, className }}>
      <span className={styles.box}>
        {icon}
        <input
          type="text"
          {...native}
          {...described(id, hint, error)}
          className={cx(styles.control, icon != null && styles.withIcon)}
          id={id}
          name={name}
        />
      </span>
    </Around>
  );
}

/** Renders a field for an e-mail address, with the matching on-screen keyboard. */
export const EmailField = (props: Omit<TextFieldProps, 'label' | 'name' | 'type'>) => (
  <TextField
    label="E-mail"
    name="email"
    type="email"
    inputMode="email"
    autoComplete="email"
    maxLength={254}
    {...props}
  />
);

export type TextAreaProps = FieldProps & Native<'textarea'>;

export function TextArea(props: TextAreaProps) {
  const { label, name, id = name, hint, error, optional, className, ...native } = props;
  return (
    <Around {...{ label, id, hint, error, optional, className }}>
      <textarea
        rows={4}
        {...native}
        {...described(id, hint, error)}
        className={cx(styles.control, styles.area)}
        id={id}
        name={name}
      />
    </Around>
  );
}

/** Renders a field for a password with a button that reveals it; set `autoComplete` (current-password or new-password). */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'icon'>) {
  const { label, name, id = name, hint, error, optional, className, ...native } = props;
  const [shown, setShown] = useState(false);
  return (
    <Around {...{ label, id, hint, error, optional, className }}>
      <span className={styles.box}>
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...native}
          {...described(id, hint, error)}
          type={shown ? 'text' : 'password'}
          className={cx(styles.control, styles.withButton)}
          id={id}
          name={name}
        />
        <button
          type="button"
          className={styles.show}
          aria-controls={id}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'esconder' : 'mostrar'}
          <span className="sr"> {name.startsWith('confirm') ? 'a senha repetida' : 'a senha'}</span>
        </button>
      </span>
    </Around>
  );
}

interface GroupProps extends Omit<FieldProps, 'label'> {
  legend: ReactNode;
}

function Group(props: GroupProps & { children: ReactNode }) {
  const { legend, name, id = name, hint, error, optional, className, children } = props;
  return (
    <fieldset className={cx(styles.field, error && styles.wrong, className)} {...described(id, hint, error)}>
      <legend className={styles.label}>
        {legend}
        {optional && <span className={styles.optional}> (opcional)</span>}
      </legend>
      <Hint id={id} hint={hint} />
      {children}
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

export interface DateFieldProps extends GroupProps {
  /** ISO date ('aaaa-mm-dd') or ''. */
  defaultValue?: string | undefined;
  /**
   * Called with the ISO date once all three boxes are filled (the date may not exist: check with isRealDate), with '' when all are empty,
   * otherwise with an incomplete date.
   */
  onChange?: ((iso: string) => void) | undefined;
  disabled?: boolean | undefined;
}

/**
 * Renders a field for a date as three numbers, because picking a birthday in a calendar is slow. The form submits `name` with one ISO date.
 */
export function DateField({ defaultValue = '', onChange, disabled, ...group }: DateFieldProps) {
  const { name, id = name, error } = group;
  const [parts, setParts] = useState(() => splitDate(defaultValue));
  const boxes = [
    ['Dia', 2],
    ['Mês', 2],
    ['Ano', 4],
  ] as const;
  return (
    <Group {...group}>
      <span className={styles.date}>
        {boxes.map(([label, length], i) => (
          <label key={label} className={length === 4 ? styles.year : undefined}>
            <span className={styles.hint}>{label}</span>
            <input
              className={styles.control}
              id={i === 0 ? id : undefined}
              inputMode="numeric"
              pattern="[0-9]*"
              maxLength={length}
              autoComplete="off"
              disabled={disabled}
              aria-invalid={error ? true : undefined}
              value={parts[i]}
              onChange={(event) => {
                const next = parts.map((part, at) => (at === i ? event.target.value.replace(/\D/g, '') : part));
                setParts(next);
                onChange?.(joinDate(next));
              }}
            />
          </label>
        ))}
      </span>
      <input type="hidden" name={name} value={joinDate(parts)} />
    </Group>
  );
}

export interface RadioGroupProps extends GroupProps {
  options: readonly (Option & { hint?: ReactNode })[];
  value?: string | undefined;
  defaultValue?: string | undefined;
  onChange?: ((value: string) => void) | undefined;
  /** Puts the choices side by side where they fit. */
  inline?: boolean | undefined;
}

/** Renders a choice. An optional one has a last choice for none, because a radio button cannot be taken back. */
export function RadioGroup({ options, value, defaultValue, onChange, inline, ...group }: RadioGroupProps) {
  const { name, id = name, optional } = group;
  const choices: RadioGroupProps['options'] = optional ? [...options, { value: '', label: NO_CHOICE }] : options;
  return (
    <Group {...group}>
      <div className={inline ? styles.inline : undefined}>
        {choices.map((option, i) => (
          <label key={option.value} className={styles.choice}>
            <input
              type="radio"
              id={i === 0 ? id : undefined}
              name={name}
              value={option.value}
              disabled={option.disabled}
              {...(value === undefined
                ? { defaultChecked: option.value === defaultValue }
                : { checked: option.value === value })}
              onChange={() => onChange?.(option.value)}
            />
            <span>
              {option.label}
              {option.hint != null && <span className={styles.hint}>{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </Group>
  );
}

export type CheckboxProps = Omit<FieldProps, 'optional'> & Native<'input'>;

export function Checkbox({ label, name, id = name, hint, error, className, ...native }: CheckboxProps) {
  return (
    <div className={cx(styles.field, error && styles.wrong, className)}>
      <label className={styles.choice}>
        <input {...native} {...described(id, hint, error)} type="checkbox" id={id} name={name} />
        <span>{label}</span>
      </label>
      <Hint id={id} hint={hint} />
      <FieldError id={id} error={error} />
    </div>
  );
}
