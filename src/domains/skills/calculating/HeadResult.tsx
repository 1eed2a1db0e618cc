import { plural } from '../../../shared/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { ChildCover } from '../../../web/ui/paper/Cover.tsx';
import { saysNothing } from '../grid/grid.rules.ts';
import styles from './Calculating.module.css';
import type { Calculator } from './calculating-device.web.ts';
import { HEAD_REASONS, headline } from './calculating-words.rules.ts';
import type { ToldCalculation } from './calculations.rules.ts';
import { Facts } from './Facts.tsx';
import { MAX_FACTS } from './head.rules.ts';
import { ABOUT } from './sums.rules.ts';

/** What a run says: one sentence, one thing to do, and the facts that are slow or wrong. */
export function HeadResult({
  calculator,
  told,
  onAgain,
}: {
  calculator: Calculator;
  told: ToldCalculation;
  onAgain: () => void;
}) {
  const { child, sumClass } = calculator;
  const { calculation, attempted, right, facts, typingMs } = told;
  const isUntold = saysNothing(calculation);
  const toTrain = facts.slice(0, MAX_FACTS);
  return (
    <>
      <div className={styles['cover']}>
        <ChildCover
          cover={child.cover}
          name={child.firstName}
          title={`${child.firstName}, ${child.schoolClass}`}
          detail="Contas de cabeça"
        />
      </div>
      <h1>{headline(child, told.predicate)}</h1>
      <p className="muted">
        {isUntold
          ? 'Não conta. Comece outra vez.'
          : `${ABOUT[told.schoolClass ?? sumClass]} Fez ${attempted}, acertou ${right}.`}
      </p>
      {!isUntold &&
        calculation.reasons.map((reason) => (
          <p key={reason} className={styles['problem']}>
            A lápis: {HEAD_REASONS[reason]}
          </p>
        ))}
      <section className={styles['card']}>
        <h2>O que fazer agora</h2>
        {toTrain.length > 0 && (
          <p className="muted">
            {toTrain.length === 1 ? 'Esta conta vem' : 'Estas contas vêm'} também no fim do treino do dia.
          </p>
        )}
        <div className={styles['actions']}>
          {isUntold && (
            <Button size="l" full onClick={onAgain}>
              Começar outra vez
            </Button>
          )}
          {toTrain.length > 0 && (
            <Button size="l" full href={`/calculating/${child.id}/training`}>
              Treinar {plural(toTrain.length, 'conta', 'contas')}
            </Button>
          )}
          <Button
            variant={isUntold || toTrain.length > 0 ? 'secondary' : 'primary'}
            full
            href={`/children/${child.id}/calculating`}
          >
            Ver a linha
          </Button>
        </div>
        {!isUntold && <p className="muted">Repita daqui a uma semana.</p>}
      </section>
      {toTrain.length > 0 && <Facts facts={toTrain} typingMs={typingMs} />}
    </>
  );
}
