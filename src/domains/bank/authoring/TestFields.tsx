import type { ComponentProps } from 'react';
import { DIFFICULTIES, DISCIPLINES, EVALUATION_TYPES, TEST_CLASSES } from '../../../shared/words.ts';
import { SelectField } from '../../../web/ui/forms/Field.tsx';
import styles from './Authoring.module.css';

// Fields for the purpose and the difficulty of a test. They are used for each test, and for the defaults of new tests.

export type KindName = 'discipline' | 'schoolClass' | 'difficultyLevel' | 'evaluationType';
/** Returns the name, the value and the problem of a field. */
type FieldOf = (name: KindName) => Omit<ComponentProps<typeof SelectField>, 'label' | 'options'>;

const optionsOf = (words: readonly string[]) => words.map((value) => ({ value, label: value }));

/** @param none label of the empty choice. */
export function ClassFields({ field, none }: { field: FieldOf; none: readonly [discipline: string, year: string] }) {
  return (
    <div className={styles['pair']}>
      <SelectField label="Disciplina" placeholder={none[0]} options={optionsOf(DISCIPLINES)} {...field('discipline')} />
      <SelectField
        label="Ano Escolar"
        placeholder={none[1]}
        options={optionsOf(TEST_CLASSES)}
        {...field('schoolClass')}
      />
    </div>
  );
}

export function KindFields({ field }: { field: FieldOf }) {
  return (
    <div className={styles['pair']}>
      <SelectField label="Nível de Dificuldade" options={optionsOf(DIFFICULTIES)} {...field('difficultyLevel')} />
      <SelectField label="Tipo de Avaliação" options={optionsOf(EVALUATION_TYPES)} {...field('evaluationType')} />
    </div>
  );
}
