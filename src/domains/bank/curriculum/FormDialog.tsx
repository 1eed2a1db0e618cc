import type { ComponentProps } from 'react';
import { FormDialog as Form } from '../../../web/parts/FormDialog.tsx';
import { refreshCurriculum } from './curriculum-calls.tsx';

/** Renders a small form about the curriculum; afterwards the programme is read again. */
export const FormDialog = (props: Omit<ComponentProps<typeof Form>, 'reread'>) => (
  <Form reread={refreshCurriculum} {...props} />
);
