import { brand } from '../../../delivery/browser/boot.ts';
import { dayAndMonth } from '../../../shared/dates.ts';
import { ofWhom, plural } from '../../../shared/text.ts';
import { reader } from '../../../web/call/api.ts';
import { usePage } from '../../../web/call/navigation.ts';
import { ChildNotFound } from '../../../web/parts/ChildNotFound.tsx';
import { Failed } from '../../../web/parts/Failed.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Page } from '../../../web/ui/base/Layout.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { BackLink } from '../../../web/ui/lists/Card.tsx';
import { ChildCover } from '../../../web/ui/paper/Cover.tsx';
import styles from './Calculating.module.css';
import type { ChildCalculations, calculatingContract, ListedCalculation } from './calculating.contract.ts';
import { HEAD_REASONS, PART_NEXT } from './calculating-words.rules.ts';
import { Facts } from './Facts.tsx';
import { MAX_FACTS } from './head.rules.ts';
import { beginWith } from './numbers.rules.ts';
import { Parts } from './Parts.tsx';
import { SumsLine } from './SumsLine.tsx';
import { ABOUT, type SumClass } from './sums.rules.ts';

const useRead = reader<typeof calculatingContract>();

/** How a child calculates: sums in the head with their line and the facts to train, and the numbers aloud of the first classes. */
export default function Calculations({ id }: { id: string }) {
  const valid = /^[1-9]\d{0,9}$/.test(id);
  const found = useRead(
    'GET /api/children/:id/calculations',
    { params: { id } },
    { enabled: valid, refetchOnMount: 'always' },
  );
  const { data } = found;
  usePage(data ? `Contas: ${data.child.firstName}` : 'Contas', brand.productName);
  if (!valid || found.error?.status === 404) return <ChildNotFound heading={<h1>Contas não encontradas</h1>} />;
  if (!data)
    return (
      <Page width="form">
        <h1 className={found.error ? undefined : 'sr'}>Contas</h1>
        {found.error ? (
          <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching}>
            <a href={`/calculating/${id}`}>Contas de cabeça</a>
          </Failed>
        ) : (
          <Skeleton lines={8} />
        )}
      </Page>
    );
  const of = (kind: ListedCalculation['kind']) => data.calculations.filter((one) => one.kind === kind);
  const [lastHead] = of('head');
  // One that is a lápis gives way to one that counts, as on the child's page.
  const told = of('head').filter(({ perMinute }) => perMinute !== null);
  const head = told.find(({ provisional }) => !provisional) ?? told[0];
  const numbers = of('numbers').find(({ parts }) => parts !== null);
  // Who begins school begins with the numbers, which nobody has to write.
  const numbersFirst = data.sumClass <= 2 && !head;
  const ofNumbers = (data.sumClass <= 2 || numbers) && (
    <OfNumbers key="numbers" data={data} last={numbers} isFirst={numbersFirst && data.facts.length === 0} />
  );
  return (
    <Page width="form">
      <BackLink href={`/children/${data.child.id}`}>{data.child.firstName}</BackLink>
      <ChildCover
        cover={data.child.cover}
        name={data.child.firstName}
        detail={data.child.schoolClass}
        heading="h1"
        title={`${data.child.firstName}: contas`}
      />
      {numbersFirst && ofNumbers}
      <OfHead data={data} last={head} newest={lastHead} isFirst={!numbersFirst || !!numbers} />
      {!numbersFirst && ofNumbers}
    </Page>
  );
}

interface OfHeadProps {
  data: ChildCalculations;
  /** The run that says how the child calculates now. */
  last: ListedCalculation | undefined;
  newest: ListedCalculation | undefined;
  /** Whether the filled button of the screen is here. */
  isFirst: boolean;
}

function OfHead({ data, last, newest, isFirst }: OfHeadProps) {
  const { child, facts, limit, sumClass } = data;
  const toTrain = facts.slice(0, MAX_FACTS);
  const leads = isFirst && toTrain.length === 0;
  return (
    <>
      <section className={styles['card']}>
        <h2>{last ? last.sentence : 'Contas de cabeça'}</h2>
        <p className="muted">
          {ABOUT[sumClass as SumClass]}{' '}
          {last
            ? `${dayAndMonth(last.day)}: fez ${last.attempted}, acertou ${last.right}.`
            : 'Um minuto, escritas pela criança ou ditas em voz alta.'}
        </p>
        {newest?.reasons.map((reason) => (
          <p key={reason} className={styles['problem']}>
            {newest === last
              ? 'A lápis'
              : `${dayAndMonth(newest.day)}, ${newest.perMinute === null ? 'não conta' : 'a lápis'}`}
            : {HEAD_REASONS[reason]}
          </p>
        ))}
        <div className={styles['actions']}>
          {toTrain.length > 0 && (
            <Button size="l" full href={`/calculating/${child.id}/training`}>
              Treinar {plural(toTrain.length, 'conta', 'contas')}
            </Button>
          )}
          {limit?.nextDay ? (
            <p>As contas deste trimestre estão feitas. Há outras a partir de {dayAndMonth(limit.nextDay)}.</p>
          ) : (
            <Button
              size={leads ? 'l' : 'm'}
              variant={leads ? 'primary' : 'secondary'}
              full
              href={`/calculating/${child.id}`}
            >
              {last ? 'Fazer outra vez' : 'Começar contas de cabeça'}
            </Button>
          )}
        </div>
      </section>
      {last && (
        <section className={styles['card']}>
          <h2>A linha {ofWhom(data.child.firstName, data.child.gender)}</h2>
          <SumsLine data={data} />
        </section>
      )}
      {toTrain.length > 0 && <Facts facts={toTrain} typingMs={last?.typingMs ?? null} />}
    </>
  );
}

type OfNumbersProps = Pick<OfHeadProps, 'data' | 'last' | 'isFirst'>;

function OfNumbers({ data: { child }, last, isFirst }: OfNumbersProps) {
  const first = last?.parts ? beginWith(last.parts) : null;
  return (
    <>
      <section className={styles['card']}>
        <h2>{last ? last.sentence : 'Números em voz alta'}</h2>
        <p className="muted">
          {last
            ? dayAndMonth(last.day)
            : 'Cinco minutos: ler, comparar, somar e continuar. A criança responde, e depois marca-se.'}
        </p>
        {first && (
          <p>
            <b>{PART_NEXT[first].title}.</b> {PART_NEXT[first].sentence}
          </p>
        )}
        <div className={styles['actions']}>
          <Button variant={last || !isFirst ? 'secondary' : 'primary'} full href={`/calculating/${child.id}/numbers`}>
            {last ? 'Ver outra vez os números' : 'Começar números em voz alta'}
          </Button>
        </div>
      </section>
      {last?.parts && <Parts parts={last.parts} />}
    </>
  );
}
