import type { ReactNode } from 'react';
import { Button } from '../ui/base/Button.tsx';
import { Page } from '../ui/base/Layout.tsx';
import { Empty } from './Empty.tsx';

/** Shown when the URL names no child of this family. */
export function ChildNotFound({ heading }: { heading: ReactNode }) {
  return (
    <Page width="form">
      {heading}
      <Empty title="Não encontrámos esta criança." text="Pode ser de outra conta, ou o endereço está incompleto.">
        <Button href="/reports">Ver relatórios</Button>
      </Empty>
    </Page>
  );
}
