import { Suspense, useEffect, useRef, useState } from 'react';
import { chances } from '../../../shared/chances.ts';
import { lazily } from '../../../web/parts/lazily.tsx';
import { ReadAloud } from '../../../web/parts/ReadAloud.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { cx } from '../../../web/ui/base/cx.ts';
import { IconCheck, IconChevronRight, IconRetry } from '../../../web/ui/base/Icon.tsx';
import { ActionBar } from '../../../web/ui/base/Layout.tsx';
import { Illustration } from '../../../web/ui/paper/Drawing.tsx';
import { Sheet } from '../../../web/ui/paper/Sheet.tsx';
import { Formatted } from '../../bank/test-bank/Formatted.tsx';
import { spoken } from '../../bank/test-bank/heard.rules.ts';
import { LANG, languagesOf, optionsOf } from '../../bank/test-bank/presented.rules.ts';
import { wrongAnswerSentence } from '../results/wrong-answer.rules.ts';
import { Asking } from './Asking.tsx';
import { type ShownAlternative, shownAlternatives } from './alternatives.rules.ts';
import styles from './Practice.module.css';
import type { Card } from './practice.contract.ts';
import { DAYS_TO_LEAVE } from './session.rules.ts';

const WrittenCard = lazily(() => import('./WrittenCard.tsx'));

/** Loads the code for answers that are written, if any of the cards asks for one. Without network and without a copy it does nothing. */
export async function bringWritten(cards: readonly Pick<Card, 'answering'>[]): Promise<void> {
  if (cards.some(({ answering }) => answering)) await WrittenCard.bring().catch(() => {});
}

interface PracticeCardProps {
  card: Card;
  /** Determines the order of the alternatives. */
  seed: number;
  /** Whether the card was answered wrong earlier in this session. */
  again: boolean;
  /** Whether the text is larger and the alternatives have no letters, for the 1st and 2nd class. */
  big: boolean;
  /** Whether it is read aloud without a tap, as the parent has set for tests. */
  readItself: boolean;
  onAnswer: (card: Card, selectedAnswer: string, right: boolean) => Promise<void>;
  onNext: () => void;
}

/** A card. Its explanation comes right after the answer, with the alternative that was chosen and the right one. */
export function PracticeCard({ card, seed, again, big, readItself, onAnswer, onNext }: PracticeCardProps) {
  const { question, answering } = card;
  const [alternatives] = useState(() => (answering ? [] : shownAlternatives(card, chances(seed))));
  const [chosen, setChosen] = useState<ShownAlternative>();
  const [written, setWritten] = useState<{ text: string; isRight: boolean }>();
  const languages = languagesOf(card, question.alternatives);
  const choose = (letter: string) => {
    const alternative = alternatives.find((one) => one.letter === letter);
    if (!alternative) return;
    setChosen(alternative);
    void onAnswer(card, alternative.sent, alternative.isKey);
  };
  const write = (text: string, isRight: boolean) => {
    if (written) return;
    setWritten({ text, isRight });
    void onAnswer(card, text, isRight);
  };
  if (!answering && !chosen)
    return (
      <Asking
        question={{ ...question, ...asListed(alternatives) }}
        languages={languages}
        big={big}
        readItself={readItself}
        schoolClass={card.schoolClass}
        action="Responder"
        onAnswer={choose}
      />
    );
  const isDone = chosen !== undefined || written !== undefined;
  const language = LANG[languages[1]];
  return (
    <>
      <Asked question={question} big={big} isOpen={!isDone} languages={languages} />
      {chosen && (
        <ul className={styles['options']}>
          {alternatives
            .filter((one) => one === chosen || one.isKey)
            .map((one) => (
              <li key={one.sent} lang={language}>
                <Outcome of={one} hasLetter={!big} isMineRight={chosen.isKey} />
              </li>
            ))}
        </ul>
      )}
      {answering && (
        <Suspense fallback={null}>
          <WrittenCard
            card={card}
            answering={answering}
            options={optionsOf(question.alternatives, question.alternativesHtml)}
            written={written}
            onWrite={write}
            language={language}
          />
        </Suspense>
      )}
      {isDone && (
        <Why
          card={card}
          right={chosen?.isKey ?? written?.isRight ?? false}
          again={again}
          error={card.errors?.[chosen?.sent ?? '']}
          readItself={readItself}
        />
      )}
      {isDone && <Continue onNext={onNext} />}
    </>
  );
}

/** Returns alternatives in the order and with the letters in which they are shown, as questions contain them. */
function asListed(alternatives: readonly ShownAlternative[]) {
  const htmls = alternatives.map(({ letter, html }) => html !== undefined && `${letter}) ${html}`);
  return {
    alternatives: JSON.stringify(alternatives.map(({ letter, text }) => `${letter}) ${text}`)),
    ...(htmls.every((html) => html !== false) ? { alternativesHtml: htmls } : {}),
  };
}

interface AskedProps {
  question: Card['question'];
  big: boolean;
  isOpen: boolean;
  languages: ReturnType<typeof languagesOf>;
}

/** Renders the question of a card, without alternatives: for cards with a written answer, and for all cards after the answer. */
function Asked({ question, big, isOpen, languages: [asks, , reads] }: AskedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      {question.passage && (
        <details className={styles['passage']} open={isOpen}>
          <summary>Texto</summary>
          <p lang={LANG[reads]}>
            <Formatted text={question.passage} html={question.passageHtml} />
          </p>
        </details>
      )}
      <div className={styles['sheet']}>
        <ReadAloud pieces={[{ text: spoken(question.statement), language: asks }]} />
        <Sheet kind={big ? 'big' : 'question'}>
          <span className={styles['room']} aria-hidden="true" />
          <h1 ref={heading} tabIndex={-1} aria-describedby="where" lang={LANG[asks]}>
            <Formatted text={question.statement} html={question.statementHtml} />
          </h1>
        </Sheet>
      </div>
      <Illustration figure={question.figure} image={question.image} framed className={styles['figure']} />
    </>
  );
}

interface OutcomeProps {
  of: ShownAlternative;
  hasLetter: boolean;
  isMineRight: boolean;
}

/** Renders an alternative of an answered card: the key, or the wrong one that was chosen. */
function Outcome({ of: { letter, text, html, isKey }, hasLetter, isMineRight }: OutcomeProps) {
  return (
    <div className={cx(styles['tile'], isKey ? styles['key'] : styles['mine'])}>
      {hasLetter && <span className={styles['letter']}>{letter}</span>}
      <span className={styles['text']}>
        <Formatted text={text} html={html} />
      </span>
      <span className={styles['mark']}>
        {isKey ? <IconCheck size={22} /> : <IconRetry />}
        {!isKey ? 'a tua' : isMineRight ? 'certa' : 'é esta'}
      </span>
    </div>
  );
}

/** Renders the button for the next card, which gets the focus at once. */
function Continue({ onNext }: { onNext: () => void }) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => bar.current?.querySelector('button')?.focus({ preventScroll: true }), []);
  return (
    <div ref={bar}>
      <ActionBar>
        <Button
          size="l"
          full
          className={styles['child']}
          aria-describedby="why"
          iconEnd={<IconChevronRight size={24} />}
          onClick={onNext}
        >
          Continuar
        </Button>
      </ActionBar>
    </div>
  );
}

interface WhyProps {
  card: Card;
  right: boolean;
  again: boolean;
  /** What a child does who answers so. */
  error: string | undefined;
  readItself: boolean;
}

/** The feedback: right or wrong, the explanation, and when the card comes back. */
function Why({ card, right, again, error, readItself }: WhyProps) {
  const { explanation, explanationHtml } = card;
  const head = right ? 'Certa. Foi assim:' : 'Ainda não.';
  const what = whatNext(card, right, again);
  const slipped = error === undefined ? '' : wrongAnswerSentence(error);
  const said = [head, spoken(explanation ?? ''), slipped, what].filter(Boolean).join(' ');
  const slip = useRef<HTMLElement>(null);
  useEffect(() => {
    slip.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section className={styles['slip']} ref={slip} role="status">
      <ReadAloud pieces={[{ text: said, language: 'pt' }]} byItself={readItself} />
      <Sheet as="section" className={styles['why']}>
        <span className={styles['room']} aria-hidden="true" />
        <div id="why">
          <h2>{right && !explanation ? 'Certa.' : head}</h2>
          {explanation && (
            <p>
              <Formatted text={explanation} html={explanationHtml} />
            </p>
          )}
          {slipped && <p>{slipped}</p>}
        </div>
        {what && (
          <p className={styles['then']}>
            {right ? <IconCheck /> : <IconRetry />}
            {what}
          </p>
        )}
      </Sheet>
    </section>
  );
}

/** "Acertaste em 2 dias. Falta 1." */
function whatNext({ kind, rightDays }: Card, right: boolean, again: boolean): string | null {
  if (!right) return again ? 'Esta pergunta volta noutro dia.' : 'Esta pergunta volta mais logo.';
  if (kind !== 'mistake') return null;
  if (again) return 'Esta pergunta volta amanhã, para veres que já sabes.';
  const days = rightDays.length + 1;
  const missing = DAYS_TO_LEAVE - days;
  if (missing <= 0) return 'Já sabes esta. Sai do caderno.';
  return `Acertaste em ${days === 1 ? '1 dia' : `${days} dias`}. ${missing === 1 ? 'Falta' : 'Faltam'} ${missing}.`;
}
