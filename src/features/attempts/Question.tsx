import { type RefObject, useMemo } from 'react';
import { IconChevronDown } from '../../web/ui/Icon.tsx';
import { OptionGroup, OptionTile } from '../../web/ui/OptionTile.tsx';
import { IconBook } from '../../web/ui/RareIcon.tsx';
import { Sheet } from '../../web/ui/Sheet.tsx';
import type { PresentedQuestion } from '../tests/tests.contract.ts';
import { ReadAloud, type Spoken } from './ReadAloud.tsx';
import { dollars, optionsOf, spoken } from './sitting.rules.ts';
import styles from './TakeTest.module.css';

export interface QuestionProps {
  question: PresentedQuestion;
  /** Letter, or whole text of the option, as it was saved. */
  chosen: string | undefined;
  onChoose: (letter: string) => void;
  /** Larger, for the 1st and 2nd class. */
  big: boolean;
  /** Language of the statement, and of the options. */
  languages: readonly [Spoken['language'], Spoken['language']];
  heading: RefObject<HTMLHeadingElement | null>;
}

/** One question: what there is to read and to see, its statement on a ruled sheet, its options as large radios. */
export function Question({ question, chosen, onChoose, big, languages, heading }: QuestionProps) {
  const { alternatives, alternativesHtml, statement, statementHtml, passage, figure, image } = question;
  const options = useMemo(() => optionsOf(alternatives, alternativesHtml), [alternatives, alternativesHtml]);
  const [asks, offers] = languages;
  const english = { pt: undefined, en: 'en' } as const;
  const pieces: Spoken[] = [
    ...(passage ? [{ text: passage, language: offers }] : []),
    { text: spoken(statement), language: asks },
    ...options.map(({ letter, whole, text }) => ({
      // The letter is read before the option, in the form that was written; the text alone has lost its formulas' signs.
      text: `${letter}. ${spoken(whole.endsWith(text) ? text : whole)}`,
      language: offers,
    })),
  ];
  return (
    <>
      {passage && (
        // The same text keeps its place, open or closed, from one of its questions to the next.
        <details key={passage} className={styles.passage} open>
          <summary>
            <IconBook />
            Texto
            <IconChevronDown />
          </summary>
          <p lang={english[offers]}>{passage}</p>
        </details>
      )}
      <div className={styles.question}>
        <ReadAloud key={question.id} pieces={pieces} />
        <OptionGroup
          legend={
            <Sheet kind={big ? 'big' : 'question'}>
              <span className={styles.listenRoom} aria-hidden="true" />
              {statementHtml === undefined ? (
                <h1 ref={heading} tabIndex={-1} aria-describedby="where" lang={english[asks]}>
                  {dollars(statement)}
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
          {figure && (
            <div
              className={styles.figure}
              role="img"
              aria-label={figure.alt}
              dangerouslySetInnerHTML={{ __html: figure.svg }}
            />
          )}
          {image && (
            <div className={styles.figure}>
              <img src={image.src} width={image.width} height={image.height} alt={image.alt} />
            </div>
          )}
          {options.map(({ letter, text, html, whole }) => (
            <div key={letter} lang={english[offers]}>
              <OptionTile
                name={`question-${question.id}`}
                value={letter}
                letter={letter}
                big={big}
                html={html}
                checked={chosen !== undefined && (chosen === letter || chosen === whole)}
                onChange={onChoose}
              >
                {text}
              </OptionTile>
            </div>
          ))}
        </OptionGroup>
      </div>
    </>
  );
}
