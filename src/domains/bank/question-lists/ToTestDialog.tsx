import { useState } from 'react';
import type { Answered } from '../../../shared/endpoint.ts';
import { testName } from '../../../shared/questions/test-names.ts';
import { failed, succeeded } from '../../../web/call/outcome.ts';
import { useRested } from '../../../web/call/paged.ts';
import { RunDialog } from '../../../web/parts/RunDialog.tsx';
import { plural } from '../../../web/parts/text.ts';
import { SelectField, TextField } from '../../../web/ui/forms/Field.tsx';
import { IconSearch } from '../../../web/ui/icons/StaffIcon.tsx';
import styles from '../authoring/Authoring.module.css';
import type { authoringContract } from '../authoring/authoring.contract.ts';
import { callTeaching, refreshBank, useTeachingPages } from '../authoring/teaching.web.ts';
import { callSelection } from './lists.web.ts';

const SHOWN = 50;

type TestRow = Answered<(typeof authoringContract)['GET /api/teacher/tests']>[number];

interface ToTestDialogProps {
  how: 'copy' | 'move';
  questionIds: readonly number[];
  onClose: () => void;
  onDone: () => void;
}

/** Returns the found tests as options, or the only option that says why there are none. @param tests undefined until they are loaded. */
function optionsOf(tests: readonly TestRow[] | undefined) {
  if (!tests || tests.length === 0) return [{ value: '', label: tests ? 'Nenhum teste encontrado' : 'A carregar…' }];
  return tests.map((test) => ({ value: String(test.id), label: testName(test) }));
}

async function moveTo(testId: string, questionIds: number[]): Promise<void> {
  await callSelection('POST /api/teacher/questions/move', { body: { questionIds, testId: Number(testId) } });
  succeeded(`${plural(questionIds.length, 'questão movida', 'questões movidas')} com sucesso`);
}

async function copyTo(testId: string, questionIds: number[]): Promise<void> {
  await callTeaching('POST /api/teacher/tests/:id/questions/copy', { params: { id: testId }, body: { questionIds } });
  succeeded(`${plural(questionIds.length, 'questão copiada', 'questões copiadas')} com sucesso`);
}

/** Renders the dialog that copies or moves questions to the end of another test, which is found by a text search. */
export default function ToTestDialog({ how, questionIds, onClose, onDone }: ToTestDialogProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState('');
  const search = useRested(typed.trim());
  const found = useTeachingPages('GET /api/teacher/tests', { query: { search, limit: String(SHOWN) } });
  const tests = found.data?.rows ?? [];
  const testId = tests.some(({ id }) => String(id) === chosen) ? chosen : '';
  const send = async () => {
    await (how === 'move' ? moveTo : copyTo)(testId, [...questionIds]);
    await refreshBank();
    onDone();
  };
  const explain = (error: unknown) => {
    const verb = how === 'move' ? 'mover' : 'copiar';
    failed(`Erro ao ${verb} questões`, `Não foi possível ${verb}`, error);
    return '';
  };
  return (
    <RunDialog
      onClose={onClose}
      title={`${how === 'move' ? 'Mover' : 'Copiar'} ${plural(questionIds.length, 'questão', 'questões')} para um teste`}
      action={how === 'move' ? 'Mover' : 'Copiar'}
      busyText="A mover…"
      disabled={testId === ''}
      act={send}
      explain={explain}
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
          placeholder={tests.length === 0 ? undefined : 'Escolha um teste'}
          value={testId}
          disabled={tests.length === 0}
          options={optionsOf(found.data?.rows)}
          onChange={(event) => setChosen(event.target.value)}
        />
        <p className="muted">
          {how === 'move'
            ? 'Ficam no fim do teste escolhido e saem daquele onde estão. Quem já as respondeu continua a vê-las nos seus resultados.'
            : 'As cópias ficam no fim do teste. As originais não mudam.'}
        </p>
      </div>
    </RunDialog>
  );
}
