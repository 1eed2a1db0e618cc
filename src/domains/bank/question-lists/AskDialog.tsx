import { useState } from 'react';
import { themeAndForm } from '../../../shared/questions/test-names.ts';
import { reader } from '../../../web/call/api.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import form from '../../../web/parts/FormDialog.module.css';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Spinner } from '../../../web/ui/base/Spinner.tsx';
import { Dialog } from '../../../web/ui/forms/Dialog.tsx';
import { SelectField } from '../../../web/ui/forms/Field.tsx';
import type { authoringContract } from '../authoring/authoring.contract.ts';
import type { AskDialogProps } from '../curriculum/Programme.tsx';

const useTeaching = reader<typeof authoringContract>();

/**
 * Renders the dialog that starts a question about an objective without questions: the teacher chooses a test of the class, or a new test.
 */
export default function AskDialog({ discipline, schoolClass, objective, theme, onClose }: AskDialogProps) {
  const found = useTeaching('GET /api/teacher/tests', { query: { discipline, class: schoolClass } });
  const tests = found.data ?? [];
  const [chosen, setChosen] = useState('');
  const testId = chosen || String(tests[0]?.id ?? '');
  const newTest = `/teacher/tests?${new URLSearchParams({ discipline, class: schoolClass, theme, gap: objective.code })}`;
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
            <Button href={newTest}>Novo teste</Button>
          ) : (
            testId && (
              <>
                <Button variant="secondary" href={newTest}>
                  Novo teste
                </Button>
                <Button href={`/teacher/questions?${new URLSearchParams({ testId, objective: objective.code })}`}>
                  Continuar
                </Button>
              </>
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
            {discipline}, {schoolClass} ainda não tem testes. Comece um: a disciplina, o ano e o tema já vão
            preenchidos.
          </p>
        ) : (
          <SelectField
            label="Em que teste?"
            name="askTest"
            value={testId}
            options={tests.map((test) => ({
              value: String(test.id),
              label: `${themeAndForm(test)} (${test.questionCount})${test.active ? '' : ' · inactivo'}`,
            }))}
            hint="Entre parênteses, as questões que o teste já tem."
            onChange={(event) => setChosen(event.target.value)}
          />
        )}
      </div>
    </Dialog>
  );
}
