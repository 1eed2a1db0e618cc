import { Checkbox } from '../../../../web/ui/forms/Field.tsx';
import { Segmented } from '../../../../web/ui/forms/Segmented.tsx';
import styles from '../Reading.module.css';
import { type Look, NORMAL_LOOK } from '../reading-device.web.ts';

const SIZES = [
  { value: 'normal', label: 'Normal' },
  { value: 'large', label: 'Grande' },
  { value: 'larger', label: 'Maior' },
] as const;

/** How the child sees the text: its size, and a line that guides the eye. Kept for the next time. */
export default function LookChoice({
  look = NORMAL_LOOK,
  onChange,
}: {
  look: Look | undefined;
  onChange: (look: Look) => void;
}) {
  return (
    <details className={styles['look']}>
      <summary>Tamanho das letras e guia de linha</summary>
      <Segmented
        label="Tamanho das letras"
        name="size"
        options={SIZES}
        value={look.size}
        onChange={(size) => onChange({ ...look, size })}
      />
      <Checkbox
        name="guide"
        label="Destacar a frase que a criança toca"
        checked={look.hasGuide}
        onChange={({ target }) => onChange({ ...look, hasGuide: target.checked })}
      />
    </details>
  );
}
