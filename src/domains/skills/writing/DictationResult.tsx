import { type ReactNode, useState } from 'react';
import { bareWord } from '../../../shared/skills/text-words.ts';
import { ReadAloud } from '../../../web/parts/ReadAloud.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { ChildCover } from '../../../web/ui/paper/Cover.tsx';
import shared from '../reading/Reading.module.css';
import { bandOfRight, type DictationSummary } from './dictation.rules.ts';
import { type Practice, practiceOf } from './pairs.rules.ts';
import { placeOfKind } from './spelling/spelling.rules.ts';
import styles from './Writing.module.css';
import type { ChildWritings, DictationForm } from './writing.contract.ts';
import { besideSentence, dictationNext, dictationSentence, KIND_WORDS, wordsCount } from './writing-words.rules.ts';

interface DictationResultProps {
  form: DictationForm;
  summary: DictationSummary;
  child: ChildWritings['child'];
  back: ReactNode;
  typed: boolean;
}

/** What was right first, then the words as they are spelled right, and one thing to practise. */
export function DictationResult({ form, summary, child, back, typed }: DictationResultProps) {
  const [practises, setPractises] = useState(false);
  const words = summary.mistakes.map(({ index, kinds, written, outcome }) => ({
    index,
    word: bareWord(form.words[index] ?? ''),
    kinds,
    written,
    isOmitted: outcome === 'omitted',
  }));
  const kind =
    summary.kinds.find((one) => one.kind !== 'other' && one.kind !== 'letters')?.kind ?? summary.kinds[0]?.kind;
  const practice = practiceOf(kind ?? 'other', words);
  const next = dictationNext(summary.kinds);
  const band = bandOfRight(summary.right, summary.words);
  const beside = besideSentence(summary);
  if (practises) return <Practise title={next.title} practice={practice} onDone={() => setPractises(false)} />;
  return (
    <>
      {back}
      <div className={shared['cover']}>
        <ChildCover
          cover={child.cover}
          name={child.firstName}
          title={`${child.firstName}, ${child.schoolClass}`}
          detail={form.title}
        />
      </div>
      <h1>{dictationSentence(child, summary)}</h1>
      <p className={shared['note']}>
        Um só ditado: outro parecido daria entre {band.from} e {band.to} palavras certas.
      </p>
      {words.length > 0 && (
        <ul className={styles['words']}>
          {words.map((one) => (
            <li key={one.index}>
              <b>
                <Marked word={one.word} place={placeOfKind(one.word, one.kinds)} />
              </b>
              <span>
                {one.isOmitted ? 'faltou' : one.kinds.map((each) => KIND_WORDS[each]).join(' · ') || 'a treinar'}
              </span>
            </li>
          ))}
        </ul>
      )}
      <section className={shared['card']}>
        <h2>O que fazer agora</h2>
        <p>
          <b>{next.title}.</b> <span className={shared['note']}>{next.time}</span>
        </p>
        <div className={shared['actions']}>
          {practice.own.length + practice.pairs.length > 0 && summary.kinds.length > 0 && (
            <Button size="l" full onClick={() => setPractises(true)}>
              {next.title}
            </Button>
          )}
          <Button variant="secondary" full href={`/children/${child.id}/writing`}>
            Todos os ditados e textos
          </Button>
          <Button variant="quiet" onClick={() => print()}>
            Imprimir
          </Button>
        </div>
      </section>
      {(summary.kinds.length > 0 || beside || summary.spelled1990.length > 0) && (
        <section className={shared['card']}>
          <h2>Que erros foram</h2>
          <dl className={shared['facts']}>
            {summary.kinds.map(({ kind: each, count }) => (
              <div key={each}>
                <dt>{KIND_WORDS[each]}</dt>
                <dd>{wordsCount(count)}</dd>
              </div>
            ))}
          </dl>
          {beside && <p>{beside}</p>}
          {typed && summary.spelled1990.length > 0 && (
            <p className={shared['note']}>
              Também certas, na ortografia de 1990:{' '}
              {summary.spelled1990.map((index) => bareWord(form.words[index] ?? '')).join(', ')}.
            </p>
          )}
          {!typed && <p className={shared['note']}>Também aceitamos a ortografia de 1990.</p>}
        </section>
      )}
    </>
  );
}

/** A word with the place of the mistake underlined. */
function Marked({ word, place }: { word: string; place: readonly [number, number] | null }) {
  if (!place) return word;
  const [from, to] = place;
  return (
    <>
      {word.slice(0, from)}
      <u>{word.slice(from, to)}</u>
      {word.slice(to)}
    </>
  );
}

/** Five minutes: the grown-up or the phone reads word after word, the child writes. */
function Practise({ title, practice, onDone }: { title: string; practice: Practice; onDone: () => void }) {
  const all = [...practice.own, ...practice.pairs];
  return (
    <>
      <h1>{title}</h1>
      <p className={shared['note']}>Leia em voz alta, uma de cada vez. A criança escreve sem ver. Depois comparem.</p>
      <ul className={styles['words']}>
        {all.map((text) => (
          <li key={text}>
            <b>{text}</b>
            <ReadAloud corner label={`Ouvir ${text}`} pieces={[{ text, language: 'pt' }]} />
          </li>
        ))}
      </ul>
      <div className={shared['actions']}>
        <Button size="l" full onClick={onDone}>
          Já treinámos
        </Button>
        <Button variant="quiet" onClick={() => print()}>
          Imprimir
        </Button>
      </div>
    </>
  );
}
