import { lazy, Suspense, useEffect, useState } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import { dayAndMonth } from '../../../shared/dates.ts';
import { type CallError, failureOf } from '../../../web/call/call.ts';
import { inChildMode } from '../../../web/call/child-mode.ts';
import { usePage } from '../../../web/call/navigation.ts';
import { uuid } from '../../../web/device/uuid.ts';
import { PORTUGUESE, useVoices } from '../../../web/device/voices.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconBook, IconSpeak } from '../../../web/ui/base/Icon.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { BackLink } from '../../../web/ui/lists/Card.tsx';
import { ChildCover } from '../../../web/ui/paper/Cover.tsx';
import shared from '../reading/Reading.module.css';
import { isAllowed } from './allowed.rules.ts';
import type { WritingPack } from './writing.contract.ts';
import type { Work, Writer } from './writing-device.web.ts';

const dictation = () => import('./Dictation.tsx');
const text = () => import('./TextFlow.tsx');
const DictationFlow = lazy(dictation);
const TextFlow = lazy(text);

interface Brought {
  writer: Writer;
  pack: WritingPack;
  left: { id: string; work: Work } | undefined;
}

async function bring(childId: number): Promise<Brought> {
  const { bringWriter, bringWritingPack, readWork } = await import('./writing-device.web.ts');
  // Fetched with the pack, so that both go on if the network is lost.
  const code = Promise.all([dictation(), text()]).catch(() => {});
  const writer = await bringWriter(childId);
  const pack = await bringWritingPack(writer.writingClass);
  await code;
  return {
    writer,
    pack,
    left: await readWork(childId).catch(() => undefined),
  };
}

const homeOf = (childId: number) => (inChildMode() ? '/child' : `/children/${childId}/writing`);

/**
 * A child writes a dictation or a text on paper, a grown-up marks it. Everything works without network. In child mode the phone dictates, and the
 * sheet waits for the parent.
 */
export default function Writing({ childId }: { childId: number }) {
  usePage('Escrever', brand.productName);
  const [brought, setBrought] = useState<Brought>();
  const [error, setError] = useState<CallError>();
  useEffect(() => {
    if (brought || error) return;
    bring(childId).then(setBrought, (fault: unknown) => setError(failureOf(fault)));
  }, [brought, error, childId]);
  return (
    <main className={shared['flow']}>
      {brought ? (
        <Choice {...brought} />
      ) : (
        <>
          <h1 className={error ? undefined : 'sr'}>Escrever</h1>
          {error ? (
            <Failed error={error} onRetry={() => setError(undefined)}>
              <a href={homeOf(childId)}>Voltar</a>
            </Failed>
          ) : (
            <Skeleton lines={8} />
          )}
        </>
      )}
    </main>
  );
}

/** The child chooses with the grown-up: a dictation or a text. What was left unfinished goes on. */
export function Choice({ writer, pack, left }: Brought) {
  const [what, setWhat] = useState(left?.work.what);
  const [id] = useState(() => left?.id ?? uuid());
  const { child, limit } = writer;
  const isChild = inChildMode();
  const hasVoice = useVoices(PORTUGUESE);
  // In child mode nobody dictates but the phone.
  const canDictate = hasVoice || !isChild;
  const back = <BackLink href={homeOf(child.id)}>{isChild ? 'Início' : child.firstName}</BackLink>;
  const flow = { writer, pack, id, back };
  if (what)
    return (
      <Suspense fallback={<Skeleton lines={8} />}>
        {what === 'dictation' ? (
          <DictationFlow {...flow} left={left?.work.what === 'dictation' ? left.work : undefined} />
        ) : (
          <TextFlow {...flow} left={left?.work.what === 'text' ? left.work : undefined} />
        )}
      </Suspense>
    );
  return (
    <>
      {back}
      <div className={shared['cover']}>
        <ChildCover
          cover={child.cover}
          name={child.firstName}
          title={`${child.firstName}, ${child.schoolClass}`}
          detail="Escrever em papel"
        />
      </div>
      <h1>
        {isChild
          ? 'O que vais escrever?'
          : `O que vai ${child.subject.replace(/^[AO] /, (article) => article.toLowerCase())} escrever?`}
      </h1>
      {canDictate && (isAllowed(writer, 'dictation') || (!isChild && limit?.nextDictation)) && (
        <section className={shared['card']}>
          <h2>Um ditado</h2>
          <p>
            {isChild
              ? 'O telemóvel lê aos poucos e tu escreves.'
              : `${hasVoice ? 'O telemóvel ou um adulto lê' : 'Leia'} as palavras em voz alta, aos poucos. Depois, compare-as com a folha.`}
          </p>
          <p className={shared['note']}>10 a 15 minutos, em papel</p>
          {limit?.nextDictation ? (
            <UsedUp done="O ditado" day={limit.nextDictation} />
          ) : (
            <Button size="l" full icon={<IconSpeak />} onClick={() => setWhat('dictation')}>
              Fazer um ditado
            </Button>
          )}
        </section>
      )}
      {!canDictate && isAllowed(writer, 'dictation') && (
        <p className={shared['note']}>Para um ditado, entrega o telemóvel a um adulto: ele lê-te as palavras.</p>
      )}
      {(isAllowed(writer, 'text') || (!isChild && limit?.nextText)) && (
        <section className={shared['card']}>
          <h2>Um texto</h2>
          <p>
            {isChild
              ? 'Contas ou explicas alguma coisa, numa folha.'
              : 'A criança conta ou explica. Depois, compare com textos de exemplo.'}
          </p>
          <p className={shared['note']}>25 minutos, em papel</p>
          {limit?.nextText ? (
            <UsedUp done="O texto" day={limit.nextText} />
          ) : (
            <Button size="l" full variant="secondary" icon={<IconBook />} onClick={() => setWhat('text')}>
              Escrever um texto
            </Button>
          )}
        </section>
      )}
    </>
  );
}

/** Says when the free plan has the next one, and where the plans are. */
function UsedUp({ done, day }: { done: string; day: string }) {
  return (
    <>
      <p className={shared['problem']}>
        {done} deste trimestre está feito. Há outro a partir de {dayAndMonth(day)}.
      </p>
      {!inChildMode() && (
        <Button variant="secondary" full href="/subscription">
          Ver planos
        </Button>
      )}
    </>
  );
}
