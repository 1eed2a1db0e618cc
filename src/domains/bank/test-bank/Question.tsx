import { type CSSProperties, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useVoices } from '../../../web/device/voices.ts';
import { ReadAloud, type Spoken } from '../../../web/parts/ReadAloud.tsx';
import { cx } from '../../../web/ui/base/cx.ts';
import { IconBook, IconChevronDown } from '../../../web/ui/base/Icon.tsx';
import { Illustration } from '../../../web/ui/paper/Drawing.tsx';
import { OptionGroup, OptionTile } from '../../../web/ui/paper/OptionTile.tsx';
import { Sheet } from '../../../web/ui/paper/Sheet.tsx';
import { writingHere } from '../answering/writing.tsx';
import { Formatted } from './Formatted.tsx';
import { spoken } from './heard.rules.ts';
import { LANG, type Languages, optionsOf } from './presented.rules.ts';
import styles from './Question.module.css';
import { areShort, isLetter, isShort, takenHeight, takenHeightBesidePicture } from './room.rules.ts';
import type { PresentedQuestion } from './tests.contract.ts';

export interface QuestionProps {
  question: PresentedQuestion;
  /** The letter, or the complete text of the option, or what was written, as it was stored. */
  chosen: string | undefined;
  /** Called with a letter, or with what was written. */
  onChoose: (answer: string) => void;
  /** The class of the test, which decides about the keys for numbers; all if it is not known. */
  schoolClass?: string | undefined;
  /** Whether the text is larger, for the 1st and 2nd class. */
  big: boolean;
  languages: Languages;
  heading: RefObject<HTMLHeadingElement | null>;
  /** Whether each question is read aloud automatically, as the parent has set. */
  readItself?: boolean;
  /** Called when a passage in a reading test is read aloud. */
  onHelp?: () => void;
  /** What stands below the answers. A keypad never covers it. */
  below?: ReactNode;
}

type Options = ReturnType<typeof optionsOf>;

/** Renders one question: what there is to read and to see, its statement on a ruled sheet, its options as large radios. */
export function Question({
  question,
  chosen,
  onChoose,
  schoolClass,
  big,
  languages,
  heading,
  readItself,
  onHelp,
  below,
}: QuestionProps) {
  const { alternatives, alternativesHtml, statement, passage, passageHtml, figure, image, asks: written } = question;
  // Chosen only once for a question, because switching would lose what was written.
  const [Written] = useState(writingHere);
  const isWritten = written !== undefined && (Written !== undefined || alternatives === '[]');
  const options = useMemo(
    () => (isWritten ? [] : optionsOf(alternatives, alternativesHtml)),
    [isWritten, alternatives, alternativesHtml],
  );
  const [asks, offers, reads] = languages;
  /** Which piece is being read: 0 the question, then its options. */
  const [heard, setHeard] = useState<number | null>(null);
  const voice = useVoices([{ language: offers }]);
  const badges = !big && !options.some(({ text }) => isLetter(text));
  const pictured = Boolean(figure ?? image) && !isWritten;
  return (
    <div
      className={cx(big && styles.young, passage ? styles.besideText : styles.alone)}
      style={big || pictured ? roomFor(statement, options, voice, big) : undefined}
    >
      {/* Questions about the same text keep it open or closed. */}
      {passage && (
        <Passage
          key={passage}
          text={passage}
          html={passageHtml}
          language={reads}
          scrolls={big}
          hasVoice={voice}
          onHelp={onHelp}
        />
      )}
      {/* A browser's translation replaces text nodes, which React would not find again: each question has elements of its own. */}
      <div
        key={question.id}
        className={cx(
          styles.question,
          isWritten && styles.written,
          pictured && !big && styles.pictured,
          (big || areShort(options)) && styles.pairs,
        )}
      >
        <ReadAloud pieces={piecesOf(statement, options, languages, big)} onPiece={setHeard} byItself={readItself} />
        <OptionGroup legend={<Statement question={question} big={big} language={asks} heading={heading} />}>
          <Illustration figure={figure} image={image} framed className={styles.figure} />
          <div className={styles.answers}>
            {written && Written && (
              <Written
                asks={written}
                value={chosen}
                onWrite={onChoose}
                schoolClass={schoolClass}
                language={LANG[offers]}
                below={below}
              />
            )}
            <div className={styles.options}>
              {options.map((option, index) => (
                <div
                  key={option.letter}
                  lang={LANG[offers]}
                  className={cx(styles.one, heard === index + 1 && styles.heard)}
                >
                  <OptionTile
                    name={`question-${question.id}`}
                    value={option.letter}
                    letter={badges ? option.letter : undefined}
                    big={big && option.text.length <= 10}
                    html={option.html}
                    checked={chosen !== undefined && (chosen === option.letter || chosen === option.whole)}
                    onChange={onChoose}
                  >
                    {option.text}
                  </OptionTile>
                  {big && (
                    <ReadAloud
                      corner
                      label={`Ouvir ${option.text}`}
                      pieces={[{ text: spokenOption(option), language: offers }]}
                      onPiece={(piece) => setHeard(piece === null ? null : index + 1)}
                    />
                  )}
                </div>
              ))}
            </div>
          </div>
        </OptionGroup>
      </div>
      {!(written && Written) && below}
    </div>
  );
}

const spokenOption = ({ whole, text }: Options[number]) => spoken(whole.endsWith(text) ? text : whole);

/** Returns what is read aloud: the question, then its options. A passage tests reading, so it is read aloud only on request. */
function piecesOf(statement: string, options: Options, [asks, offers]: Languages, big: boolean) {
  const pieces: Spoken[] = [
    { text: spoken(statement), language: asks },
    ...options.map((option) => ({
      // Where it is shown, the letter is read before the option, in the form that was written; the text alone has lost its formulas' signs.
      text: big ? spokenOption(option) : `${option.letter}. ${spokenOption(option)}`,
      language: offers,
    })),
  ];
  return pieces;
}

/** Tells the styles how much height everything but the picture takes. */
function roomFor(statement: string, options: Options, voice: boolean, big: boolean) {
  const taken = (big ? takenHeight : takenHeightBesidePicture)(statement, options, voice);
  return { '--taken': `${taken}px` } as CSSProperties;
}

interface PassageProps {
  text: string;
  html: string | undefined;
  language: Spoken['language'];
  /** On a small screen it scrolls within its place; the keyboard must reach it. */
  scrolls: boolean;
  hasVoice: boolean;
  onHelp: (() => void) | undefined;
}

/** Renders the text that a question is about. */
function Passage({ text, html, language, scrolls, hasVoice, onHelp }: PassageProps) {
  return (
    <details className={cx(styles.passage, hasVoice && styles.helped)} open>
      <summary>
        <IconBook />
        Texto
        <IconChevronDown />
      </summary>
      <p lang={LANG[language]} tabIndex={scrolls ? 0 : undefined}>
        <Formatted text={text} html={html} />
      </p>
      <div className={styles.help}>
        <ReadAloud inline label="Ajuda: ouvir o texto" pieces={[{ text: spoken(text), language }]} onStart={onHelp} />
      </div>
    </details>
  );
}

interface StatementProps extends Pick<QuestionProps, 'question' | 'big' | 'heading'> {
  language: Spoken['language'];
}

/** Renders the statement on its sheet, as the heading of the screen. */
function Statement({ question: { statement, statementHtml }, big, language, heading }: StatementProps) {
  return (
    <Sheet kind={big && isShort(statement) ? 'big' : 'question'} className={styles.statement}>
      <span className={styles.listenRoom} aria-hidden="true" />
      <h1 ref={heading} tabIndex={-1} aria-describedby="where" lang={LANG[language]}>
        <Formatted text={statement} html={statementHtml} />
      </h1>
    </Sheet>
  );
}

/**
 * Returns the heading of the current question. After a move to another question the page scrolls to its top and the heading gets the focus.
 * Call this in the component that contains the dialogs: a dialog that closes with the move first restores the focus, and the effects of a
 * parent component run last.
 */
export function useQuestionHeading(current: number): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const moved = useRef(current);
  useEffect(() => {
    if (moved.current === current) return;
    moved.current = current;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [current]);
  return heading;
}
