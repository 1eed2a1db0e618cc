import type { ReactNode } from 'react';
import { formatKz } from '../../../shared/money.ts';
import type { PlanId } from '../../../shared/words.ts';
import { openIfWide } from '../../../web/parts/fold.ts';
import { cx } from '../../../web/ui/base/cx.ts';
import { IconCheck, IconChevronDown } from '../../../web/ui/base/Icon.tsx';
import { IconMinus } from '../../../web/ui/icons/ParentIcon.tsx';
import { Booklets, whoInWords } from './Booklets.tsx';
import styles from './PlanCard.module.css';
import { PLANS, type Plan, recommendedPlan } from './plans.rules.ts';

/** The list of plan cards. */
export function PlanList({ children }: { children: ReactNode }) {
  return <ul className={styles['plans']}>{children}</ul>;
}

/** A plan with its features, from the same table that the server uses. `children`: the actions. */
export function PlanCard({
  plan,
  current = 'free',
  folded = false,
  children,
}: {
  plan: Plan;
  /** The family's current plan: a smaller one is never recommended. */
  current?: PlanId;
  /** Whether its features are closed at first on a phone. */
  folded?: boolean;
  children?: ReactNode;
}) {
  const { name, yearlyPrice, coveredChildren } = plan;
  const recommended = plan.id === recommendedPlan(current);
  return (
    <li className={cx(styles['plan'], recommended && styles['recommended'])}>
      {recommended && <span className={styles['flag']}>recomendado</span>}
      <p className={styles['who']}>
        <Booklets count={coveredChildren} />
        {whoInWords(plan)}
      </p>
      <h3>{name}</h3>
      <p className={styles['price']}>
        <b className="num">{yearlyPrice === 0 ? 'Grátis' : formatKz(yearlyPrice)}</b>
        {yearlyPrice > 0 && ' por ano'}
      </p>
      <p className={cx('meta', styles['terms'])}>
        {yearlyPrice === 0 ? 'Sem prazo' : `Paga-se o ano de uma vez. Dá ${formatKz(yearlyPrice / 12)} por mês.`}
      </p>
      {folded ? (
        <details className={styles['fold']} ref={openIfWide}>
          <summary>
            O que inclui<span className="sr"> o plano {name}</span>
            <IconChevronDown size={18} />
          </summary>
          <PlanFeatures plan={plan} />
        </details>
      ) : (
        <PlanFeatures plan={plan} />
      )}
      {children && <div className={styles['action']}>{children}</div>}
    </li>
  );
}

/** Renders what a plan includes, and what it lacks. */
export function PlanFeatures({ plan }: { plan: Plan }) {
  return (
    <ul className={styles['features']}>
      {featuresOf(plan).map(([has, text]) => (
        <li key={text} className={has ? undefined : styles['lacks']}>
          {has ? <IconCheck size={18} /> : <IconMinus size={18} />}
          {text}
        </li>
      ))}
    </ul>
  );
}

function featuresOf({ allows, coveredChildren, yearlyPrice }: Plan): (readonly [has: boolean, text: string])[] {
  const limit = allows.testsPerDisciplineAndMonth;
  // The larger plans differ from "Individual" only in the number of children; repeating everything would hide that.
  if (coveredChildren > 1)
    return [
      [true, `Tudo do ${PLANS.individual.name}`],
      [true, 'Testes ilimitados para cada criança'],
      [true, 'Escolha as crianças neste plano'],
      [true, `${formatKz(yearlyPrice / coveredChildren)} por criança e ano`],
    ];
  return [
    [true, limit === null ? 'Testes ilimitados' : `${limit} teste por disciplina por mês`],
    [true, 'Resultado e revisão'],
    [allows.comparison, allows.comparison ? 'Relatórios comparativos' : 'Sem relatórios comparativos'],
    [allows.pdf, allows.pdf ? 'PDF dos relatórios' : 'Sem ficheiros para guardar'],
    [true, allows.relatedPractice ? 'Treino dos erros e de perguntas parecidas' : 'Treino dos próprios erros'],
    [allows.suggestions, allows.suggestions ? 'Sugestões personalizadas' : 'Sem sugestões personalizadas'],
    ...(allows.webinars && allows.prioritySupport
      ? [[true, 'Conversas em directo com professores (webinars) e apoio prioritário'] as const]
      : []),
  ];
}
