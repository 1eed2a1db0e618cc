import styles from './Segmented.module.css';

export interface SegmentedProps<Value extends string> {
  /** What is chosen, for screen readers only. */
  label: string;
  name: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Renders two to four short choices in one strip. */
export function Segmented<Value extends string>({ label, name, options, value, onChange }: SegmentedProps<Value>) {
  return (
    <fieldset className={styles.strip} aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
