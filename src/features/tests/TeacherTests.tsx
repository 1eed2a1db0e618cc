import { type ChangeEvent, useState } from 'react';
import { DISCIPLINES, starsFor, TEST_CLASSES } from '../../shared/words.ts';
import { reader } from '../../web/api.ts';
import { Empty } from '../../web/Empty.tsx';
import { Failed } from '../../web/Failed.tsx';
import { plural } from '../../web/text.ts';
import { Badge } from '../../web/ui/Badge.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { cx } from '../../web/ui/cx.ts';
import { SelectField } from '../../web/ui/Field.tsx';
import { IconCheck, IconList, IconMinus } from '../../web/ui/Icon.tsx';
import { Spinner } from '../../web/ui/Spinner.tsx';
import { Stars } from '../../web/ui/Stars.tsx';
import styles from './Teacher.module.css';
import type { TestCard, testsContract } from './tests.contract.ts';

const useRead = reader<typeof testsContract>();

interface Filter {
  discipline: string;
  class: string;
}

/** All tests of the bank, active or not. */
export function TeacherTests({ onQuestions }: { onQuestions: (test: TestCard) => void }) {
  const found = useRead('GET /api/teacher/tests', { query: {} });
  const [filter, setFilter] = useState<Filter>({ discipline: '', class: '' });
  // The list is here already: filtering it asks the server for nothing.
  const tests = found.data?.filter(
    (test) =>
      (!filter.discipline || test.discipline === filter.discipline) &&
      (!filter.class || test.schoolClass === filter.class),
  );
  const change = (name: keyof Filter) => (event: ChangeEvent<HTMLSelectElement>) =>
    setFilter({ ...filter, [name]: event.target.value });

  if (!tests)
    return found.error ? <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching} /> : <Spinner />;
  if (found.data?.length === 0)
    return <Empty title="Nenhum Teste Cadastrado" text="Os testes aparecem aqui assim que entram no banco." />;
  return (
    <>
      <form className={styles['filters']} aria-label="Filtros" onSubmit={(event) => event.preventDefault()}>
        <SelectField
          label="Disciplina"
          name="discipline"
          placeholder="todas"
          value={filter.discipline}
          options={DISCIPLINES.map((value) => ({ value, label: value }))}
          onChange={change('discipline')}
        />
        <SelectField
          label="Ano escolar"
          name="class"
          placeholder="todos"
          value={filter.class}
          options={TEST_CLASSES.map((value) => ({ value, label: value }))}
          onChange={change('class')}
        />
        <p role="status" className={styles['count']}>
          {plural(tests.length, 'teste', 'testes')}
        </p>
      </form>
      {tests.length === 0 ? (
        <Empty title="Nenhum teste com estes filtros.">
          <Button variant="secondary" onClick={() => setFilter({ discipline: '', class: '' })}>
            Limpar filtros
          </Button>
        </Empty>
      ) : (
        <ul className={styles['cards']}>
          {tests.map((test) => (
            <li key={test.id}>
              <Test test={test} onQuestions={() => onQuestions(test)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Test({ test, onQuestions }: { test: TestCard; onQuestions: () => void }) {
  return (
    <article className={cx(styles['card'], !test.active && styles['inactive'])}>
      <div className={styles['head']}>
        <div>
          <p className={styles['kind']}>
            {test.discipline} · {test.schoolClass}
          </p>
          <h2>{test.theme}</h2>
        </div>
        {test.active ? (
          <Badge tone="ok" icon={<IconCheck size={16} />}>
            Ativo
          </Badge>
        ) : (
          <Badge tone="off" icon={<IconMinus size={16} />}>
            Inativo
          </Badge>
        )}
      </div>
      {test.description && <p className={styles['about']}>{test.description}</p>}
      <ul className={styles['facts']}>
        <li>
          <Stars value={starsFor(test.difficultyLevel)} label={test.difficultyLevel} />
        </li>
        <li>{test.evaluationType}</li>
        <li>{plural(test.questionCount, 'questão', 'questões')}</li>
      </ul>
      <Button variant="secondary" size="s" icon={<IconList size={18} />} onClick={onQuestions}>
        Questões
        <span className="sr">
          {' '}
          de {test.discipline}: {test.theme}
        </span>
      </Button>
    </article>
  );
}
