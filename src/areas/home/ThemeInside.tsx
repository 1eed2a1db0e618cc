import { practiceOf } from '../../domains/knowing/knowledge/addresses.rules.ts';
import type { KnowledgeMap } from '../../domains/knowing/knowledge/knowledge.contract.ts';
import { STATE_MEANINGS } from '../../domains/knowing/knowledge/map-words.rules.ts';
import type { Child } from '../../domains/people/children/children.contract.ts';
import type { CatalogueTest } from '../../domains/sitting/catalogue/catalogue.contract.ts';
import { relativeTime } from '../../shared/dates.ts';
import { useNow } from '../../web/device/now.ts';
import { Button } from '../../web/ui/base/Button.tsx';
import { TestOfTheme } from './TestOfTheme.tsx';
import styles from './Themes.module.css';

type Theme = KnowledgeMap['disciplines'][number]['themes'][number];

interface ThemeInsideProps {
  theme: Theme;
  /** Its tests; undefined while they load or without network. */
  tests: readonly CatalogueTest[] | undefined;
  child: Pick<Child, 'id' | 'fullName' | 'gender' | 'schoolClass' | 'extendedTime' | 'cover'>;
}

/** Renders what is behind a theme: what the child can do of it, its tests, practice and paper. */
export default function ThemeInside({ theme, tests, child }: ThemeInsideProps) {
  const now = useNow();
  const { code, state, answers, right, lastAnswer, objectives } = theme;
  const first = tests?.[0];
  const allTaken =
    tests?.every(({ forms, forChild, id }) => forChild?.takenForms.length === forms.length && id) ?? false;
  return (
    <div className={styles['inside']}>
      <p>
        {answers > 0 && (
          <>
            Acertou{' '}
            <b>
              {right} de {answers}
            </b>
            .{' '}
          </>
        )}
        {STATE_MEANINGS[state]}
      </p>
      <ul className={styles['objectives']}>
        {objectives.map((objective) => (
          <li key={objective.code}>
            <span>{objective.text}</span>
            <b>{objective.answers > 0 ? `${objective.right} de ${objective.answers}` : '–'}</b>
          </li>
        ))}
      </ul>
      {lastAnswer !== null && <p className={styles['small']}>Última resposta: {relativeTime(lastAnswer, now)}.</p>}
      {tests?.map((test) => (
        <TestOfTheme key={test.id} test={test} child={child} named={test.theme !== theme.name} main={test === first} />
      ))}
      {tests?.length === 0 && <p className={styles['small']}>Ainda não há testes deste tema.</p>}
      <div className={styles['besides']}>
        <Button variant={allTaken ? 'primary' : 'secondary'} full href={practiceOf(child.id, code)}>
          Treinar 5 minutos
        </Button>
        {first && first.forChild?.allowed !== false && !first.forChild?.open && (
          <Button variant="secondary" full href={`/paper?childId=${child.id}&testId=${first.id}`}>
            Fazer em papel
          </Button>
        )}
      </div>
    </div>
  );
}
