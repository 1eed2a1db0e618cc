import { useId } from 'react';
import { useTheme } from '../base/theme.ts';
import { Segmented } from './Segmented.tsx';

/** Chooses the light or the dark theme, or the phone's setting. */
export function ThemePicker() {
  const [theme, setTheme] = useTheme();
  return (
    <Segmented
      label="Cores"
      // Two pickers on one page (menu and settings) must not share a radio group.
      name={useId()}
      value={theme}
      onChange={setTheme}
      options={[
        { value: 'light', label: 'Claras' },
        { value: 'dark', label: 'Escuras' },
        { value: 'system', label: 'Como o aparelho' },
      ]}
    />
  );
}
