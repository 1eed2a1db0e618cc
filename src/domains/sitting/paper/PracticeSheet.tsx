import { useState } from 'react';
import { messageOf } from '../../../web/call/call.ts';
import { fileCaller, saveFile } from '../../../web/call/files.ts';
import { failed } from '../../../web/call/outcome.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconFile } from '../../../web/ui/icons/ParentIcon.tsx';
import type { paperContract } from './paper.contract.ts';

const fetchFile = fileCaller<typeof paperContract>();

/** Downloads a test as a sheet for practice in class, which is marked by hand. */
export default function PracticeSheet({ testId, questions }: { testId: number; questions: number }) {
  const [busy, setBusy] = useState(false);
  const print = async () => {
    setBusy(true);
    try {
      saveFile(await fetchFile('GET /api/teacher/tests/:id/sheet', { params: { id: String(testId) } }), 'folha.pdf');
    } catch (error) {
      const said = messageOf(error, 'Tente de novo.');
      failed('Erro ao preparar a folha', said, error);
    }
    setBusy(false);
  };
  return (
    <Button
      variant="secondary"
      icon={<IconFile />}
      busy={busy}
      busyText="A preparar…"
      disabled={questions === 0}
      onClick={() => void print()}
    >
      Folha para treino
    </Button>
  );
}
