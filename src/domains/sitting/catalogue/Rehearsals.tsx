import { reader } from '../../../web/call/api.ts';
import type { Child } from '../../people/children/children.contract.ts';
import styles from './Catalogue.module.css';
import type { CatalogueTest, catalogueContract } from './catalogue.contract.ts';
import { rehearsalsQuery } from './catalogue.rules.ts';
import { TestCards } from './TestCard.tsx';

const useRead = reader<typeof catalogueContract>();

interface RehearsalsProps {
  child: Child;
  /** Called with the address of a test to start, so that the phone can first be passed to the child. */
  onStart: (href: string, test: CatalogueTest) => void;
}

/** Rehearsals of the national exam, one card for each discipline; empty where there are none. */
export default function Rehearsals({ child, onStart }: RehearsalsProps) {
  const tests = useRead('GET /api/tests', { query: rehearsalsQuery(child) });
  const offered = tests.data?.filter(({ kind, next }) => kind === 'rehearsal' && next) ?? [];
  if (offered.length === 0) return null;
  return (
    <section className={styles['rehearsals']} aria-labelledby="rehearsals">
      <h2 id="rehearsals">Simulado do exame da 6.ª classe</h2>
      <p className="muted">
        Como no exame nacional: 30 questões, 90 minutos, nota de 0 a 10. Prepara, mas não substitui a escola nem o exame
        oficial.
      </p>
      <TestCards tests={offered} child={child} onStart={onStart} />
    </section>
  );
}
