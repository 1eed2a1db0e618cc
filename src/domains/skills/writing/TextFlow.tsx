import { type ReactNode, useState } from 'react';
import { ofWhom, toWhom } from '../../../shared/text.ts';
import { inChildMode } from '../../../web/call/child-mode.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconBook } from '../../../web/ui/base/Icon.tsx';
import { ChoiceSign, ChoiceTile } from '../../../web/ui/forms/ChoiceTile.tsx';
import { Segmented } from '../../../web/ui/forms/Segmented.tsx';
import shared from '../reading/Reading.module.css';
import { ChildText, WritingThanks } from './ChildWrites.tsx';
import { Comparing } from './Comparing.tsx';
import { type Comparison, nextAnchor, placeOf } from './ruler.rules.ts';
import { TextResult } from './TextResult.tsx';
import styles from './Writing.module.css';
import type { WritingPack } from './writing.contract.ts';
import { dropWork, proposed, sendWriting, useWork, type Work, type Writer } from './writing-device.web.ts';

type TextWork = Extract<Work, { what: 'text' }>;
type Prompt = WritingPack['prompts'][number];

interface TextFlowProps {
  writer: Writer;
  pack: WritingPack;
  id: string;
  back: ReactNode;
  left: TextWork | undefined;
}

const MINUTES = 25;

/** Returns the time of day, "10:45", at which a text that began then is collected. */
const timeAfter = (startedAt: string): string =>
  new Intl.DateTimeFormat('pt-AO', { hour: '2-digit', minute: '2-digit', timeZone: 'Africa/Luanda' }).format(
    Date.parse(startedAt) + MINUTES * 60_000,
  );

const begun = ({ id: formId, version }: Prompt): TextWork => ({
  what: 'text',
  formId,
  version,
  startedAt: new Date().toISOString(),
  comparisons: [],
  signs: {},
  isWritten: false,
});

/** A text: chosen, written on paper in 25 minutes, compared with the ruler, looked through for six signs, and what it tells. */
export default function TextFlow({ writer, pack, id, back, left }: TextFlowProps) {
  const { child } = writer;
  const { work, keep, isKept } = useWork<TextWork>(child.id, id, left);
  const [isDone, setIsDone] = useState(false);
  const prompt = pack.prompts.find((one) => one.id === work?.formId && one.version === work.version);
  const ruler = pack.rulers.find(({ kind }) => kind === prompt?.kind);
  const choose = (prompts: readonly Prompt[]) => (
    <ChooseText
      {...{ writer, back, prompts }}
      rulers={pack.rulers}
      onBegin={(chosen) => {
        keep(begun(chosen));
        scrollTo(0, 0);
      }}
    />
  );
  if (inChildMode()) {
    // A child's pack has no rulers: the parent compares.
    if (!work || !prompt) return choose(pack.prompts);
    if (work.isWritten) return <WritingThanks firstName={child.firstName} isOnPaper isKept={isKept} />;
    return <ChildText {...{ back }} {...prompt} onDone={() => keep({ ...work, isWritten: true })} />;
  }
  if (!work || !prompt || !ruler)
    return choose(pack.prompts.filter(({ kind }) => pack.rulers.some((one) => one.kind === kind)));
  if (!work.isWritten)
    return (
      <BeingWritten
        {...{ prompt, back, child }}
        until={timeAfter(work.startedAt)}
        onDone={() => {
          keep({ ...work, isWritten: true });
          scrollTo(0, 0);
        }}
      />
    );
  const anchor = nextAnchor(work.comparisons);
  if (anchor !== null)
    return (
      <Comparing
        key={anchor}
        {...{ back, ruler, child }}
        level={anchor}
        schoolClass={pack.schoolClass}
        done={work.comparisons.length}
        onBack={
          work.comparisons.length === 0
            ? undefined
            : () => keep({ ...work, comparisons: work.comparisons.slice(0, -1) })
        }
        onSay={(outcome) => {
          keep({ ...work, comparisons: [...work.comparisons, { anchor, outcome } satisfies Comparison] });
          scrollTo(0, 0);
        }}
      />
    );
  if (!isDone)
    return (
      <Signs
        {...{ back }}
        signs={pack.signs}
        seen={work.signs}
        onChange={(signs) => keep({ ...work, signs })}
        onDone={() => {
          void sendWriting('text', writer, {
            clientId: id,
            childId: child.id,
            promptId: prompt.id,
            version: prompt.version,
            rulerId: ruler.id,
            rulerVersion: ruler.version,
            startedAt: work.startedAt,
            comparisons: work.comparisons,
            signs: pack.signs.map((sign) => ({ id: sign.id, isSeen: work.signs[sign.id] === true })),
          });
          void dropWork(id);
          setIsDone(true);
          scrollTo(0, 0);
        }}
      />
    );
  return (
    <TextResult
      {...{ back, child }}
      textId={id}
      title={prompt.title}
      placed={placeOf(work.comparisons)}
      reason={ruler.anchors.find(({ level }) => level === placeOf(work.comparisons).level)?.reason}
      signs={pack.signs.map((sign) => ({ ...sign, isSeen: work.signs[sign.id] === true }))}
    />
  );
}

/** Which task. */
function ChooseText({
  writer,
  back,
  prompts,
  rulers,
  onBegin,
}: {
  rulers: WritingPack['rulers'];
  writer: Writer;
  back: ReactNode;
  prompts: readonly Prompt[];
  onBegin: (prompt: Prompt) => void;
}) {
  const [chosen, setChosen] = useState(() => proposed(prompts, writer)?.id);
  const prompt = prompts.find(({ id }) => id === chosen);
  const ruler = rulers.find(({ kind }) => kind === prompt?.kind);
  if (!prompt)
    return (
      <>
        {back}
        <h1>Ainda não há propostas desta classe</h1>
      </>
    );
  return (
    <>
      {back}
      <h1>Que texto?</h1>
      <fieldset className={shared['tiles']}>
        <legend className="sr">Proposta</legend>
        {prompts.map((one) => (
          <ChoiceTile
            key={one.id}
            type="radio"
            name="prompt"
            sign={
              <ChoiceSign>
                <IconBook size={22} />
              </ChoiceSign>
            }
            title={one.title}
            text={one.task}
            checked={one.id === chosen}
            onChange={() => setChosen(one.id)}
          />
        ))}
      </fieldset>
      <div className={shared['actions']}>
        <Button size="l" full onClick={() => onBegin(prompt)}>
          Começar o texto
        </Button>
        {!inChildMode() && (
          <Button
            variant="secondary"
            full
            target="_blank"
            href={`/api/writing/prompts/${encodeURIComponent(prompt.id)}/sheet?version=${prompt.version}`}
          >
            Imprimir a folha
          </Button>
        )}
        {ruler && (
          <Button
            variant="quiet"
            full
            target="_blank"
            href={`/api/writing/rulers/${encodeURIComponent(ruler.id)}/sheet?version=${ruler.version}`}
          >
            Imprimir os textos de comparação
          </Button>
        )}
      </div>
      <p className={shared['note']}>Qualquer folha de linhas serve.</p>
    </>
  );
}

interface BeingWrittenProps {
  prompt: Prompt;
  child: Writer['child'];
  /** "10:45". */
  until: string;
  back: ReactNode;
  onDone: () => void;
}

/** The task while the child writes. It shows no clock, only until when, for the grown-up. */
function BeingWritten({ prompt, child, until, back, onDone }: BeingWrittenProps) {
  return (
    <>
      {back}
      <section className={styles['dictating']}>
        <h1>{prompt.task}</h1>
        {prompt.beginning && <p>{prompt.beginning}…</p>}
      </section>
      <p>
        Leia a proposta {toWhom(child.firstName, child.gender)}. Pode explicar na língua da família. Não dite nem
        corrija.
      </p>
      <p className={shared['note']}>Recolha a folha às {until}, ou antes, quando acabar.</p>
      <Button size="l" full onClick={onDone}>
        Já tenho a folha {ofWhom(child.firstName, child.gender)}
      </Button>
    </>
  );
}

interface SignsProps {
  back: ReactNode;
  signs: WritingPack['signs'];
  seen: Record<string, boolean>;
  onChange: (seen: Record<string, boolean>) => void;
  onDone: () => void;
}

/** Six signs, each yes or not yet. */
function Signs({ back, signs, seen, onChange, onDone }: SignsProps) {
  const missing = signs.filter(({ id }) => seen[id] === undefined).length;
  return (
    <>
      {back}
      <h1>O que vê na folha?</h1>
      <ul className={shared['list']}>
        {signs.map(({ id, text, help }) => (
          <li key={id}>
            <b>{text}</b>
            <p className={shared['note']}>{help}</p>
            <Segmented
              label={text}
              name={id}
              options={[
                { value: 'yes', label: 'Sim' },
                { value: 'no', label: 'Ainda não' },
              ]}
              value={seen[id] === undefined ? '' : seen[id] ? 'yes' : 'no'}
              onChange={(value) => onChange({ ...seen, [id]: value === 'yes' })}
            />
          </li>
        ))}
      </ul>
      <Button size="l" full disabled={missing > 0} onClick={onDone}>
        Ver resultado
      </Button>
      {missing > 0 && (
        <p className={shared['note']}>{missing === 1 ? 'Falta 1 resposta.' : `Faltam ${missing} respostas.`}</p>
      )}
    </>
  );
}
