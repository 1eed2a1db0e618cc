import { IconChevronDown } from '../base/Icon.tsx';
import styles from './CoverChoice.module.css';

export interface CoverChoiceProps {
  /** Read by screen readers, not shown. */
  label: string;
  value: string;
  options: readonly string[];
  onChange: (value: string) => void;
}

/** Renders a select for use on the cloth, such as the discipline of the page. */
export function CoverChoice({ label, value, options, onChange }: CoverChoiceProps) {
  return (
    <span className={styles.choice}>
      <select aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      <IconChevronDown size={18} />
    </span>
  );
}
