import { relativeTime } from '../../shared/dates.ts';
import type { Answered } from '../../shared/endpoint.ts';
import { starsFor } from '../../shared/words.ts';
import { plural } from '../../web/text.ts';
import { Cover, NameLabel } from '../../web/ui/Cover.tsx';
import { Stars } from '../../web/ui/Stars.tsx';
import type { authoringContract } from './authoring.contract.ts';
import styles from './Teacher.module.css';

interface TestHeaderProps {
  test: Answered<(typeof authoringContract)['GET /api/teacher/tests/:id']>;
  count: number;
}

/** Which test the questions below belong to: a booklet's cover, and what the test is. */
export function TestHeader({ test, count }: TestHeaderProps) {
  const when = relativeTime(test.updatedAt, new Date());
  return (
    <header className={styles['chosen']}>
      <Cover className={styles['cover']}>
        <NameLabel
          name={test.discipline}
          heading="h2"
          title={`${test.discipline} - ${test.theme}`}
          detail={test.author ? `por ${test.author} · ${when}` : 'do banco inicial'}
        />
      </Cover>
      <div className={styles['about']}>
        <dl className={styles['particulars']}>
          <div>
            <dt>Classe</dt>
            <dd>{test.schoolClass}</dd>
          </div>
          <div>
            <dt>Dificuldade</dt>
            <dd>
              <Stars value={starsFor(test.difficultyLevel)} label={test.difficultyLevel} />
            </dd>
          </div>
          <div>
            <dt>Tipo</dt>
            <dd>{test.evaluationType}</dd>
          </div>
          <div>
            <dt>Questões</dt>
            <dd>{plural(count, 'questão', 'questões')}</dd>
          </div>
          {!test.active && (
            <div>
              <dt>Estado</dt>
              <dd>Inativo</dd>
            </div>
          )}
          {test.shuffle && (
            <div>
              <dt>Alternativas</dt>
              <dd>baralhadas</dd>
            </div>
          )}
        </dl>
        {test.description && <p>{test.description}</p>}
      </div>
    </header>
  );
}
