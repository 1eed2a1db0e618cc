import type { ComponentProps } from 'react';
import { TextField } from '../../../web/ui/forms/Field.tsx';

/** Renders a second-factor code, from the phone or from the recovery codes. */
export const CodeField = (props: Omit<ComponentProps<typeof TextField>, 'label' | 'name'>) => (
  <TextField
    label="Código do telemóvel"
    name="code"
    hint="Ou um dos seus códigos de recuperação."
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={40}
    {...props}
  />
);
