import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconDownload } from '../../../web/ui/icons/ActionIcon.tsx';
import { IconUpload } from '../../../web/ui/icons/StaffIcon.tsx';
import type { DataToolsProps } from '../question-lists/TeacherQuestions.tsx';

// Each dialog's code is loaded when the dialog is first opened.
const ImportDialog = lazy(() => import('./ImportDialog.tsx'));
const ExportDialog = lazy(() => import('./ExportDialog.tsx'));

/** Renders the buttons 'Importar' and 'Exportar' of a test, with their dialogs. */
export default function DataTools(props: DataToolsProps) {
  const [open, setOpen] = useState<'import' | 'export' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button variant="secondary" icon={<IconUpload />} onClick={() => setOpen('import')}>
        Importar
      </Button>
      <Button
        variant="secondary"
        icon={<IconDownload />}
        onClick={() => setOpen('export')}
        disabled={props.total === 0}
      >
        Exportar
      </Button>
      <Suspense>
        {open === 'import' && <ImportDialog testId={props.testId} onChanged={props.onChanged} onClose={close} />}
        {open === 'export' && <ExportDialog {...props} onClose={close} />}
      </Suspense>
    </>
  );
}
