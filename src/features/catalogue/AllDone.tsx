import { Button } from '../../web/ui/Button.tsx';
import { Notice } from '../../web/ui/Card.tsx';
import styles from './Catalogue.module.css';
import type { CatalogueTest } from './catalogue.contract.ts';
import { oldestTest } from './catalogue.rules.ts';

interface AllDoneProps {
  /** Of each theme the form to take now; all of them taken. */
  tests: readonly CatalogueTest[];
  childId: number;
  /** Takes the address of a test that is to begin, so that the phone changes hands first. */
  onStart: (href: string, test: CatalogueTest) => void;
}

/** Says that a child has taken every test that is shown, and what can be done instead. */
export default function AllDone({ tests, childId, onStart }: AllDoneProps) {
  const oldest = oldestTest(tests);
  return (
    <Notice title="Já fez todas as provas">
      {oldest
        ? `A que foi há mais tempo é ${oldest.theme}${oldest.forms.length > 1 ? `, prova ${oldest.form}` : ''}. Repetida, fica marcada como 2.ª vez.`
        : 'Entretanto podem treinar o que falhou, ou ver no mapa o que já sabe.'}
      <div className={styles['hand']}>
        <Button href={`/practice/${childId}`}>Treinar</Button>
        {oldest && (
          <Button variant="secondary" onClick={() => onStart(`/tests/${oldest.id}?childId=${childId}`, oldest)}>
            Repetir a mais antiga
          </Button>
        )}
        <Button variant="secondary" href={`/children/${childId}/knowledge`}>
          Ver o mapa
        </Button>
      </div>
    </Notice>
  );
}
