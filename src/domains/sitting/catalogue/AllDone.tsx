import { Button } from '../../../web/ui/base/Button.tsx';
import { Notice } from '../../../web/ui/lists/Card.tsx';
import styles from './Catalogue.module.css';
import type { CatalogueTest } from './catalogue.contract.ts';
import { oldestTest } from './catalogue.rules.ts';

interface AllDoneProps {
  /** For each theme the form to take now; all of them have been taken. */
  tests: readonly CatalogueTest[];
  childId: number;
  /** Called with the address of a test to start, so that the phone can first be passed to the child. */
  onStart: (href: string, test: CatalogueTest) => void;
}

/** Says that a child has taken all the tests shown, and suggests what to do instead. */
export default function AllDone({ tests, childId, onStart }: AllDoneProps) {
  const oldest = oldestTest(tests);
  return (
    <Notice title="Já fez todos os testes">
      {oldest
        ? `O mais antigo é ${oldest.theme}${oldest.forms.length > 1 ? `, teste ${oldest.form}` : ''}. Pode repeti-lo: fica escrito «2.ª vez».`
        : 'Entretanto, treinem o que a criança errou, ou vejam o mapa.'}
      <div className={styles['hand']}>
        <Button href={`/practice/${childId}`}>Treinar</Button>
        {oldest && (
          <Button variant="secondary" onClick={() => onStart(`/tests/${oldest.id}?childId=${childId}`, oldest)}>
            Repetir o mais antigo
          </Button>
        )}
        <Button variant="secondary" href={`/children/${childId}`}>
          Ver o mapa
        </Button>
      </div>
    </Notice>
  );
}
