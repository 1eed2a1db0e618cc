import { brand } from '../../../delivery/browser/boot.ts';
import { dayAndMonth } from '../../../shared/dates.ts';
import { latest } from '../../../shared/skills/latest.ts';
import { ofWhom, plural } from '../../../shared/text.ts';
import { reader } from '../../../web/call/api.ts';
import { usePage } from '../../../web/call/navigation.ts';
import { useKeptHere } from '../../../web/device/kept-here.ts';
import { ChildNotFound } from '../../../web/parts/ChildNotFound.tsx';
import { Failed } from '../../../web/parts/Failed.tsx';
import { FirstRows } from '../../../web/parts/FirstRows.tsx';
import { helpful } from '../../../web/parts/lazily.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconBook } from '../../../web/ui/base/Icon.tsx';
import { Page } from '../../../web/ui/base/Layout.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { BackLink } from '../../../web/ui/lists/Card.tsx';
import { ChildCover } from '../../../web/ui/paper/Cover.tsx';
import { OwnLine } from './figures/OwnLine.tsx';
import styles from './Reading.module.css';
import type { ChildReadings, readingContract } from './reading.contract.ts';
import { bandWords, NEXT_WORDS, reasonWords } from './reading-words.rules.ts';

const WaitingSecond = helpful(() => import('./offered/WaitingSecond.tsx'));
const useRead = reader<typeof readingContract>();

/** How a child reads: how it reads now in a sentence, a new one, growth, its own line and the list. */
export default function Readings({ id }: { id: string }) {
  const valid = /^[1-9]\d{0,9}$/.test(id);
  const found = useRead(
    'GET /api/children/:id/readings',
    { params: { id } },
    { enabled: valid, refetchOnMount: 'always' },
  );
  const { data } = found;
  const keeps = useKeptHere('caderneta');
  usePage(data ? `Ler: ${data.child.firstName}` : 'Ler', brand.productName);
  if (!valid || found.error?.status === 404) return <ChildNotFound heading={<h1>Leituras não encontradas</h1>} />;
  if (!data)
    return (
      <Page width="form">
        <h1 className={found.error ? undefined : 'sr'}>Ler</h1>
        {found.error ? (
          <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching}>
            <a href={`/reading/${id}`}>Começar leitura</a>
          </Failed>
        ) : (
          <Skeleton lines={8} />
        )}
      </Page>
    );
  // Replies that this device kept before `now` existed lack it.
  const last = data.now ?? data.readings[0];
  const measure = latest(data.measures);
  return (
    <Page width="form">
      <BackLink href={`/children/${data.child.id}`}>{data.child.firstName}</BackLink>
      <ChildCover
        cover={data.child.cover}
        name={data.child.firstName}
        detail={data.child.schoolClass}
        heading="h1"
        title={`${data.child.firstName}: ler`}
      />
      <section className={styles['card']}>
        <h2>{last ? last.sentence : 'Ainda não sabemos como lê.'}</h2>
        {last ? (
          <p className="muted">
            {dayAndMonth(last.day)}
            {last.provisional && ' · a lápis'}
          </p>
        ) : (
          <p className="muted">Leva 5 minutos, em voz alta. A criança lê, e depois marca-se.</p>
        )}
        {data.reference?.sentence && <p>{data.reference.sentence}</p>}
        <div className={styles['actions']}>
          <Start data={data} />
        </div>
        {(measure || data.reference?.sentence) && (
          <details className={styles['look']}>
            <summary>Como medimos</summary>
            {measure && (
              <p>
                A {dayAndMonth(measure.day)}, o meio de três leituras era <b>{Math.round(measure.wordsPerMinute)}</b> (
                {measure.readings.map((one) => Math.round(one.wordsPerMinute)).join(', ')}). Por isso{' '}
                {bandWords(measure.band)}
              </p>
            )}
            {data.reference && <p className="muted">Referência: {data.reference.source}.</p>}
          </details>
        )}
      </section>
      {keeps && <WaitingSecond childId={data.child.id} />}
      {last && !last.provisional && (
        <section className={styles['card']}>
          <h2>O que fazer agora</h2>
          <p>
            <b>{NEXT_WORDS[last.next].title}.</b> {NEXT_WORDS[last.next].sentence}
          </p>
          <p className="muted">{NEXT_WORDS[last.next].time}</p>
        </section>
      )}
      {!data.earTrained && (
        <section className={styles['card']}>
          <h2>{NEXT_WORDS['train-ear'].title}</h2>
          <p>
            Sem treino escapam muitos erros, e as leituras gravadas ficam a lápis. {NEXT_WORDS['train-ear'].sentence}
          </p>
          <p className="muted">{NEXT_WORDS['train-ear'].time}</p>
          <Button variant="secondary" full href={`/reading/${data.child.id}/ear`}>
            Treinar o ouvido
          </Button>
        </section>
      )}
      <section className={styles['card']}>
        <h2>{data.growth?.sentence ?? `A linha ${ofWhom(data.child.firstName, data.child.gender)}`}</h2>
        <OwnLine data={data} />
      </section>
      {data.readings.length > 0 && <List data={data} />}
    </Page>
  );
}

function Start({ data: { child, limit } }: { data: ChildReadings }) {
  if (limit?.nextDay)
    return <p>A leitura deste trimestre está feita. Há outra a partir de {dayAndMonth(limit.nextDay)}.</p>;
  return (
    <Button size="l" full icon={<IconBook />} href={`/reading/${child.id}`}>
      Começar leitura
    </Button>
  );
}

function List({ data: { readings } }: { data: ChildReadings }) {
  return (
    <section className={styles['card']}>
      <h2>{plural(readings.length, 'leitura', 'leituras')}</h2>
      <FirstRows rows={readings} words={['leitura', 'leituras']} className={styles['list']}>
        {(one) => (
          <li key={one.id}>
            <b>{one.title}</b>
            <small>
              {dayAndMonth(one.day)}
              {one.provisional ? ' · a lápis' : ''}
            </small>
            <span>{one.sentence}</span>
            {one.wrongWords.length > 0 && <small>Palavras a treinar: {one.wrongWords.join(', ')}</small>}
            {one.reasons.map((reason) => (
              <small key={reason}>
                {reasonWords(reason, { seconds: one.seconds, differing: one.second?.agreement.differing.length })}
              </small>
            ))}
            {one.second && one.wordsPerMinute !== null && (
              <small>
                Primeiro ouvinte: {Math.round(one.wordsPerMinute)} por minuto. Segundo ouvinte:{' '}
                {Math.round(one.second.wordsPerMinute)}.
              </small>
            )}
          </li>
        )}
      </FirstRows>
    </section>
  );
}
