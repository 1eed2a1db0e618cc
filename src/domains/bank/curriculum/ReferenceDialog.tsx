import { useState } from 'react';
import { DISCIPLINES, type Discipline, TEST_CLASSES, type TestClass } from '../../../shared/words.ts';
import { fileCaller, saveFile } from '../../../web/call/files.ts';
import { RunDialog } from '../../../web/parts/RunDialog.tsx';
import { RadioGroup, SelectField } from '../../../web/ui/forms/Field.tsx';
import type { curriculumContract } from './curriculum.contract.ts';

const fetchFile = fileCaller<typeof curriculumContract>();

interface ReferenceDialogProps {
  schoolClass: TestClass;
  discipline: Discipline;
  onClose: () => void;
}

/** 'Baixar Documentos de Referência': the programmes of a class to print, or as a table. */
export default function ReferenceDialog({ schoolClass, discipline, onClose }: ReferenceDialogProps) {
  const [wanted, setWanted] = useState<{ class: TestClass; discipline: Discipline | ''; format: 'pdf' | 'csv' }>({
    class: schoolClass,
    discipline: '',
    format: 'pdf',
  });
  const save = async () =>
    saveFile(
      await fetchFile('GET /api/teacher/curriculum/file', { query: wanted }),
      `plano-curricular.${wanted.format}`,
    );
  return (
    <RunDialog
      onClose={onClose}
      title="Baixar Documentos de Referência"
      action="Baixar"
      busyText="A preparar…"
      act={save}
    >
      <SelectField
        label="Classe"
        name="referenceClass"
        value={wanted.class}
        options={TEST_CLASSES.map((value) => ({ value, label: value }))}
        onChange={(event) => setWanted({ ...wanted, class: event.target.value as TestClass })}
      />
      <SelectField
        label="Disciplina"
        name="referenceDiscipline"
        placeholder="todas"
        value={wanted.discipline}
        options={[discipline, ...DISCIPLINES.filter((one) => one !== discipline)].map((value) => ({
          value,
          label: value,
        }))}
        onChange={(event) => setWanted({ ...wanted, discipline: event.target.value as Discipline | '' })}
      />
      <RadioGroup
        legend="Formato"
        name="referenceFormat"
        value={wanted.format}
        onChange={(format) => setWanted({ ...wanted, format: format as 'pdf' | 'csv' })}
        options={[
          { value: 'pdf', label: 'PDF', hint: 'Para ler e imprimir.' },
          { value: 'csv', label: 'CSV', hint: 'Uma linha por objectivo; abre no Excel.' },
        ]}
      />
    </RunDialog>
  );
}
