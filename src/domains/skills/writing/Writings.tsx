import { useEffect, useState } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import { dayAndMonth } from '../../../shared/dates.ts';
import { reader } from '../../../web/call/api.ts';
import { usePage } from '../../../web/call/navigation.ts';
import { ChildNotFound } from '../../../web/parts/ChildNotFound.tsx';
import { Failed } from '../../../web/parts/Failed.tsx';
import { FirstRows } from '../../../web/parts/FirstRows.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Page } from '../../../web/ui/base/Layout.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { BackLink } from '../../../web/ui/lists/Card.tsx';
import { ChildCover } from '../../../web/ui/paper/Cover.tsx';
import shared from '../reading/Reading.module.css';
import type { ChildWritings, ListedDictation, ListedText, writingContract } from './writing.contract.ts';
import { besideSentence, dictationNext, KIND_WORDS } from './writing-words.rules.ts';

const useRead = reader<typeof writingContract>();

/** How a child writes: the last dictation or text in a sentence, a new one, and the list of both. */
export default function Writings({ id }: { id: string }) {
  const valid = /^[1-9]\d{0,9}$/.test(id);
  const found = useRead(
    'GET /api/children/:id/writings',
    { params: { id } },
    { enabled: valid, refetchOnMount: 'always' },
  );
  const { data } = found;
  usePage(data ? `Escrever: ${data.child.firstName}` : 'Escrever', brand.productName);
  if (!valid || found.error?.status === 404) return <ChildNotFound heading={<h1>Ditados não encontrados</h1>} />;
  if (!data)
    return (
      <Page width="form">
        <h1 className={found.error ? undefined : 'sr'}>Escrever</h1>
        {found.error ? (
          <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching}>
            <a href={`/writing/${id}`}>Fazer um ditado ou um texto</a>
          </Failed>
        ) : (
          <Skeleton lines={8} />
        )}
      </Page>
    );
  return <Found data={data} />;
}

/** Whether something that was begun on this phone waits, such as a sheet that the child left for its parent. */
function useLeft(childId: number): boolean {
  const [isLeft, setLeft] = useState(false);
  useEffect(() => {
    import('./writing-device.web.ts')
      .then(({ readWork }) => readWork(childId))
      .then(
        (left) => setLeft(left !== undefined),
        () => {},
      );
  }, [childId]);
  return isLeft;
}

function Found({ data }: { data: ChildWritings }) {
  const { child, dictations, texts, growth, limit } = data;
  const [dictation] = dictations;
  const [text] = texts;
  const isText = text !== undefined && (!dictation || text.startedAt > dictation.startedAt);
  const last = isText ? text : dictation;
  const isUsedUp = limit?.nextDictation && limit.nextText;
  const isLeft = useLeft(child.id);
  return (
    <Page width="form">
      <BackLink href={`/children/${child.id}`}>{child.firstName}</BackLink>
      <ChildCover
        cover={child.cover}
        name={child.firstName}
        detail={child.schoolClass}
        heading="h1"
        title={`${child.firstName}: escrever`}
      />
      <section className={shared['card']}>
        <h2>{last ? last.sentence : 'Ainda não sabemos como escreve.'}</h2>
        <p className="muted">
          {last
            ? `${last.title} · ${dayAndMonth(last.day)}`
            : 'Um ditado leva 10 a 15 minutos, em papel. A criança escreve, e depois marca-se.'}
        </p>
        {isLeft && <p>Neste telemóvel há uma folha por acabar ou por marcar.</p>}
        {isUsedUp && !isLeft ? (
          <p>
            O ditado e o texto deste trimestre estão feitos. Há outros a partir de{' '}
            {dayAndMonth(limit.nextDictation as string)}.
          </p>
        ) : (
          <div className={shared['actions']}>
            <Button size="l" full href={`/writing/${child.id}`}>
              {isLeft ? 'Continuar' : 'Fazer um ditado ou um texto'}
            </Button>
          </div>
        )}
      </section>
      {last && (
        <section className={shared['card']}>
          <h2>O que fazer agora</h2>
          <p>{isText ? nextOfText(text) : dictation && nextOfDictation(dictation)}</p>
        </section>
      )}
      {growth && (
        <section className={shared['card']}>
          <h2>{growth.sentence}</h2>
          <p className="muted">
            Comparámos o último ditado com o primeiro da mesma classe. Entre os dois passam pelo menos oito semanas.
          </p>
        </section>
      )}
      {dictations.length > 0 && (
        <section className={shared['card']}>
          <h2>Ditados</h2>
          <FirstRows rows={dictations} words={['ditado', 'ditados']} className={shared['list']}>
            {(one) => <Dictated key={one.id} one={one} />}
          </FirstRows>
        </section>
      )}
      {texts.length > 0 && (
        <section className={shared['card']}>
          <h2>Textos</h2>
          <FirstRows rows={texts} words={['texto', 'textos']} className={shared['list']}>
            {(one) => <Placed key={one.id} childId={child.id} one={one} />}
          </FirstRows>
        </section>
      )}
    </Page>
  );
}

const nextOfDictation = ({ kinds }: ListedDictation): string => {
  const { title, time } = dictationNext(kinds);
  return `${title}. ${time}.`;
};
const nextOfText = ({ practise }: ListedText): string => practise?.practise ?? 'Peça outro texto dentro de um mês.';

function Dictated({ one }: { one: ListedDictation }) {
  const beside = besideSentence(one);
  return (
    <li>
      <b>{one.title}</b>
      <small>
        {dayAndMonth(one.day)} · {one.mode === 'typed' ? 'no telemóvel' : 'em papel'}
      </small>
      <span>{one.sentence}</span>
      {one.mistakes.length > 0 && (
        <small>Palavras a treinar: {[...new Set(one.mistakes.map(({ word }) => word))].join(', ')}</small>
      )}
      {one.kinds.length > 0 && (
        <small>Tipos de erro: {one.kinds.map(({ kind, count }) => `${KIND_WORDS[kind]} (${count})`).join(', ')}</small>
      )}
      {beside && <small>{beside}</small>}
    </li>
  );
}

const OPINION: Readonly<Record<NonNullable<ListedText['opinion']>, string>> = {
  waiting: 'Segunda opinião: à espera dos professores',
  done: 'Segunda opinião: ver o que dizem os professores',
  closed: 'Segunda opinião: ficou por avaliar',
};

function Placed({ one, childId }: { one: ListedText; childId: number }) {
  const notYet = one.signs.filter(({ isSeen }) => !isSeen).map(({ text }) => text.toLowerCase());
  return (
    <li>
      <b>{one.title}</b>
      <small>{dayAndMonth(one.day)}</small>
      <span>{one.sentence}</span>
      {notYet.length > 0 && <small>Ainda não: {notYet.join('; ')}</small>}
      <div>
        <Button
          variant="quiet"
          size="s"
          className={shared['inLine']}
          href={`/writing/${childId}/opinion?text=${one.clientId}`}
        >
          {one.opinion === null ? 'Pedir uma segunda opinião' : OPINION[one.opinion]}
          <span className="sr">, {one.title}</span>
        </Button>
      </div>
    </li>
  );
}
