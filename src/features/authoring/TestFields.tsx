import type { ComponentProps } from 'react';
import { DIFFICULTIES, DISCIPLINES, EVALUATION_TYPES, TEST_CLASSES } from '../../shared/words.ts';
import { SelectField } from '../../web/ui/Field.tsx';
import styles from './Authoring.module.css';

// What a test is for and how hard it is: asked of each test, and once for those to come.

export type KindName = 'discipline' | 'schoolClass' | 'difficultyLevel' | 'evaluationType';
/** Name, value and what is wrong of one field. */
type FieldOf = (name: KindName) => Omit<ComponentProps<typeof SelectField>, 'label' | 'options'>;

const optionsOf = (words: readonly string[]) => words.map((value) => ({ value, label: value }));

/** @param none what is said where nothing is chosen. */
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
