import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { plainText } from '../../../shared/words.ts';
import { cx } from '../base/cx.ts';
import { IconChevronDown } from '../base/Icon.tsx';
import styles from './Combobox.module.css';
import field from './Field.module.css';
import { Around, type FieldProps, type Option } from './SelectField.tsx';

interface ComboboxProps extends FieldProps {
  /** The first one stands for no choice: its label is the placeholder, and an emptied field chooses it. */
  options: readonly [Option, ...Option[]];
  value: string;
  onChange: (value: string) => void;
}

/** Returns the options whose label contains all typed words, ignoring accents and case; without words, all options. */
export function suggestionsFor(typed: string, options: readonly Option[]): readonly Option[] {
  const words = plainText(typed).split(/\s+/).filter(Boolean);
  return words.length === 0
    ? options
    : options.filter(({ label }) => words.every((word) => plainText(label).includes(word)));
}

type Choices = Pick<ComboboxProps, 'options' | 'value' | 'onChange'>;

/** Holds what is typed and which suggestion is active, and answers the keys. */
function useSuggestions({ options, value, onChange }: Choices) {
  const [none] = options;
  const chosen = options.find((option) => option.value === value) ?? none;
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = typed === null ? options : suggestionsFor(typed, options);

  const close = () => {
    setOpen(false);
    setActive(-1);
    setTyped(null);
  };
  const choose = (option: Option) => {
    close();
    if (option.value !== chosen.value) onChange(option.value);
  };
  const leave = () => {
    const same = ({ label }: Option) => typed !== null && plainText(label) === plainText(typed);
    const meant = typed === '' ? none : options.find(same);
    if (meant) choose(meant);
    else close();
  };
  const move = (step: 1 | -1) => {
    const from = open && active >= 0 ? active : step === 1 ? -1 : found.length;
    setOpen(true);
    setActive((from + step + found.length) % Math.max(1, found.length));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      move(key === 'ArrowDown' ? 1 : -1);
    } else if (key === 'Enter' && open) {
      event.preventDefault();
      const option = found[active] ?? (found.length === 1 ? found[0] : undefined);
      if (option) choose(option);
      else leave();
    } else if (key === 'Escape' && (open || typed !== null)) {
      event.preventDefault();
      close();
    }
  };
  const type = (text: string) => {
    setTyped(text);
    setOpen(true);
    setActive(-1);
  };
  const shown = typed ?? (chosen === none ? '' : chosen.label);
  return { chosen, found, open, active, shown, isTyped: Boolean(typed), type, choose, leave, onKeyDown, setOpen };
}

/**
 * Renders a field whose options are narrowed by typing, after the combobox pattern of the WAI-ARIA practices with list autocompletion:
 * arrows move, Enter chooses, Esc goes back to what was chosen. What equals no option is not kept.
 */
export function Combobox({ label, name, id = name, hint, error, className, ...choices }: ComboboxProps) {
  const { chosen, found, open, active, shown, isTyped, type, choose, leave, onKeyDown, setOpen } =
    useSuggestions(choices);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <Around {...{ label, id, hint, error, className }}>
      <span className={cx(field.box, styles.box)}>
        <input
          type="text"
          role="combobox"
          className={cx(field.control, styles.input)}
          id={id}
          name={name}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          placeholder={choices.options[0].label}
          value={shown}
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-activedescendant={open && found[active] ? `${id}-${active}` : undefined}
          onChange={({ target }) => type(target.value)}
          onClick={() => setOpen(true)}
          onBlur={leave}
          onKeyDown={onKeyDown}
        />
        <IconChevronDown />
        {/* Present while closed too, because the field names it. */}
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label={String(label)}
          className={styles.list}
          hidden={!open}
        >
          {found.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
            // biome-ignore lint/a11y/useFocusableInteractive: the field names the active option
            <div
              key={option.value}
              id={`${id}-${index}`}
              role="option"
              aria-selected={option.value === chosen.value}
              className={cx(styles.option, index === active && styles.active)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              {option.label}
            </div>
          ))}
        </div>
        {open && found.length === 0 && <span className={styles.nothing}>Nada com estas letras.</span>}
        <span className="sr" role="status">
          {open && isTyped ? (found.length === 0 ? 'Nada com estas letras.' : `${found.length} na lista`) : ''}
        </span>
      </span>
    </Around>
  );
}
