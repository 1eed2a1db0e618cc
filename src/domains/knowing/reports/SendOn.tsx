import { Suspense, useState } from 'react';
import { fileCaller } from '../../../web/call/files.ts';
import { lazily } from '../../../web/parts/lazily.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconShare } from '../../../web/ui/icons/ParentIcon.tsx';
import SavePdf, { type SendOnProps } from '../family-files/SavePdf.tsx';
import type { pdfContract } from './pdf.contract.ts';

const fetchFile = fileCaller<typeof pdfContract>();
const ShareDialog = lazily(() => import('./ShareDialog.tsx'));

/** Renders the buttons that share a result outside the app: a file made by the server, and a link to the result. */
export default function SendOn({ attemptId, child, gender, covered }: SendOnProps) {
  const [sharing, setSharing] = useState(false);
  const fetch = () =>
    attemptId === undefined
      ? fetchFile('GET /api/children/:id/report/pdf', { params: { id: String(child.id) } })
      : fetchFile('GET /api/attempts/:id/pdf', { params: { id: String(attemptId) } });
  return (
    <>
      <SavePdf
        fetch={fetch}
        name={attemptId === undefined ? 'relatorio.pdf' : 'resultado.pdf'}
        child={{ fullName: child.fullName, gender: gender ?? null }}
        covered={covered}
      >
        {attemptId !== undefined && (
          <Button variant="secondary" icon={<IconShare />} onClick={() => setSharing(true)}>
            Partilhar
          </Button>
        )}
      </SavePdf>
      {/* A separate boundary, so that the button that has the focus stays in the document. */}
      <Suspense fallback={null}>
        {sharing && attemptId !== undefined && <ShareDialog attemptId={attemptId} onClose={() => setSharing(false)} />}
      </Suspense>
    </>
  );
}
