import { useState } from 'react';
import { useRested } from '../../web/paged.ts';
import { plural } from '../../web/text.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { SelectField, TextField } from '../../web/ui/Field.tsx';
import { IconSearch } from '../../web/ui/StaffIcon.tsx';
import styles from './Authoring.module.css';
import { callTeaching, failed, refreshBank, succeeded, useTeachingPages } from './teaching.tsx';

const SHOWN = 50;

interface CopyDialogProps {
  open: boolean;
  questionIds: readonly number[];
  onClose: () => void;
  onCopied: () => void;
}

/** Copies questions to the end of a test that is looked for by its words. */
export default function CopyDialog({ open, questionIds, onClose, onCopied }: CopyDialogProps) {
  const [busy, setBusy] = useState(false);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState('');
  const search = useRested(typed.trim());
  const found = useTeachingPages('GET /api/teacher/tests', { query: { search, limit: String(SHOWN) } });
  const tests = found.data?.rows ?? [];
  const testId = tests.some(({ id }) => String(id) === chosen) ? chosen : String(tests[0]?.id ?? '');
  const copy = async () => {
    setBusy(true);
    try {
      const body = { questionIds: [...questionIds] };
      const copies = await callTeaching('POST /api/teacher/tests/:id/questions/copy', { params: { id: testId }, body });
      await refreshBank();
      succeeded(`${plural(copies.length, 'questão copiada', 'questões copiadas')} com sucesso`);
      onCopied();
      onClose();
    } catch (error) {
      failed('Erro ao copiar questões', 'Não foi possível copiar', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={busy}
      title={`Copiar ${plural(questionIds.length, 'questão', 'questões')} para um teste`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancelar
          </Button>
          <Button busy={busy} busyText="Enviando..." disabled={testId === ''} onClick={() => void copy()}>
            Copiar
          </Button>
        </>
      }
    >
      <div className={styles['form']}>
        <TextField
          label="Procurar teste"
          name="copySearch"
          type="search"
          icon={<IconSearch />}
          placeholder="Disciplina, tema ou ano"
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
          label="Teste"
          name="copyTest"
          hint={
            found.data && found.data.total > SHOWN
              ? `${SHOWN} de ${found.data.total} testes. Procure para encontrar os outros.`
              : undefined
          }
          value={testId}
          disabled={tests.length === 0}
          options={
            tests.length === 0
              ? [{ value: '', label: found.data ? 'Nenhum teste encontrado' : 'A carregar…' }]
              : tests.map(({ id, discipline, schoolClass, theme }) => ({
                  value: String(id),
                  label: `${discipline} · ${schoolClass} · ${theme}`,
                }))
          }
          onChange={(event) => setChosen(event.target.value)}
        />
        <p className="muted">As cópias ficam no fim do teste. As originais não mudam.</p>
      </div>
    </Dialog>
  );
}
