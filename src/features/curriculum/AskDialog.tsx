import { useState } from 'react';
import type { Discipline, TestClass } from '../../shared/words.ts';
import { Failed } from '../../web/Failed.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { SelectField } from '../../web/ui/Field.tsx';
import { Spinner } from '../../web/ui/Spinner.tsx';
import form from '../tests/Files.module.css';
import { useTeaching } from '../tests/teaching.tsx';
import type { Objective } from './curriculum.contract.ts';

interface AskDialogProps {
  discipline: Discipline;
  schoolClass: TestClass;
  objective: Objective;
  onClose: () => void;
}

/** From a gap to a question: in which test of the class it shall be asked. */
export default function AskDialog({ discipline, schoolClass, objective, onClose }: AskDialogProps) {
  const found = useTeaching('GET /api/teacher/tests', { query: { discipline, class: schoolClass } });
  const tests = found.data ?? [];
  const [chosen, setChosen] = useState('');
  const testId = chosen || String(tests[0]?.id ?? '');
  const isEmpty = found.data !== undefined && tests.length === 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Criar questão para ${objective.code}`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancelar
          </Button>
          {isEmpty ? (
            <Button href="/teacher/tests">Ir para os testes</Button>
          ) : (
            testId && (
              <Button href={`/teacher/questions?${new URLSearchParams({ testId, objective: objective.code })}`}>
                Continuar
              </Button>
            )
          )}
        </>
      }
    >
      <div className={form['form']}>
        <p>«{objective.text}»</p>
        {found.error ? (
          <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching} />
        ) : !found.data ? (
          <Spinner />
        ) : isEmpty ? (
          <p>
            {discipline}, {schoolClass} ainda não tem testes. Crie primeiro um em Testes Padronizados.
          </p>
        ) : (
          <SelectField
            label="Em que teste?"
            name="askTest"
            value={testId}
            options={tests.map(({ id, theme, active, questionCount }) => ({
              value: String(id),
              label: `${theme} (${questionCount})${active ? '' : ' · Inativo'}`,
            }))}
            hint="Entre parênteses, as questões que o teste já tem."
            onChange={(event) => setChosen(event.target.value)}
          />
        )}
      </div>
    </Dialog>
  );
}
