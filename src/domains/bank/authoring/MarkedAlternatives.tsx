import { letterAt } from '../../../shared/questions/letters.ts';
import styles from '../../../web/parts/panel.module.css';
import { ReviewTile } from '../../../web/ui/paper/OptionTile.tsx';

interface MarkedAlternativesProps {
  /** Without letters; `html` is set if there is mathematics. */
  alternatives: readonly { text: string; html: string | undefined }[];
  correctAnswer: string;
  className?: string | undefined;
}

/** Renders the alternatives of a question, with the right one marked. */
export function MarkedAlternatives({
  alternatives,
  correctAnswer,
  className = styles['options'],
}: MarkedAlternativesProps) {
  return (
    <ul className={className}>
      {alternatives.map(({ text, html }, index) => {
        const letter = letterAt(index);
        const right = letter === correctAnswer;
        return (
          <li key={letter}>
            <ReviewTile
              letter={letter}
              state={right ? 'right' : 'rest'}
              note={right ? 'certa' : undefined}
              {...(html === undefined ? {} : { html })}
            >
              {text}
            </ReviewTile>
          </li>
        );
      })}
    </ul>
  );
}
