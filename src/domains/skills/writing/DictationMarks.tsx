import { type ReactNode, useEffect, useRef, useState } from 'react';
import { bareWord } from '../../../shared/skills/text-words.ts';
import type { MistakeKind } from '../../../shared/skills/writing-words.ts';
import { inSentence } from '../../../shared/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconClose } from '../../../web/ui/base/Icon.tsx';
import { gridOf, type Tapped } from '../grid/grid.rules.ts';
import { MarkGrid } from '../grid/MarkGrid.tsx';
import shared from '../reading/Reading.module.css';
import { type MarkedWord, summaryOfMarks } from './dictation.rules.ts';
import { possibleKinds } from './spelling/spelling.rules.ts';
import styles from './Writing.module.css';
import type { DictationForm } from './writing.contract.ts';
import type { Writer } from './writing-device.web.ts';
import { KIND_WORDS } from './writing-words.rules.ts';

interface DictationMarksProps {
  form: DictationForm;
  back: ReactNode;
  child: Writer['child'];
  marks: MarkedWord[];
  onChange: (marks: MarkedWord[]) => void;
  onDone: () => void;
}

/** Marks a dictation on paper: a tap marks a word and asks for the kind of its mistake, which can be left open; a second tap takes it back. */
export function DictationMarks({ form, back, child, marks, onChange, onDone }: DictationMarksProps) {
  const [open, setOpen] = useState<number>();
  const grid = gridOf(form.words.length, { lastItem: null, wrong: marks.map(({ index }) => index), selfCorrected: [] });
  const { right, words } = summaryOfMarks(form.words.length, marks);
  const onTap = ({ grid: tapped }: Tapped) => {
    // The grid knows a second mark; here a second tap opens the word, and on the open word takes the mark back.
    const index = form.words.findIndex((_, at) => tapped.marks.get(at) !== grid.marks.get(at));
    if (index < 0) return;
    if (!grid.marks.has(index)) onChange([...marks, { index, kind: null }]);
    else if (open === index) return remove(index);
    setOpen(index);
  };
  const close = () => {
    setOpen(undefined);
    document.querySelector<HTMLElement>(`[data-item="${open}"]`)?.focus({ preventScroll: true });
  };
  const remove = (index: number) => {
    onChange(marks.filter((one) => one.index !== index));
    close();
  };
  const isList = form.singles === form.words.length;
  return (
    <>
      {back}
      <h1>Compare com a folha</h1>
      <p className={shared['note']}>
        Toque em cada palavra que {inSentence(child.firstName, child.gender)} escreveu mal.
      </p>
      <MarkGrid
        label={form.title}
        items={form.words}
        layout={isList ? { kind: 'words' } : { kind: 'text', paragraphs: form.singles > 0 ? [0, form.singles] : [0] }}
        grid={grid}
        tool="mark"
        onTap={onTap}
      />
      <section className={shared['card']}>
        <dl className={shared['counts']}>
          <div>
            <dt>Erradas</dt>
            <dd>{words - right}</dd>
          </div>
          <div>
            <dt>Certas</dt>
            <dd>
              {right} de {words}
            </dd>
          </div>
        </dl>
        <Button size="l" full onClick={onDone}>
          Ver resultado
        </Button>
      </section>
      {open !== undefined && (
        <Kinds
          key={open}
          word={form.words[open] as string}
          inText={open >= form.singles}
          kind={marks.find(({ index }) => index === open)?.kind ?? null}
          onKind={(kind) => onChange(marks.map((one) => (one.index === open ? { ...one, kind } : one)))}
          onRemove={() => remove(open)}
          onClose={close}
        />
      )}
    </>
  );
}

interface KindsProps {
  word: string;
  inText: boolean;
  kind: MistakeKind | null;
  onKind: (kind: MistakeKind | null) => void;
  onRemove: () => void;
  onClose: () => void;
}

/** The kinds of mistakes that the word can have, one to choose or none. */
function Kinds({ word, inText, kind, onKind, onRemove, onClose }: KindsProps) {
  const isBeside = kind === 'capital' || kind === 'punctuation';
  const box = useRef<HTMLElement>(null);
  // It stands after everything else on the page.
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  return (
    <section
      className={styles['kinds']}
      ref={box}
      tabIndex={-1}
      aria-label={`Erro em ${bareWord(word)}`}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <div className={styles['kindsHead']}>
        <b>{bareWord(word)}</b>
        <Button variant="quiet" size="s" onClick={onClose} aria-label="Fechar">
          <IconClose />
        </Button>
      </div>
      <p className={shared['note']}>
        {isBeside ? 'A palavra conta como certa; isto conta à parte.' : 'Que erro foi? Se não sabe, deixe.'}
      </p>
      <div className={styles['pills']}>
        {possibleKinds(word, inText).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={kind === one}
            className={styles['pill']}
            onClick={() => onKind(kind === one ? null : one)}
          >
            {KIND_WORDS[one]}
          </button>
        ))}
      </div>
      <Button variant="quiet" size="s" onClick={onRemove}>
        Afinal está certa
      </Button>
    </section>
  );
}
