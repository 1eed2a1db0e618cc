import type { ReactNode } from 'react';
import { formatKz } from '../../../shared/money.ts';
import type { PlanId } from '../../../shared/words.ts';
import { openIfWide } from '../../../web/parts/fold.ts';
import { cx } from '../../../web/ui/base/cx.ts';
import { IconCheck, IconChevronDown } from '../../../web/ui/base/Icon.tsx';
import { IconMinus } from '../../../web/ui/icons/ParentIcon.tsx';
import { coverClass } from '../../../web/ui/paper/Cover.tsx';
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
        {coveredChildren === 0
          ? 'todas as crianças'
          : coveredChildren === 1
            ? '1 criança'
            : `até ${coveredChildren} crianças`}
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
          <Features plan={plan} />
        </details>
      ) : (
        <Features plan={plan} />
      )}
      {children && <div className={styles['action']}>{children}</div>}
    </li>
  );
}

function Features({ plan }: { plan: Plan }) {
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
    [allows.pdf, allows.pdf ? 'PDF dos relatórios' : 'Sem PDF nem exportações'],
    [true, allows.relatedPractice ? 'Treino dos erros e de perguntas parecidas' : 'Treino dos próprios erros'],
    [allows.suggestions, allows.suggestions ? 'Sugestões personalizadas' : 'Sem sugestões personalizadas'],
    ...(allows.webinars && allows.prioritySupport
      ? [[true, 'Conversas em directo com professores (webinars) e apoio prioritário'] as const]
      : []),
  ];
}

/** This number of booklets in the cover colours; with dashed outlines if the plan does not cover particular children. */
function Booklets({ count }: { count: number }) {
  const width = count === 0 ? 26 : 13 + 13 * count;
  return (
    <svg width={width} height="32" viewBox={`0 0 ${width} 32`} aria-hidden="true">
      {count === 0 && (
        <path
          className={styles['outline']}
          d="M5 1.5h14a3.5 3.5 0 0 1 3.5 3.5v22a3.5 3.5 0 0 1-3.5 3.5h-14a3.5 3.5 0 0 1-3.5-3.5v-22a3.5 3.5 0 0 1 3.5-3.5z"
        />
      )}
      {Array.from({ length: count }, (_, index) => (
        <g key={coverClass(index + 1)} className={coverClass(index + 1)} transform={`translate(${13 * index})`}>
          <rect className={styles['cloth']} x="1" y="1" width="22" height="30" rx="3.5" />
          <path className={styles['stitch']} d="M6.5 4v24" />
          <path className={styles['label']} d="M10 8h9v6h-9z" />
        </g>
      ))}
    </svg>
  );
}
