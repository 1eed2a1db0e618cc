import type { Child } from '../../domains/people/children/children.contract.ts';
import type { catalogueContract } from '../../domains/sitting/catalogue/catalogue.contract.ts';
import { rehearsalsQuery } from '../../domains/sitting/catalogue/catalogue.rules.ts';
import { reader } from '../../web/call/api.ts';
import styles from './TestList.module.css';
import { TestRows } from './TestRows.tsx';

const useRead = reader<typeof catalogueContract>();

interface RehearsalsProps {
  child: Pick<Child, 'id' | 'fullName' | 'gender' | 'schoolClass' | 'extendedTime' | 'cover'>;
}

/** Renders the rehearsals of the national exam, a row for each discipline; nothing where there are none. */
export default function Rehearsals({ child }: RehearsalsProps) {
  const tests = useRead('GET /api/tests', { query: rehearsalsQuery(child) });
  const offered = tests.data?.filter(({ kind, next }) => kind === 'rehearsal' && next) ?? [];
  if (offered.length === 0) return null;
  return (
    <section className={styles['list']} aria-labelledby="rehearsals">
      <div className={styles['head']}>
        <h2 id="rehearsals">Simulado do exame da 6.ª classe</h2>
        <p className="muted">
          Como no exame nacional: 90 minutos. São 30 perguntas, com nota de 0 a 10. Prepara, mas não substitui a escola
          nem o exame oficial.
        </p>
      </div>
      <TestRows tests={offered} map={undefined} child={child} mixed closed />
    </section>
  );
}
