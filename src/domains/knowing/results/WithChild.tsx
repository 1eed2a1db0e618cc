import { useState } from 'react';
import { ReadAloud } from '../../../web/parts/ReadAloud.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Dialog } from '../../../web/ui/forms/Dialog.tsx';
import { FioResult } from '../../../web/ui/paper/Fio.tsx';
import styles from './Result.module.css';
import { wordsForChild } from './with-child.rules.ts';

interface WithChildProps {
  name: string;
  right: number;
  total: number;
}

/**
 * Renders a result for parent and child together: what the child knows, and what comes next. It shows no mark, no red, and no comparison
 * with others.
 */
export default function WithChild({ name, right, total }: WithChildProps) {
  const [open, setOpen] = useState(false);
  const lines = wordsForChild(right, total);
  return (
    <>
      <Button full variant="secondary" onClick={() => setOpen(true)}>
        Ver com a criança
      </Button>
      {open && (
        <Dialog
          open
          sheet
          size="s"
          title={`Olha, ${name}!`}
          onClose={() => setOpen(false)}
          footer={
            <Button size="l" full onClick={() => setOpen(false)}>
              Fechar
            </Button>
          }
        >
          <div className={styles['compare']}>
            <FioResult results={Array.from({ length: total }, (_, place) => place < right)} scale={2.2} />
            {lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
            <ReadAloud inline pieces={lines.map((text) => ({ text, language: 'pt' as const }))} />
          </div>
        </Dialog>
      )}
    </>
  );
}
