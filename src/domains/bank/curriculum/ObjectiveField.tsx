import type { Discipline, TestClass } from '../../../shared/words.ts';
import { SelectField } from '../../../web/ui/forms/Field.tsx';
import { useCurriculum } from './curriculum-calls.tsx';

interface ObjectiveFieldProps {
  test: { discipline: Discipline; schoolClass: TestClass };
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
}

/** Renders the objective that a question measures: those of its test's discipline and class, theme by theme. */
export function ObjectiveField({ test, value, error, onChange }: ObjectiveFieldProps) {
  const { discipline, schoolClass } = test;
  const found = useCurriculum('GET /api/teacher/curriculum', { query: { discipline, class: schoolClass } });
  const themes = found.data?.themes ?? [];
  const chosen = themes.flatMap(({ objectives }) => objectives).find(({ code }) => code === value);
  return (
    <SelectField
      label="Objectivo do programa"
      name="objective"
      optional
      placeholder={found.isLoading ? 'A carregar…' : 'Não definido'}
      hint={
        chosen
          ? chosen.text
          : found.error
            ? 'Não foi possível carregar os objectivos.'
            : found.data && themes.length === 0
              ? `${discipline}, ${schoolClass} ainda não tem objectivos nos Planos Curriculares.`
              : `Os de ${discipline}, ${schoolClass}, nos Planos Curriculares.`
      }
      error={error}
      value={value}
      onChange={onChange}
    >
      {value !== '' && !chosen && <option value={value}>{value}</option>}
      {themes.map(({ id, code, theme, objectives }) => (
        <optgroup key={id} label={`${code} ${theme}`}>
          {objectives.map((objective) => (
            <option key={objective.id} value={objective.code}>
              {objective.code} · {objective.text}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}
