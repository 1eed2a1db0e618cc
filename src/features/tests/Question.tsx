import { type CSSProperties, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { cx } from '../../web/ui/cx.ts';
import { Illustration } from '../../web/ui/Drawing.tsx';
import { IconBook, IconChevronDown } from '../../web/ui/Icon.tsx';
import { OptionGroup, OptionTile } from '../../web/ui/OptionTile.tsx';
import { Sheet } from '../../web/ui/Sheet.tsx';
import { spoken } from './heard.rules.ts';
import { asShown, optionsOf } from './presented.rules.ts';
import styles from './Question.module.css';
import { ReadAloud, type Spoken, useVoices } from './ReadAloud.tsx';
import type { PresentedQuestion } from './tests.contract.ts';
import { isLetter, isShort, takenHeight } from './young.rules.ts';

export interface QuestionProps {
  question: PresentedQuestion;
  /** Letter, or whole text of the option, as it was stored. */
  chosen: string | undefined;
  onChoose: (letter: string) => void;
  /** Larger, for the 1st and 2nd class. */
  big: boolean;
  /** Language of the statement, and of the options. */
  languages: readonly [Spoken['language'], Spoken['language']];
  heading: RefObject<HTMLHeadingElement | null>;
  /** Each question is read aloud separately, as the parent set. */
  readItself?: boolean;
  /** Called when a passage, which tests reading, is read aloud. */
  onHelp?: () => void;
}

/** One question: what there is to read and to see, its statement on a ruled sheet, its options as large radios. */
export function Question({ question, chosen, onChoose, big, languages, heading, readItself, onHelp }: QuestionProps) {
  const { alternatives, alternativesHtml, statement, statementHtml, passage, figure, image } = question;
  const options = useMemo(() => optionsOf(alternatives, alternativesHtml), [alternatives, alternativesHtml]);
  const [asks, offers] = languages;
  const english = { pt: undefined, en: 'en' } as const;
  const [heard, setHeard] = useState<number | null>(null);
  const ofOption = ({ whole, text }: (typeof options)[number]) => spoken(whole.endsWith(text) ? text : whole);
  // Reads the question, then its options. A passage tests reading, so it is read aloud only on request.
  const pieces: Spoken[] = [
    { text: spoken(statement), language: asks },
    ...options.map((option) => ({
      // Where it is shown, the letter is read before the option, in the form that was written; the text alone has lost its formulas' signs.
      text: big ? ofOption(option) : `${option.letter}. ${ofOption(option)}`,
      language: offers,
    })),
  ];
  const voice = useVoices([{ text: '', language: offers }]);
  const badges = !big && !options.some(({ text }) => isLetter(text));
  const room = {
    '--taken': `${takenHeight(
      statement,
      options.map(({ text }) => text),
      voice,
    )}px`,
  } as CSSProperties;
  return (
    <div className={cx(big && styles.young)} style={big ? room : undefined}>
      {passage && (
        // Questions about the same text keep it open or closed.
        <details key={passage} className={cx(styles.passage, voice && styles.helped)} open>
          <summary>
            <IconBook />
            Texto
            <IconChevronDown />
          </summary>
          {/* On a small screen it scrolls within its place; the keyboard must reach it. */}
          <p lang={english[offers]} tabIndex={big ? 0 : undefined}>
            {passage}
          </p>
          <div className={styles.help}>
            <ReadAloud
              inline
              label="Ajuda: ouvir o texto"
              pieces={[{ text: passage, language: offers }]}
              onStart={onHelp}
            />
          </div>
        </details>
      )}
      <div className={styles.question}>
        <ReadAloud key={question.id} pieces={pieces} onPiece={setHeard} byItself={readItself} />
        <OptionGroup
          legend={
            <Sheet kind={big && isShort(statement) ? 'big' : 'question'}>
              <span className={styles.listenRoom} aria-hidden="true" />
              {statementHtml === undefined ? (
                <h1 ref={heading} tabIndex={-1} aria-describedby="where" lang={english[asks]}>
                  {asShown(statement)}
                </h1>
              ) : (
                <h1
                  ref={heading}
                  tabIndex={-1}
                  aria-describedby="where"
                  lang={english[asks]}
                  dangerouslySetInnerHTML={{ __html: statementHtml }}
                />
              )}
            </Sheet>
          }
        >
          <Illustration figure={figure} image={image} framed className={styles.figure} />
          <div className={styles.options}>
            {options.map((option, index) => (
              <div
                key={option.letter}
                lang={english[offers]}
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
                    pieces={[{ text: ofOption(option), language: offers }]}
                    onPiece={(piece) => setHeard(piece === null ? null : index + 1)}
                  />
                )}
              </div>
            ))}
          </div>
        </OptionGroup>
      </div>
    </div>
  );
}

/**
 * The heading of the question on the screen. After a move the page starts at its top and the heading has the focus. Call it in the
 * component that holds the dialogs: one that closes with the move gives the focus back first, and effects of a parent run last.
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
