import { ReviewTile } from '../../../web/ui/paper/OptionTile.tsx';
import type { Answering } from './answering.contract.ts';
import styles from './WrittenOutcome.module.css';
import { shownAnswer } from './written-number.rules.ts';
import { isSpelledLike1990 } from './written-word.rules.ts';

interface WrittenOutcomeProps {
  answering: Answering;
  /** What the child wrote; undefined if nothing. */
  written: string | undefined;
  isRight: boolean;
  /** Whether it was given too quickly to be shown as wrong. */
  isQuick?: boolean;
  /** "resposta da Maria", "a tua" */
  own: string;
  /** The right alternative, where there are some. */
  right?: { text: string; html: string | undefined } | undefined;
  language?: string | undefined;
}

/** Renders an answer that was written and, if it is not right, the right one below it. Every mark has an icon and a word. */
export function WrittenOutcome({ answering, written, isRight, isQuick, own, right, language }: WrittenOutcomeProps) {
  const inWords = (text: string) => `${shownAnswer(answering.way, text)}${answering.unit ? ` ${answering.unit}` : ''}`;
  return (
    <>
      <ul className={styles.outcome} lang={language}>
        {written !== undefined && (
          <li>
            <ReviewTile state={isRight ? 'right' : isQuick ? 'rest' : 'wrong'} note={isRight ? `certa, ${own}` : own}>
              {inWords(written)}
            </ReviewTile>
          </li>
        )}
        {!isRight && (
          <li>
            <ReviewTile state="right" note="certa" html={right?.html}>
              {right?.text ?? inWords(answering.accepted[0] ?? '')}
            </ReviewTile>
          </li>
        )}
      </ul>
      {isRight && written !== undefined && isSpelledLike1990(answering, written) && (
        <p className={styles.note}>Também aceitamos a ortografia de 1990.</p>
      )}
    </>
  );
}
