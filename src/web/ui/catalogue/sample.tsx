import type { ReactNode } from 'react';
import * as allOfIcon from '../base/Icon.tsx';
import * as allOfActionIcon from '../icons/ActionIcon.tsx';
import * as allOfParentIcon from '../icons/ParentIcon.tsx';
import * as allOfStaffIcon from '../icons/StaffIcon.tsx';
import { SectionHead } from '../lists/Card.tsx';
import type { QuestionState } from '../paper/Fio.tsx';
import styles from './Catalogue.module.css';

// Sample data for the components of the catalogue.

const { icon: _maker, ...parents } = allOfIcon;
export const icons = { ...parents, ...allOfActionIcon, ...allOfParentIcon, ...allOfStaffIcon };

export const NAME = 'Caderneta';

export const right = (n: number, wrong: number[]) => Array.from({ length: n }, (_, i) => !wrong.includes(i));

export const progress = (n: number, done: number, skipped: number[] = []): QuestionState[] =>
  Array.from({ length: n }, (_, i) => (skipped.includes(i) ? 'skipped' : i < done ? 'done' : 'todo'));

export const HALF = '<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math> de 20 laranjas';

/** Renders a named section of the catalogue. */
export function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <SectionHead title={name} />
      {children}
    </section>
  );
}
