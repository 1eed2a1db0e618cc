import { lazy, Suspense, useState } from 'react';
import type { Discipline, TestClass } from '../../../shared/words.ts';
import { succeeded } from '../../../web/call/outcome.ts';
import styles from '../../../web/parts/panel.module.css';
import { plural } from '../../../web/parts/text.ts';
import { IconCopy, IconPencil, IconTrash } from '../../../web/ui/icons/ActionIcon.tsx';
import { IconAdjust } from '../../../web/ui/icons/ParentIcon.tsx';
import { Confirm } from '../authoring/Confirm.tsx';
import { refreshBank } from '../authoring/teaching.web.ts';
import { callSelection } from './lists.web.ts';

// Each dialog's code is loaded when the dialog is first opened.
const ToTestDialog = lazy(() => import('./ToTestDialog.tsx'));
const ChangeDialog = lazy(() => import('./ChangeDialog.tsx'));

interface SelectionToolsProps {
  /** Ids of the chosen questions, in the order on the screen. */
  questionIds: readonly number[];
  /** The test to which all chosen questions belong, if the screen shows one test. */
  test?: { discipline: Discipline; schoolClass: TestClass };
  /** Called after an action succeeded, to clear the selection. */
  onDone: () => void;
}

/** Renders the actions on the chosen questions. Each applies to all of them or, if it fails, to none. */
export function SelectionTools({ questionIds, test, onDone }: SelectionToolsProps) {
  const [open, setOpen] = useState<'copy' | 'move' | 'change' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const many = plural(questionIds.length, 'questão', 'questões');
  return (
    <>
      <button type="button" className={styles['link']} onClick={() => setOpen('copy')}>
        <IconCopy size={18} />
        <span>
          Copiar<span className={styles['rest']}> para um teste</span>
        </span>
      </button>
      <button type="button" className={styles['link']} onClick={() => setOpen('move')}>
        <IconAdjust size={18} />
        <span>
          Mover<span className={styles['rest']}> para um teste</span>
        </span>
      </button>
      <button type="button" className={styles['link']} onClick={() => setOpen('change')}>
        <IconPencil size={18} /> Alterar
      </button>
      <button type="button" className={styles['danger']} onClick={() => setOpen('delete')}>
        <IconTrash size={18} /> Apagar
      </button>
      <Suspense fallback={null}>
        {(open === 'copy' || open === 'move') && (
          <ToTestDialog how={open} questionIds={questionIds} onClose={close} onDone={onDone} />
        )}
        {open === 'change' && <ChangeDialog questionIds={questionIds} test={test} onClose={close} onDone={onDone} />}
      </Suspense>
      <Confirm
        title={`Apagar ${many}?`}
        action={`Apagar ${many}`}
        open={open === 'delete'}
        onClose={close}
        onConfirm={async () => {
          await callSelection('POST /api/teacher/questions/delete', { body: { questionIds: [...questionIds] } });
          await refreshBank();
          succeeded(
            `${plural(questionIds.length, 'questão apagada', 'questões apagadas')}. Pode recuperar em Apagados, durante 30 dias.`,
          );
          onDone();
        }}
      >
        <p>
          Saem dos seus testes e ficam 30 dias em Apagados. Quem já as respondeu continua a vê-las nos seus resultados.
        </p>
      </Confirm>
    </>
  );
}
