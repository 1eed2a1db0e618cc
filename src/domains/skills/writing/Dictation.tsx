import { type ReactNode, useEffect, useRef, useState } from 'react';
import { dayAndMonth } from '../../../shared/dates.ts';
import { inChildMode } from '../../../web/call/child-mode.ts';
import { PORTUGUESE, useVoices } from '../../../web/device/voices.ts';
import { ReadAloud } from '../../../web/parts/ReadAloud.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconBook, IconChevronRight, IconPhone } from '../../../web/ui/base/Icon.tsx';
import { ChoiceSign, ChoiceTile } from '../../../web/ui/forms/ChoiceTile.tsx';
import shared from '../reading/Reading.module.css';
import { Listening, WritingThanks } from './ChildWrites.tsx';
import { DictationMarks } from './DictationMarks.tsx';
import { DictationResult } from './DictationResult.tsx';
import { type DictationSummary, TYPED_FROM_CLASS } from './dictation.rules.ts';
import { summaryOf } from './recorded.rules.ts';
import styles from './Writing.module.css';
import type { DictationForm, WritingPack } from './writing.contract.ts';
import {
  dropWork,
  isRecent,
  lastDayOf,
  proposed,
  sendWriting,
  useWork,
  type Work,
  type Writer,
} from './writing-device.web.ts';

type DictationWork = Extract<Work, { what: 'dictation' }>;

interface DictationFlowProps {
  writer: Writer;
  pack: WritingPack;
  id: string;
  back: ReactNode;
  left: DictationWork | undefined;
}

type Stage = 'choose' | 'dictate' | 'type' | 'thanks' | 'mark' | 'result';

/** Seconds between two groups when the phone dictates. */
const GROUP_SECONDS = 12;

/** A dictation: chosen, dictated, marked on the grid or typed, and what it tells. */
export default function DictationFlow({ writer, pack, id, back, left }: DictationFlowProps) {
  const { child } = writer;
  const [form, setForm] = useState(() =>
    pack.dictations.find((one) => one.id === left?.formId && one.version === left.version),
  );
  const { work, keep, isKept } = useWork<DictationWork>(child.id, id, form && left);
  const [stage, setStage] = useState<Stage>(
    !work ? 'choose' : work.typed !== null ? 'type' : !work.isDictated ? 'dictate' : inChildMode() ? 'thanks' : 'mark',
  );
  const [summary, setSummary] = useState<DictationSummary>();
  const go = (next: Stage) => {
    setStage(next);
    scrollTo(0, 0);
  };
  const begin = (chosen: DictationForm, isTyped: boolean) => {
    setForm(chosen);
    keep({
      what: 'dictation',
      formId: chosen.id,
      version: chosen.version,
      startedAt: new Date().toISOString(),
      marks: [],
      typed: isTyped ? '' : null,
      isDictated: false,
    });
    go(isTyped ? 'type' : 'dictate');
  };
  const finish = (chosen: DictationForm, done: DictationWork) => {
    setSummary(summaryOf({ body: chosen, typed: done.typed, marks: done.marks }));
    void sendWriting('dictation', writer, {
      clientId: id,
      childId: child.id,
      dictationId: chosen.id,
      version: chosen.version,
      startedAt: done.startedAt,
      ...(done.typed === null ? { wrong: done.marks } : { typed: done.typed }),
    });
    void dropWork(id);
    go(done.typed === null ? 'result' : 'thanks');
  };
  if (!form || !work || stage === 'choose')
    return <Choose {...{ writer, back }} forms={pack.dictations} onBegin={begin} />;
  if (inChildMode() && stage === 'dictate')
    return (
      <Listening
        {...{ back }}
        groups={groupsOf(form)}
        onDone={() => {
          keep({ ...work, isDictated: true });
          go('thanks');
        }}
      />
    );
  if (stage === 'dictate')
    return (
      <Dictate
        {...{ form, back, child }}
        from={work.at ?? 0}
        onAt={(at) => keep({ ...work, at })}
        onDone={() => {
          keep({ ...work, isDictated: true });
          go('mark');
        }}
      />
    );
  if (stage === 'type')
    return (
      <Type
        {...{ form }}
        typed={work.typed ?? ''}
        onChange={(typed) => keep({ ...work, typed })}
        onDone={() => finish(form, work)}
      />
    );
  if (stage === 'thanks')
    return <WritingThanks {...{ isKept }} {...child} isOnPaper={work.typed === null} onSee={() => go('result')} />;
  if (stage === 'result' && summary)
    return <DictationResult {...{ form, summary, back }} child={child} typed={work.typed !== null} />;
  return (
    <DictationMarks
      {...{ form, back, child }}
      marks={work.marks}
      onChange={(marks) => keep({ ...work, marks })}
      onDone={() => finish(form, work)}
    />
  );
}

interface ChooseProps {
  writer: Writer;
  back: ReactNode;
  forms: readonly DictationForm[];
  onBegin: (form: DictationForm, isTyped: boolean) => void;
}

/** Which dictation, and whether the child writes on paper or types. */
function Choose({ writer, back, forms, onBegin }: ChooseProps) {
  const [chosen, setChosen] = useState(() => proposed(forms, writer)?.id);
  const [mode, setMode] = useState<'paper' | 'typed'>('paper');
  const canType = useVoices(PORTUGUESE) && writer.writingClass >= TYPED_FROM_CLASS;
  const form = forms.find(({ id }) => id === chosen);
  const isChild = inChildMode();
  if (!form)
    return (
      <>
        {back}
        <h1>Ainda não há ditados desta classe</h1>
      </>
    );
  return (
    <>
      {back}
      <h1>Que ditado?</h1>
      <fieldset className={shared['tiles']}>
        <legend className="sr">Ditado</legend>
        {forms.map((one) => {
          const day = lastDayOf(writer, one.id);
          return (
            <ChoiceTile
              key={one.id}
              type="radio"
              name="dictation"
              sign={
                <ChoiceSign>
                  <IconBook size={22} />
                </ChoiceSign>
              }
              title={one.title}
              text={`${one.words.length} palavras${day ? ` · feito a ${dayAndMonth(day)}` : ''}`}
              checked={one.id === chosen}
              disabled={isRecent(writer, one.id) && forms.some((other) => !isRecent(writer, other.id))}
              onChange={() => setChosen(one.id)}
            />
          );
        })}
      </fieldset>
      {canType && (
        <fieldset className={shared['tiles']}>
          <legend>
            <b>{isChild ? 'Como vais escrever?' : 'Como vai a criança escrever?'}</b>
          </legend>
          <ChoiceTile
            type="radio"
            name="mode"
            sign={
              <ChoiceSign>
                <IconBook size={22} />
              </ChoiceSign>
            }
            title="Em papel"
            text={isChild ? 'O telemóvel dita, tu escreves na folha.' : 'Dite, e depois marque.'}
            checked={mode === 'paper'}
            onChange={() => setMode('paper')}
          />
          <ChoiceTile
            type="radio"
            name="mode"
            sign={
              <ChoiceSign>
                <IconPhone size={22} />
              </ChoiceSign>
            }
            title="No telemóvel"
            text={isChild ? 'O telemóvel dita, tu escreves aqui.' : 'O telemóvel dita, a criança escreve sozinha.'}
            checked={mode === 'typed'}
            onChange={() => setMode('typed')}
          />
        </fieldset>
      )}
      <p className={shared['note']}>
        {isChild
          ? 'O telemóvel lê aos poucos. Podes ouvir outra vez.'
          : 'Só dite. Não ajude nem corrija. Pode explicar na língua da família.'}
      </p>
      <Button size="l" full onClick={() => onBegin(form, canType && mode === 'typed')}>
        Começar o ditado
      </Button>
    </>
  );
}

const groupsOf = (form: DictationForm): string[] => form.groups.map((_, at) => groupText(form, at));

const groupText = ({ words, groups }: DictationForm, at: number): string =>
  words.slice(groups[at], groups[at + 1] ?? words.length).join(' ');

/** The grown-up reads group after group, or the phone's voice does; the child writes on paper. */
function Dictate({
  form,
  back,
  child,
  from,
  onAt,
  onDone,
}: {
  form: DictationForm;
  back: ReactNode;
  child: Writer['child'];
  /** Groups that were dictated before the page was opened again. */
  from: number;
  onAt: (at: number) => void;
  onDone: () => void;
}) {
  const [at, setAt] = useState(from);
  const [byPhone, setByPhone] = useState(false);
  const [again, setAgain] = useState(0);
  const canSpeak = useVoices(PORTUGUESE);
  const last = form.groups.length;
  const reached = useRef(onAt);
  useEffect(() => {
    reached.current = onAt;
  });
  useEffect(() => {
    if (at !== from) reached.current(at);
  }, [at, from]);
  useEffect(() => {
    if (!byPhone || at >= last) return;
    const timer = setTimeout(() => setAt(at + 1), GROUP_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [byPhone, at, last]);
  if (at >= last)
    return (
      <>
        {back}
        <h1>Leia tudo outra vez, sem parar</h1>
        <p className={styles['sheet']}>{form.words.join(' ')}</p>
        <p className={shared['note']}>Depois recolha a folha.</p>
        <Button size="l" full onClick={onDone}>
          Já tenho a folha: marcar
        </Button>
      </>
    );
  return (
    <>
      {back}
      <section className={styles['dictating']}>
        <p>{at > 0 ? groupText(form, at - 1) : ''}</p>
        <h1 aria-live="polite">{groupText(form, at)}</h1>
        <p>{at + 1 < last ? groupText(form, at + 1) : ''}</p>
      </section>
      <p className={shared['note']}>{child.subject} está a escrever. Espere cerca de doze segundos.</p>
      <div className={styles['pair']}>
        {byPhone ? (
          <ReadAloud
            key={`${at}:${again}`}
            inline
            byItself
            label="Outra vez"
            pieces={[{ text: groupText(form, at), language: 'pt' }]}
          />
        ) : (
          <Button variant="secondary" size="l" disabled={at === 0} onClick={() => setAt(at - 1)}>
            Anterior
          </Button>
        )}
        <Button size="l" iconEnd={<IconChevronRight />} onClick={() => setAt(at + 1)}>
          Seguinte
        </Button>
      </div>
      <p className={shared['note']}>
        {last === form.words.length ? 'Palavra' : 'Grupo'} {at + 1} de {last} ·{' '}
        {byPhone ? 'o telemóvel dita' : 'leia devagar, sem mostrar o ecrã'}
      </p>
      {canSpeak && (
        <Button
          variant="quiet"
          full
          onClick={() => {
            setByPhone(!byPhone);
            setAgain(again + 1);
          }}
        >
          {byPhone ? 'Ditar eu' : 'Pôr o telemóvel a ditar'}
        </Button>
      )}
    </>
  );
}

/** The phone dictates and the child types; the screen shows neither the text nor a clock. */
function Type({
  form,
  typed,
  onChange,
  onDone,
}: {
  form: DictationForm;
  typed: string;
  onChange: (typed: string) => void;
  onDone: () => void;
}) {
  return (
    <Listening groups={groupsOf(form)} onDone={onDone}>
      <label className={styles['typing']}>
        <span className="sr">O teu texto</span>
        <textarea
          value={typed}
          rows={8}
          maxLength={2000}
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          lang="zxx"
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
    </Listening>
  );
}
