import { longDate } from '../../shared/dates.ts';
import { formatKz } from '../../shared/money.ts';
import { PLAN_IDS } from '../../shared/words.ts';
import { brand } from '../../web/boot.ts';
import { usePage } from '../../web/navigation.ts';
import { plural } from '../../web/text.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Cover, coverClass } from '../../web/ui/Cover.tsx';
import { cx } from '../../web/ui/cx.ts';
import { IconCheck, IconMinus } from '../../web/ui/Icon.tsx';
import { Page } from '../../web/ui/Layout.tsx';
import type { User } from '../accounts/accounts.contract.ts';
import { firstNameOf } from '../accounts/session.tsx';
import type { Family } from '../children/Children.tsx';
import type { Child } from '../children/children.contract.ts';
import { PLANS, type Plan, planInForce } from './plans.rules.ts';
import styles from './Subscription.module.css';

interface SubscriptionProps {
  user: User;
  family: Family<Child & { covered: boolean }>;
}

/** What the family has, and what each plan includes and lacks. */
export default function Subscription({ user, family }: SubscriptionProps) {
  usePage('Assinatura', brand.productName);
  const current = planInForce(
    { ...user, subscriptionEnd: user.subscriptionEnd ? new Date(user.subscriptionEnd) : null },
    new Date(),
  );
  const covered = family.data?.filter((child) => child.active && child.covered) ?? [];
  return (
    <Page>
      <h1 className={styles['title']}>Assinatura</h1>
      <Cover className={styles['current']}>
        <div>
          <p className={styles['eyebrow']}>Plano actual</p>
          <h2>{current.name}</h2>
          <p className={styles['line']}>{inOneLine(current, user.subscriptionEnd)}</p>
        </div>
        {covered.length > 0 && (
          <div className={styles['covered']}>
            <p>{covered.length === 1 ? 'Filho abrangido' : 'Filhos abrangidos'}</p>
            <ul>
              {covered.map((child) => (
                <li key={child.id}>
                  <span className={cx(styles['initial'], coverClass(child.cover))} aria-hidden="true">
                    {child.fullName.trim().charAt(0).toUpperCase()}
                  </span>
                  <b>{firstNameOf(child.fullName)}</b>
                  <span>{child.schoolClass}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </Cover>
      <h2 className={styles['choose']}>Planos</h2>
      <ul className={styles['plans']}>
        {PLAN_IDS.map((id) => (
          <li key={id}>
            <PlanCard plan={PLANS[id]} current={id === current.id} />
          </li>
        ))}
      </ul>
      {brand.supportEmail && (
        <p className={styles['how']}>
          Para mudar de plano, escreva para <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a> a partir
          do e-mail da sua conta ({user.email}). Respondemos com os passos para o pagamento. Nada é cobrado antes disso.
        </p>
      )}
    </Page>
  );
}

function inOneLine(plan: Plan, end: string | null): string {
  if (plan.id === 'free') return '1 teste por disciplina por mês, para cada filho.';
  const children = plan.coveredChildren === 1 ? '1 filho' : `até ${plan.coveredChildren} filhos`;
  return `Testes ilimitados para ${children}.${end ? ` Válido até ${longDate(end)}.` : ''}`;
}

function PlanCard({ plan, current }: { plan: Plan; current: boolean }) {
  const recommended = plan.id === 'individual';
  return (
    <article className={cx(styles['plan'], recommended && styles['recommended'])}>
      {recommended && <span className={styles['flag']}>recomendado</span>}
      <p className={styles['who']}>
        <Booklets count={plan.coveredChildren} />
        {plan.coveredChildren === 0
          ? 'todos os filhos'
          : plan.coveredChildren === 1
            ? '1 filho'
            : `até ${plan.coveredChildren} filhos`}
      </p>
      <h3>{plan.name}</h3>
      {plan.yearlyPrice === 0 ? (
        <>
          <p className={styles['price']}>
            <b>Grátis</b>
          </p>
          <p className={styles['terms']}>Sem prazo</p>
        </>
      ) : (
        <>
          <p className={styles['price']}>
            <b className="num nowrap">{formatKz(plan.yearlyPrice)}</b> por ano
          </p>
          <p className={styles['terms']}>{formatKz(plan.yearlyPrice / 12)} por mês, pagos de uma vez</p>
        </>
      )}
      <ul className={styles['features']}>
        {featuresOf(plan).map(([has, text]) => (
          <li key={text} className={has ? undefined : styles['lacks']}>
            {has ? <IconCheck size={18} /> : <IconMinus size={18} />}
            {text}
          </li>
        ))}
      </ul>
      {current ? (
        <p className={styles['mine']}>
          <IconCheck />
          Plano actual
        </p>
      ) : (
        brand.supportEmail && (
          <Button variant={recommended ? 'primary' : 'secondary'} full href={mailTo(plan)}>
            Pedir o plano {plan.name}
          </Button>
        )
      )}
    </article>
  );
}

/** What a plan includes and lacks, said from the table that the server decides by. */
function featuresOf({ allows, coveredChildren, yearlyPrice }: Plan): (readonly [has: boolean, text: string])[] {
  const limit = allows.testsPerDisciplineAndMonth;
  return [
    [
      true,
      limit === null
        ? `Testes ilimitados${coveredChildren > 1 ? ' para cada filho' : ''}`
        : `${plural(limit, 'teste', 'testes')} por disciplina por mês`,
    ],
    [true, 'Resultado e revisão de cada teste'],
    [allows.comparison, allows.comparison ? 'Relatórios comparativos' : 'Sem relatórios comparativos'],
    [allows.pdf, allows.pdf ? 'PDF dos relatórios' : 'Sem PDF nem outras exportações'],
    [allows.suggestions, allows.suggestions ? 'Sugestões personalizadas' : 'Sem sugestões personalizadas'],
    ...(allows.webinars && allows.prioritySupport ? [[true, 'Webinars e apoio prioritário'] as const] : []),
    ...(coveredChildren > 1 ? [[true, `${formatKz(yearlyPrice / coveredChildren)} por filho e ano`] as const] : []),
  ];
}

const mailTo = (plan: Plan) =>
  `mailto:${brand.supportEmail}?subject=${encodeURIComponent(`Plano ${plan.name}`)}&body=${encodeURIComponent(`Quero mudar para o plano ${plan.name}.`)}`;

/** So many booklets, in the colours of the covers; a dashed outline where the plan covers none in particular. */
function Booklets({ count }: { count: number }) {
  if (count === 0) {
    return (
      <svg width="26" height="32" viewBox="0 0 26 32" aria-hidden="true">
        <rect className={styles['outline']} x="1.5" y="1.5" width="21" height="29" rx="3.5" />
      </svg>
    );
  }
  return (
    <svg width={13 + 13 * count} height="32" viewBox={`0 0 ${13 + 13 * count} 32`} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <g key={coverClass(index + 1)} className={coverClass(index + 1)} transform={`translate(${13 * index})`}>
          <rect className={styles['cloth']} x="1" y="1" width="22" height="30" rx="3.5" />
          <path className={styles['stitch']} d="M6.5 4v24" />
          <rect className={styles['label']} x="10" y="8" width="9" height="6" rx="1" />
        </g>
      ))}
    </svg>
  );
}
