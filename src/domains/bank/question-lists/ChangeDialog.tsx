import { useState } from 'react';
import { LARGEST_WEIGHT } from '../../../shared/questions/question-limits.ts';
import { type Discipline, SKILL_CATEGORIES, type TestClass } from '../../../shared/words.ts';
import { succeeded } from '../../../web/call/outcome.ts';
import { FormDialog } from '../../../web/parts/FormDialog.tsx';
import { plural } from '../../../web/parts/text.ts';
import { Checkbox, SelectField, TextField } from '../../../web/ui/forms/Field.tsx';
import { refreshBank } from '../authoring/teaching.web.ts';
import { ObjectiveField } from '../curriculum/ObjectiveField.tsx';
import { callSelection } from './lists.web.ts';

interface ChangeDialogProps {
  questionIds: readonly number[];
  /** The test to which all chosen questions belong; undefined if they belong to several. The objective is then entered as a code. */
  test: { discipline: Discipline; schoolClass: TestClass } | undefined;
  onClose: () => void;
  onDone: () => void;
}

const WEIGHTS = Array.from({ length: LARGEST_WEIGHT }, (_, index) => String(index + 1));

/** Sets the category, weight or objective of the chosen questions. Fields that are not ticked stay unchanged. */
export default function ChangeDialog({ questionIds, test, onClose, onDone }: ChangeDialogProps) {
  const [changed, setChanged] = useState({ category: false, weight: false, objective: false });
  const [category, setCategory] = useState('');
  const [weight, setWeight] = useState('1');
  const [objective, setObjective] = useState('');
  const tick = (name: keyof typeof changed) => ({
    checked: changed[name],
    onChange: () => setChanged({ ...changed, [name]: !changed[name] }),
  });
  const many = plural(questionIds.length, 'questão', 'questões');
  return (
    <FormDialog
      title={`Alterar ${many}`}
      action={`Alterar ${many}`}
      onClose={onClose}
      reread={refreshBank}
      check={(): Record<string, string> =>
        Object.values(changed).includes(true) ? {} : { 'change-category': 'Assinale o que quer mudar.' }
      }
      send={async () => {
        await callSelection('PATCH /api/teacher/questions', {
          body: {
            questionIds: [...questionIds],
            ...(changed.category && { skillCategory: category as '' }),
            ...(changed.weight && { weight: Number(weight) }),
            ...(changed.objective && { objective }),
          },
        });
        succeeded(`${plural(questionIds.length, 'questão alterada', 'questões alteradas')} com sucesso`);
        onDone();
      }}
    >
      {(problems) => (
        <>
          <p className="muted">O que não assinalar fica como cada questão o tem.</p>
          <Checkbox
            label="Mudar a categoria"
            name="change-category"
            error={problems['change-category']}
            {...tick('category')}
          />
          {changed.category && (
            <SelectField
              label="Categoria"
              name="skillCategory"
              placeholder="Não definida"
              options={SKILL_CATEGORIES.map((value) => ({ value, label: value }))}
              error={problems['skillCategory']}
              value={category}
              onChange={({ target }) => setCategory(target.value)}
            />
          )}
          <Checkbox label="Mudar o peso" name="change-weight" {...tick('weight')} />
          {changed.weight && (
            <SelectField
              label="Peso"
              name="weight"
              options={WEIGHTS.map((value) => ({ value, label: value }))}
              error={problems['weight']}
              value={weight}
              onChange={({ target }) => setWeight(target.value)}
            />
          )}
          <Checkbox label="Mudar o objectivo" name="change-objective" {...tick('objective')} />
          {changed.objective && (
            <ObjectiveChoice test={test} value={objective} error={problems['objective']} onChange={setObjective} />
          )}
        </>
      )}
    </FormDialog>
  );
}

interface ObjectiveChoiceProps extends Pick<ChangeDialogProps, 'test'> {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function ObjectiveChoice({ test, value, error, onChange }: ObjectiveChoiceProps) {
  if (test)
    return <ObjectiveField test={test} value={value} error={error} onChange={({ target }) => onChange(target.value)} />;
  return (
    <TextField
      label="Código do objectivo"
      name="objective"
      optional
      placeholder="MAT4.6.1"
      maxLength={40}
      autoCapitalize="characters"
      autoComplete="off"
      hint="O código está nos Planos Curriculares. Vazio tira o objectivo às questões."
      error={error}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
