import { plural } from '../../../web/parts/text.ts';
import { IconChevronDown } from '../../../web/ui/base/Icon.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { ChoiceBox, ChoiceTile } from '../../../web/ui/forms/ChoiceTile.tsx';
import { Notice } from '../../../web/ui/lists/Card.tsx';
import { DisciplineSign } from '../../../web/ui/paper/DisciplineSign.tsx';
import type { CatalogueTest } from '../catalogue/catalogue.contract.ts';
import { PREPARED_DAYS, PREPARED_FULL } from './prepared.rules.ts';
import styles from './TakeAlong.module.css';

interface ChooseTestsProps {
  /** The tests that the child may prepare; undefined while they are loading. */
  tests: readonly CatalogueTest[] | undefined;
  /** The child's class. The class of a test is shown if it is another. */
  schoolClass: string;
  chosen: ReadonlySet<number>;
  /** How many more tests can be prepared for the child. */
  places: number;
  /** On the free plan, which gives one test of each discipline. */
  isFree: boolean;
  isBusy: boolean;
  onChoose: (chosen: ReadonlySet<number>) => void;
}

/** Renders the tests to choose from, and what limits the choice. */
export function ChooseTests({ tests, schoolClass, chosen, places, isFree, isBusy, onChoose }: ChooseTestsProps) {
  return (
    <div className={styles['choose']}>
      <div className={styles['head']}>
        <h2>Escolher testes</h2>
        {places > 0 && <span className="muted">mais {places}, no máximo</span>}
      </div>
      {places <= 0 && <Notice>{PREPARED_FULL}</Notice>}
      {isFree && places > 0 && tests && tests.length > 0 && (
        <Notice>Usa o teste grátis deste mês. Se não for feito em {PREPARED_DAYS} dias, pode usá-lo noutro.</Notice>
      )}
      {!tests && <Skeleton lines={6} />}
      {tests?.length === 0 && <p className="muted">Não há mais testes para preparar agora.</p>}
      <Choices
        tests={tests ?? []}
        schoolClass={schoolClass}
        chosen={chosen}
        places={places}
        isFree={isFree}
        isBusy={isBusy}
        onChoose={onChoose}
      />
    </div>
  );
}

function Choices({
  tests,
  schoolClass,
  chosen,
  places,
  isFree,
  isBusy,
  onChoose,
}: ChooseTestsProps & { tests: readonly CatalogueTest[] }) {
  const picked = tests.filter(({ id }) => chosen.has(id));
  const taken = new Set(isFree ? picked.map(({ discipline }) => discipline) : []);
  const isFull = picked.length >= places;
  const disciplines = [...new Set(tests.map(({ discipline }) => discipline))].map(
    (discipline) => [discipline, tests.filter((test) => test.discipline === discipline)] as const,
  );
  return disciplines.map(([discipline, own], place) => (
    <details key={discipline} className={styles['fold']} open={place === 0}>
      <summary>
        <DisciplineSign of={discipline} />
        <b>{discipline}</b>
        <span className="muted">{pickedOf(own.filter(({ id }) => chosen.has(id)).length, own.length)}</span>
        <IconChevronDown size={20} />
      </summary>
      <div className={styles['list']}>
        {own.map((test) => (
          <ChoiceTile
            key={test.id}
            type="checkbox"
            sign={<ChoiceBox />}
            title={test.theme}
            text={[test.discipline, test.schoolClass !== schoolClass && test.schoolClass, `Teste ${test.form}`]
              .filter(Boolean)
              .join(' · ')}
            end={<b className="num">{test.kilobytesPrepared} KB</b>}
            checked={chosen.has(test.id)}
            disabled={isBusy || (!chosen.has(test.id) && (isFull || taken.has(test.discipline)))}
            onChange={({ target }) => {
              const next = new Set(chosen);
              if (target.checked) next.add(test.id);
              else next.delete(test.id);
              onChoose(next);
            }}
          />
        ))}
      </div>
    </details>
  ));
}

/** Returns how many tests of a discipline there are, and how many of them are chosen. */
const pickedOf = (picked: number, all: number): string =>
  `${picked > 0 ? `${picked} de ` : ''}${plural(all, 'teste', 'testes')}`;
